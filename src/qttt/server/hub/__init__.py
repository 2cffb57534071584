"""The hub: connected clients, and the games that they follow. No I/O."""

from .bus_messages import (
    BusMessage,
    GameCreated,
    LobbyChanged,
    decode_bus_message,
    encode_bus_message,
)
from .effects import (
    CLOSE_FLOOD,
    CLOSE_IDLE,
    CLOSE_SESSION_ENDED,
    CLOSE_STOPPING,
    CLOSE_TOO_SLOW,
    CancelSearch,
    CheckMissedGames,
    ChooseMove,
    Close,
    Effect,
    Load,
    LogError,
    Publish,
    Send,
    TossCoin,
)
from .hub import Hub
from .uptime import HEARTBEAT_INTERVAL_MS, MAX_HEARTBEAT_GAP_MS

__all__ = [
    "CLOSE_FLOOD",
    "CLOSE_IDLE",
    "CLOSE_SESSION_ENDED",
    "CLOSE_STOPPING",
    "CLOSE_TOO_SLOW",
    "HEARTBEAT_INTERVAL_MS",
    "MAX_HEARTBEAT_GAP_MS",
    "BusMessage",
    "CancelSearch",
    "CheckMissedGames",
    "ChooseMove",
    "Close",
    "Effect",
    "GameCreated",
    "Hub",
    "Load",
    "LobbyChanged",
    "LogError",
    "Publish",
    "Send",
    "TossCoin",
    "decode_bus_message",
    "encode_bus_message",
]
