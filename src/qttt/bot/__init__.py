"""Bots for servers of ``qttt serve``: a client, and a loop that plays all games of an account."""

from qttt.engine import Level

from .client import Client, Invitation, register
from .errors import BotError, RequestRejectedError, ServerUnreachableError
from .game import RemoteGame
from .levels import LevelPlayer
from .runner import SeekOptions, play

__all__ = [
    "BotError",
    "Client",
    "Invitation",
    "Level",
    "LevelPlayer",
    "RemoteGame",
    "RequestRejectedError",
    "SeekOptions",
    "ServerUnreachableError",
    "play",
    "register",
]
