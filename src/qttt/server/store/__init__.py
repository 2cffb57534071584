"""Persistent storage: games as append-only logs, users, seeks and challenges, class rooms.

``open_store`` opens a SQLite file or a PostgreSQL database. Writes are durable when a method
returns: they survive a crash of the process or the machine and a power failure. Every method raises
``StoreUnavailable`` if the database cannot be reached, and ``StoreCorrupt`` if it returns data that
cannot have been stored. ``ValueError`` is raised for text with lone surrogates or, on PostgreSQL,
NUL, and for integers of more than 63 bits.
"""

from .accounts import AccountStore
from .errors import StoreCorrupt, StoreError, StoreUnavailable
from .games import GameStore
from .lobby import LobbyStore
from .lock import lock_store
from .people import PeopleStore
from .processes import ProcessStore
from .ratings import RatingStore
from .room_records import Member, Room, RoomGame
from .rooms import RoomStore
from .store import Store, open_store
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
    "RatingStore",
    "Room",
    "RoomGame",
    "RoomStore",
    "Seek",
    "Store",
    "StoreCorrupt",
    "StoreError",
    "StoreUnavailable",
    "UnratedGame",
    "User",
    "lock_store",
    "open_store",
]
