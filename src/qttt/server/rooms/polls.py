"""Live polls of class rooms: the teacher asks, members answer, the teacher shows the answers.

An acknowledged answer is stored, once for each member and round; the store decides in one
transaction whether the poll still accepts it.
"""

from collections.abc import Callable

from qttt.server.errors import RequestError
from qttt.server.people.people import Principal
from qttt.server.protocol.shared import PollStage, PollStep
from qttt.server.store.polls import Poll, PollAnswer, PollQuestion, PollStore
from qttt.server.store.rooms import Room

from .questions import parse_answer
from .rooms import check_teacher

MAX_POLLS = 100
MAX_ROUNDS = 2
_STEPS: dict[PollStep, tuple[tuple[PollStage, ...], PollStage]] = {
    "show": (("asking",), "shown"),
    "again": (("shown",), "asking"),
    "explain": (("shown",), "explained"),
    "end": (("asking", "shown", "explained"), "over"),
}
"""The stages in which each step is possible, and the one that it leads to."""


class Polls:
    """The polls. Operations that are not allowed raise ``RequestError``.

    ``clock`` returns milliseconds since the epoch; ``on_changed`` is called with the code of each
    room whose poll or answers have changed.
    """

    def __init__(
        self, store: PollStore, clock: Callable[[], int], on_changed: Callable[[str], None]
    ) -> None:
        self._store = store
        self._clock = clock
        self._on_changed = on_changed

    async def current(self, room: Room) -> Poll | None:
        """Return the room's poll that is not over, or None."""
        poll = None if room.stage == "over" else await self._store.last(room.code)
        return poll if poll and poll.stage != "over" else None

    async def all_of(self, principal: Principal, room: Room) -> list[Poll]:
        """Return all polls of a room, for its teacher."""
        check_teacher(principal, room)
        return await self._store.all_of(room.code)

    async def ask(self, principal: Principal, room: Room, question: PollQuestion) -> None:
        """Ask a question, which ends the earlier poll; no-op while its first round is open."""
        check_teacher(principal, room)
        if room.stage == "over":
            raise RequestError("not-now", "this room is over")
        if not await self._store.add(room.code, question, self._clock(), MAX_POLLS):
            raise RequestError("too-many", f"a class room has at most {MAX_POLLS} polls")
        self._on_changed(room.code)

    async def move_on(self, principal: Principal, room: Room, number: int, step: PollStep) -> None:
        check_teacher(principal, room)
        poll = await self._current(room, number)
        stages, after = _STEPS[step]
        if step == "again" and poll.round >= MAX_ROUNDS:
            raise RequestError("not-now", f"a poll has at most {MAX_ROUNDS} rounds")
        kind = poll.question.kind
        if kind == "slide" and step != "end":
            raise RequestError("not-now", "a slide asks nothing: it can only end")
        if step == "explain" and kind == "choice":
            raise RequestError("not-now", "a choice has no exact answer to explain")
        round_ = poll.round + (step == "again")
        is_possible = poll.stage in stages
        if not is_possible or not await self._store.change(
            room.code, number, (poll.stage, poll.round), (after, round_)
        ):
            raise RequestError("not-now", f"this poll is {poll.stage}: {step} is not possible now")
        self._on_changed(room.code)

    async def answer(
        self, principal: Principal, room: Room, number: int, round_: int, text: str
    ) -> None:
        """Store the member's answer, or replace an earlier one."""
        member = room.member_of(principal.user.id)
        if member is None or not member.is_active:
            raise RequestError("not-allowed", "only members of this room can answer: join it first")
        poll = await self._current(room, number)
        answer = PollAnswer(round_, member.number, parse_answer(poll.question, text))
        if not await self._store.answer(room.code, number, answer):
            raise RequestError("vote-closed", "this vote is closed")
        self._on_changed(room.code)

    async def _current(self, room: Room, number: int) -> Poll:
        poll = await self.current(room)
        if poll is None or poll.number != number:
            raise RequestError("vote-closed", "this poll is over")
        return poll
