"""The messages of ``spec/protocol.md``: those of clients are read, the server's are written."""

from . import outgoing
from .incoming import (
    MOST,
    PHRASES,
    BadMessageError,
    Chat,
    Do,
    Leave,
    LeaveLobby,
    LeaveRoom,
    Lobby,
    Message,
    Phrase,
    Ping,
    Room,
    Watch,
    read_message,
)

SUBPROTOCOL = "qttt.1"
"""The version of the protocol, as a WebSocket's subprotocol (P2)."""

__all__ = [
    "MOST",
    "PHRASES",
    "SUBPROTOCOL",
    "BadMessageError",
    "Chat",
    "Do",
    "Leave",
    "LeaveLobby",
    "LeaveRoom",
    "Lobby",
    "Message",
    "Phrase",
    "Ping",
    "Room",
    "Watch",
    "outgoing",
    "read_message",
]
