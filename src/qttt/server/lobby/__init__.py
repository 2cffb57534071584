"""The lobby: seeks, challenges and games against levels."""

from .codes import parse_challenge_code, qr_svg
from .errors import LobbyError
from .lobby import MAX_GAMES, Lobby, LobbyView
from .setup import GameSetup, SideChoice, assign_seats, parse_setup

__all__ = [
    "MAX_GAMES",
    "GameSetup",
    "Lobby",
    "LobbyError",
    "LobbyView",
    "SideChoice",
    "assign_seats",
    "parse_challenge_code",
    "parse_setup",
    "qr_svg",
]
