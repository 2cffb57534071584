"""Bots for servers of ``qttt serve``: a client, and a loop that plays all games of an account."""

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
