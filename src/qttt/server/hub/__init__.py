"""The hub: clients, the games that they follow, and the order in which things happen. No I/O."""

from .effects import (
    ENDED,
    FLOOD,
    IDLE,
    STOPPING,
    TOO_SLOW,
    Close,
    Effect,
    Load,
    Publish,
    Recall,
    Report,
    Send,
    Stop,
    Think,
    Throw,
    Topic,
)
from .hub import Hub

__all__ = [
    "ENDED",
    "FLOOD",
    "IDLE",
    "STOPPING",
    "TOO_SLOW",
    "Close",
    "Effect",
    "Hub",
    "Load",
    "Publish",
    "Recall",
    "Report",
    "Send",
    "Stop",
    "Think",
    "Throw",
    "Topic",
]
