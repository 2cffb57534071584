"""The hub: clients, the games that they follow, and the order in which things happen. No I/O."""

from .effects import (
    FLOOD,
    IDLE,
    STOPPING,
    TOO_SLOW,
    Close,
    Create,
    Effect,
    Load,
    Publish,
    Report,
    Send,
    Think,
    Throw,
    Topic,
)
from .hub import Hub

__all__ = [
    "FLOOD",
    "IDLE",
    "STOPPING",
    "TOO_SLOW",
    "Close",
    "Create",
    "Effect",
    "Hub",
    "Load",
    "Publish",
    "Report",
    "Send",
    "Think",
    "Throw",
    "Topic",
]
