"""What the server remembers: games as append-only logs, who plays them, and who looks for one.

``open_store`` opens one in a file (SQLite) or on a server (PostgreSQL). ``protocol`` says what it
promises, and ``check_store`` tries whether another keeps that too.
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
