"""Class rooms: a teacher opens one, students join with a code and play round robins or arenas."""

from .codes import parse_room_code
from .commands import REST_MS, must_confirm_presence, planned_rounds
from .errors import RoomError
from .rooms import Rooms
from .standings import StandingsRow, standings

__all__ = [
    "REST_MS",
    "RoomError",
    "Rooms",
    "StandingsRow",
    "must_confirm_presence",
    "parse_room_code",
    "planned_rounds",
    "standings",
]
