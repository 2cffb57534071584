"""The lobby: seeks, invitations and games against levels."""

from .codes import qr_svg, read_code
from .errors import LobbyError
from .lobby import Lobby, View
from .setup import Setup, Side, read_setup, seats

__all__ = [
    "Lobby",
    "LobbyError",
    "Setup",
    "Side",
    "View",
    "qr_svg",
    "read_code",
    "read_setup",
    "seats",
]
