"""Class rooms: a teacher opens one, students join with a code and play round robins or arenas."""

from .changes import REST, is_missing, planned_rounds
from .codes import read_code
from .errors import RoomError
from .rooms import Rooms
from .standings import Standing, standings

__all__ = [
    "REST",
    "RoomError",
    "Rooms",
    "Standing",
    "is_missing",
    "planned_rounds",
    "read_code",
    "standings",
]
