"""JSON models of requests and responses about class rooms."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from qttt.server.rooms.standings import StandingsRow
from qttt.server.store.rooms import RoomKind

from .models import KeepDays, Name, RequestModel, Text
from .poll_models import AnswerOut, PollOut

Number = Annotated[int, Field(ge=1, le=1000)]


class RoomIn(RequestModel):
    """A new class room.

    ``keep``: the days for which it is kept; ``language``: of automatic nicknames, by default the
    best of ``Accept-Language``.
    """

    title: Text = ""
    kind: RoomKind = "round-robin"
    rules: Text = "goff"
    clock: Text = "none"
    keep: KeepDays | None = None
    language: Name = ""


class KeepIn(RequestModel):
    """For how many days after its opening a room is kept."""

    keep: KeepDays


class NicknameIn(RequestModel):
    """A nickname in a room, empty for an automatic one; returning members keep theirs."""

    nickname: Name = ""


class NextIn(RequestModel):
    """A request for the next round; ``off`` calls off the unfinished games."""

    off: bool = False


class PauseIn(RequestModel):
    """Whether the room is paused."""

    paused: bool


class MemberOut(BaseModel):
    """A member; ``missing``: has to join again before the next game."""

    number: int
    name: str
    presence: Literal["here", "left", "removed"]
    missing: bool


class RoomGameOut(BaseModel):
    """A game of the members with numbers ``x`` and ``o``; ``result`` is null until it ends.

    ``off``: it was called off and does not count.
    """

    game: str
    round: int
    x: int
    o: int
    result: str | None
    off: bool


class RoomOut(BaseModel):
    """A class room. ``mine``: the requester teaches it; ``you``: the requester's member number.

    It is deleted at ``expires``.
    ``rounds`` is the planned number of rounds, 0 in an arena.
    """

    room: str
    title: str
    kind: RoomKind
    rules: str
    clock: str
    created: int
    expires: int
    stage: Literal["gathering", "playing", "over"]
    paused: bool
    round: int
    rounds: int
    url: str
    mine: bool
    you: int | None
    members: list[MemberOut]
    games: list[RoomGameOut]
    standings: list[StandingsRow]
    poll: PollOut | None


class RoomResultsOut(BaseModel):
    """All that is stored of a class room; without the answers of a vote that is not closed."""

    room: RoomOut
    polls: list[PollOut]
    answers: list[AnswerOut]


class RoomsOut(BaseModel):
    """The teacher's rooms that are not over.

    ``keep``: for how many days rooms are kept by default; ``longest``: the most that a teacher can
    choose.
    """

    rooms: list[RoomOut]
    keep: int
    longest: int
