"""A store of polls in memory, and checks that each acknowledged answer counts exactly once."""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from qttt.server.protocol.shared import PollStage
from qttt.server.store.polls import Poll, PollAnswer, PollQuestion, PollStatus

from .referee import Broken

T = TypeVar("T")
Round = tuple[str, int, int]
"""A room, the number of a poll, and a round."""


class Ask(Protocol):
    """Executes a request to the store, with its faults."""

    def __call__(self, do: Callable[[], T]) -> Awaitable[T]: ...


class StoredPolls:
    """The stored polls, shared by all processes."""

    def __init__(self) -> None:
        self.polls: defaultdict[str, list[Poll]] = defaultdict(list)

    def last(self, room: str) -> Poll | None:
        return self.polls[room][-1] if self.polls[room] else None

    def status(self, room: str) -> PollStatus | None:
        last = self.last(room)
        if last is None:
            return None
        return PollStatus(last.number, last.stage, last.round, len(last.answers_in(last.round)))

    def add(self, room: str, question: PollQuestion, now: int, limit: int) -> bool:
        polls, last = self.polls[room], self.last(room)
        if last and (last.stage, last.round, last.question) == ("asking", 1, question):
            return True
        if len(polls) >= limit:
            return False
        polls[:] = [replace(poll, stage="over") for poll in polls]
        polls.append(Poll(room, len(polls) + 1, question, now))
        return True

    def change(
        self, room: str, number: int, before: tuple[PollStage, int], after: tuple[PollStage, int]
    ) -> bool:
        poll = self.polls[room][number - 1]
        if (poll.stage, poll.round) != before:
            return False
        self.polls[room][number - 1] = replace(poll, stage=after[0], round=after[1])
        return True

    def answer(self, room: str, number: int, answer: PollAnswer) -> bool:
        poll = self.polls[room][number - 1]
        if not self.is_asking(poll, answer.round):
            return False
        others = (e for e in poll.answers if (e.round, e.member) != (answer.round, answer.member))
        self.polls[room][number - 1] = replace(poll, answers=(*others, answer))
        return True

    def is_asking(self, poll: Poll, round: int) -> bool:
        return (poll.stage, poll.round) == ("asking", round)


class SimulatedPollStore:
    """The store of polls as one process sees it."""

    def __init__(self, stored: StoredPolls, ask: Ask) -> None:
        self._stored = stored
        self._ask = ask

    async def last(self, room: str) -> Poll | None:
        return await self._ask(lambda: self._stored.last(room))

    async def add(self, room: str, question: PollQuestion, now: int, limit: int) -> bool:
        return await self._ask(lambda: self._stored.add(room, question, now, limit))

    async def change(
        self, room: str, number: int, before: tuple[PollStage, int], after: tuple[PollStage, int]
    ) -> bool:
        return await self._ask(lambda: self._stored.change(room, number, before, after))

    async def answer(self, room: str, number: int, answer: PollAnswer) -> bool:
        return await self._ask(lambda: self._stored.answer(room, number, answer))


class BallotInspector:
    """Knows what each member has sent: an attempt without an answer may be stored or not."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._possible: defaultdict[Round, dict[int, set[str | None]]] = defaultdict(dict)
        self._closed: dict[Round, dict[int, str]] = {}

    def sent(self, where: Round, member: int, answer: str) -> set[str | None]:
        """Note an attempt. Returns what was possible before."""
        before = self._possible[where].get(member, {None})
        self._possible[where][member] = before | {answer}
        return before

    def acknowledged(self, where: Round, member: int, answer: str) -> None:
        self._possible[where][member] = {answer}
        self.counts["answered"] += 1

    def rejected(self, where: Round, member: int, before: set[str | None]) -> None:
        """Note that the last attempt was not stored."""
        self._possible[where][member] = before

    def look(self, poll: Poll) -> None:
        """Check that the closed rounds have the acknowledged answers, each once, and stay so."""
        shown = poll.round if poll.stage != "asking" else poll.round - 1
        for round in range(1, shown + 1):
            where = (poll.room, poll.number, round)
            answers = [answer for answer in poll.answers if answer.round == round]
            counted = poll.answers_in(round)
            if len(answers) != len(counted):
                raise Broken(f"an answer counts once: {poll}")
            possible = self._possible[where]
            if any(counted.get(member) not in possible[member] for member in possible):
                raise Broken(f"acknowledged answers count: {possible} in {poll}")
            if self._closed.setdefault(where, counted) != counted:
                raise Broken(f"a closed vote does not change: {poll}")
            self.counts["closed"] += 1
