"""Values that the server stores and sends as they are."""

from dataclasses import dataclass
from typing import Literal

Pace = Literal["live", "correspondence"]
RoomKind = Literal["round-robin", "arena"]
PollKind = Literal["choice", "move", "collapse", "ahead", "worlds", "where", "entangled", "slide"]
PollStage = Literal["asking", "shown", "explained", "over"]
PollStep = Literal["show", "again", "explain", "end"]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings, ordered by ``score``, then by ``points``."""

    member: int
    rank: int
    score: float
    points: float
    played: int


@dataclass(frozen=True, slots=True)
class HomeworkTry:
    """An answer to the task with that number, from 1; the device chooses ``id``.

    ``at`` is when the server received it, 0 before.
    """

    id: str
    task: int
    answer: str
    at: int = 0


@dataclass(frozen=True, order=True, slots=True)
class FoundServer:
    """Another server: the name of its machine, and its URL."""

    name: str
    url: str
