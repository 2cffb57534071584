"""Routes of polls: the teacher of a class room asks, its members answer."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, StringConstraints

from qttt.server.rooms.polls import PollStep
from qttt.server.rooms.questions import parse_question
from qttt.server.store.polls import PollKind

from .dependencies import rate_limit_by_user
from .models import RequestModel, Start, Text
from .room_models import Number, RoomOut
from .rooms import CurrentRoomContext

router = APIRouter(
    prefix="/rooms/{code}/polls",
    tags=["class rooms"],
    dependencies=[rate_limit_by_user("poll")],
)

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


@router.post("", status_code=201)
async def ask(body: PollIn, context: CurrentRoomContext) -> RoomOut:
    """Ask the members a question, which ends the earlier poll; teacher only."""
    question = parse_question(
        body.kind, body.text, body.options, body.rules, body.position, body.marks
    )
    await context.services.polls.ask(context.principal, context.room, question)
    return await context.current()


@router.patch("/{poll}")
async def move_on(poll: Number, body: PollStepIn, context: CurrentRoomContext) -> RoomOut:
    """Show the answers, vote again, explain, or end; teacher only."""
    await context.services.polls.move_on(context.principal, context.room, poll, body.step)
    return await context.current()


@router.put("/{poll}/answer")
async def answer(poll: Number, body: PollAnswerIn, context: CurrentRoomContext) -> RoomOut:
    """Answer, or change the answer, until the vote is closed; members only."""
    await context.services.polls.answer(
        context.principal, context.room, poll, body.round, body.answer
    )
    return await context.current()
