"""JSON models of requests and responses about polls in class rooms."""

from collections import Counter
from dataclasses import asdict
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from qttt.server.people.people import Principal
from qttt.server.rooms.polls import PollStep
from qttt.server.store.polls import Poll, PollKind, PollStage
from qttt.server.store.rooms import Room

from .models import RequestModel, Start, Text

QuestionText = Annotated[str, StringConstraints(max_length=1000)]
Option = Annotated[str, StringConstraints(max_length=300)]


class PollIn(RequestModel):
    """A new poll; ``rules`` and ``position`` are what it shows."""

    kind: PollKind
    text: QuestionText = ""
    options: Annotated[list[Option], Field(max_length=20)] = Field(default_factory=list)
    rules: Text = "goff"
    position: Start = ""
    marks: Annotated[list[Text], Field(max_length=20)] = Field(default_factory=list)


class PollStepIn(RequestModel):
    """The next step of a poll: show the answers, vote again, explain, or end."""

    step: PollStep


class PollAnswerIn(RequestModel):
    """An answer in a round of a poll."""

    round: int
    answer: Text


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


def answers_out(poll: Poll) -> list[AnswerOut]:
    """Return the answers in all rounds that were shown."""
    shown = [each for each in poll.answers if each.round <= _shown_rounds(poll)]
    return [
        AnswerOut(poll=poll.number, round=each.round, member=each.member, answer=each.answer)
        for each in shown
    ]


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
