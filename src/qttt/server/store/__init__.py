"""Persistent storage: games as append-only logs, users, seeks and challenges, class rooms.

``open_store`` opens a SQLite file or a PostgreSQL database. ``protocol`` defines the interface, and
``check_store`` tests an implementation of it.
"""

from .account_protocol import AccountStore
from .class_rooms import Member, Room, RoomGame
from .errors import StoreCorrupt, StoreError, StoreUnavailable
from .opening import SqlStore, open_store
from .protocol import GameStore, LobbyStore, PeopleStore, ProcessStore, RoomStore, Store
from .values import (
    Challenge,
    Ladder,
    Leader,
    Log,
    Outage,
    Owed,
    Passkey,
    Rating,
    Seek,
    Summary,
    Token,
    User,
)

__all__ = [
    "AccountStore",
    "Challenge",
    "GameStore",
    "Ladder",
    "Leader",
    "LobbyStore",
    "Log",
    "Member",
    "Outage",
    "Owed",
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
    "Summary",
    "Token",
    "User",
    "open_store",
]
