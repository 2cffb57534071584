"""Persistent storage: games as append-only logs, users, seeks and challenges, class rooms.

``open_store`` opens a SQLite file or a PostgreSQL database. ``protocol`` defines the interface, and
``check_store`` tests an implementation of it.
"""

from .account_protocol import AccountStore
from .errors import StoreCorrupt, StoreError, StoreUnavailable
from .lock import lock_store
from .protocol import GameStore, LobbyStore, PeopleStore, ProcessStore, RoomStore, Store
from .room_records import Member, Room, RoomGame
from .sql_store import SqlStore, open_store
from .values import (
    AuthToken,
    Challenge,
    GameLog,
    GameSummary,
    Ladder,
    LeaderboardEntry,
    Outage,
    Passkey,
    Rating,
    Seek,
    UnratedGame,
    User,
)

__all__ = [
    "AccountStore",
    "AuthToken",
    "Challenge",
    "GameLog",
    "GameStore",
    "GameSummary",
    "Ladder",
    "LeaderboardEntry",
    "LobbyStore",
    "Member",
    "Outage",
    "Passkey",
    "PeopleStore",
    "ProcessStore",
    "Rating",
    "Room",
    "RoomGame",
    "RoomStore",
    "Seek",
    "SqlStore",
    "Store",
    "StoreCorrupt",
    "StoreError",
    "StoreUnavailable",
    "UnratedGame",
    "User",
    "lock_store",
    "open_store",
]
