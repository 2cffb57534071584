"""The messages of ``spec/protocol.md``: parsing those of clients, writing those of the server."""

from . import outgoing
from .incoming import (
    MAX_MESSAGE_BYTES,
    PHRASE_COUNT,
    BadMessageError,
    LeaveGame,
    LeaveLobby,
    LeaveRoom,
    Message,
    Ping,
    SendChat,
    SendPhrase,
    SubmitCommand,
    WatchGame,
    WatchLobby,
    WatchRoom,
    parse_message,
)

SUBPROTOCOL = "qttt.1"
"""The WebSocket subprotocol, with the protocol's version (P2)."""

__all__ = [
    "MAX_MESSAGE_BYTES",
    "PHRASE_COUNT",
    "SUBPROTOCOL",
    "BadMessageError",
    "LeaveGame",
    "LeaveLobby",
    "LeaveRoom",
    "Message",
    "Ping",
    "SendChat",
    "SendPhrase",
    "SubmitCommand",
    "WatchGame",
    "WatchLobby",
    "WatchRoom",
    "outgoing",
    "parse_message",
]
