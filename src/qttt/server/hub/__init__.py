"""The hub: clients, the games that they follow, and the order in which things happen. No I/O."""

from .effects import (
    ENDED,
    FLOOD,
    IDLE,
    STOPPING,
    TOO_SLOW,
    CancelSearch,
    CheckMissedGames,
    ChooseMove,
    Close,
    Effect,
    Load,
    LogError,
    Publish,
    Send,
    Topic,
    TossCoin,
)
from .hub import Hub

__all__ = [
    "ENDED",
    "FLOOD",
    "IDLE",
    "STOPPING",
    "TOO_SLOW",
    "CancelSearch",
    "CheckMissedGames",
    "ChooseMove",
    "Close",
    "Effect",
    "Hub",
    "Load",
    "LogError",
    "Publish",
    "Send",
    "Topic",
    "TossCoin",
]
