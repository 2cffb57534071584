"""Routes of polls: the teacher of a class room asks, its members answer."""

from fastapi import APIRouter

from qttt.server.protocol.requests import PollAnswerIn, PollIn, PollStepIn
from qttt.server.protocol.responses import RoomOut
from qttt.server.rooms.questions import parse_question

from .dependencies import rate_limit_by_user
from .room_models import Number
from .rooms import CurrentRoomContext

router = APIRouter(
    prefix="/rooms/{code}/polls",
    tags=["class rooms"],
    dependencies=[rate_limit_by_user("poll")],
)


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
