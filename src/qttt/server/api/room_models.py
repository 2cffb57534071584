"""JSON models of requests and responses about class rooms and their polls."""

from collections import Counter
from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from qttt.server.people.people import Principal
from qttt.server.rooms.standings import StandingsRow
from qttt.server.store.polls import Poll, PollKind, PollStage
from qttt.server.store.rooms import Room, RoomKind

from .models import KeepDays, Name, RequestModel, Text

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


class LockIn(RequestModel):
    """Whether nobody else can join the room."""

    locked: bool


class RemoveIn(RequestModel):
    """The number of the last member who stays; 0 removes all."""

    after: Annotated[int, Field(ge=0, le=1000)]


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


class AnswerCount(BaseModel):
    """How many members have given an answer."""

    answer: str
    count: int


class PollOut(BaseModel):
    """A poll as the requester sees it.

    ``answers`` is the number of answers in this round, ``yours`` the requester's. ``results`` has
    the answers of each round that was shown, most frequent first; null except for the teacher.
    """

    number: int
    kind: PollKind
    text: str
    options: list[str]
    rules: str
    position: str
    marks: list[str]
    stage: PollStage
    round: int
    answers: int
    yours: str | None
    results: list[list[AnswerCount]] | None


class AnswerOut(BaseModel):
    """The answer of the member with that number in a round of a poll."""

    poll: int
    round: int
    member: int
    answer: str


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
    locked: bool
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


def answers_out(poll: Poll) -> list[AnswerOut]:
    """Return the answers in all rounds that were shown."""
    shown = [each for each in poll.answers if each.round <= _shown_rounds(poll)]
    return [AnswerOut(poll=poll.number, **asdict(each)) for each in shown]


def poll_out(poll: Poll, room: Room, principal: Principal | None) -> PollOut:
    """Return the poll as the requester sees it: only the teacher gets results."""
    member = room.member_of(principal.user.id) if principal else None
    is_teacher = principal is not None and principal.user.id == room.teacher
    now = poll.answers_in(poll.round)
    return PollOut(
        **asdict(poll.question),
        number=poll.number,
        stage=poll.stage,
        round=poll.round,
        answers=len(now),
        yours=now.get(member.number) if member else None,
        results=_results(poll) if is_teacher else None,
    )


def _shown_rounds(poll: Poll) -> int:
    return poll.round if poll.stage != "asking" else poll.round - 1


def _results(poll: Poll) -> list[list[AnswerCount]]:
    rounds = range(1, _shown_rounds(poll) + 1)
    counts = (Counter(poll.answers_in(each).values()) for each in rounds)
    return [
        [AnswerCount(answer=answer, count=count) for answer, count in each.most_common()]
        for each in counts
    ]
