"""Responses about class rooms and their polls."""

from collections import Counter
from dataclasses import asdict
from typing import Annotated

from pydantic import Field

from qttt.server.people.people import Principal
from qttt.server.protocol.responses import AnswerCount, AnswerOut, PollOut
from qttt.server.store.polls import Poll
from qttt.server.store.rooms import Room

Number = Annotated[int, Field(ge=1, le=1000)]


def answers_out(poll: Poll) -> list[AnswerOut]:
    """Return the answers in all rounds that were shown."""
    shown = [answer for answer in poll.answers if answer.round <= _shown_rounds(poll)]
    return [AnswerOut(poll=poll.number, **asdict(answer)) for answer in shown]


def poll_out(poll: Poll, room: Room, principal: Principal | None) -> PollOut:
    """Return the poll as the requester sees it.

    Who has answered is for the teacher, as are results, which members see too once the exact answer
    has been announced.
    """
    member = room.member_of(principal.user.id) if principal else None
    is_teacher = principal is not None and principal.user.id == room.teacher
    is_explained = member is not None and poll.stage == "explained"
    now = poll.answers_in(poll.round)
    return PollOut(
        **asdict(poll.question),
        number=poll.number,
        stage=poll.stage,
        round=poll.round,
        answers=len(now),
        answered=sorted(now) if is_teacher else None,
        yours=now.get(member.number) if member else None,
        results=_results(poll) if is_teacher or is_explained else None,
    )


def _shown_rounds(poll: Poll) -> int:
    return poll.round if poll.stage != "asking" else poll.round - 1


def _results(poll: Poll) -> list[list[AnswerCount]]:
    rounds = range(1, _shown_rounds(poll) + 1)
    counts = (Counter(poll.answers_in(number).values()) for number in rounds)
    return [
        [AnswerCount(answer=answer, count=count) for answer, count in counter.most_common()]
        for counter in counts
    ]
