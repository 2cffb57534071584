"""Programs that play on a server of ``qttt serve``: a client, and what plays through it."""

from qttt.engine import Level

from .client import Client, Invitation, register
from .errors import BotError, Refused, Unreachable
from .game import Game
from .levels import Leveled
from .player import Seek, play

__all__ = [
    "BotError",
    "Client",
    "Game",
    "Invitation",
    "Level",
    "Leveled",
    "Refused",
    "Seek",
    "Unreachable",
    "play",
    "register",
]
