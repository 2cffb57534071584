"""Polls of class rooms in the database. Package ``rooms`` defines their changes.

Answers are separate rows, so that a class that answers at once does not contend for a version.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, func, select, update

from qttt.server.errors import RequestError
from qttt.server.protocol.shared import PollKind, PollStage

from .database import StorePart, reads, upsert, writes
from .packing import pack_json
from .schema import poll_answers, polls, rooms


@dataclass(frozen=True, slots=True)
class PollQuestion:
    """What a poll asks.

    Attributes:
        kind: Decides which answers there are; a ``slide`` asks nothing.
        text: The question in the teacher's words; empty for the usual one of the kind.
        options: The answers to choose from, only of a ``choice``.
        rules: The rules of the position.
        position: The position that is shown; empty for none.
        marks: The names of the marks that it asks about, such as ``X1``: two of ``entangled``, one
            of ``where``.
    """

    kind: PollKind
    text: str = ""
    options: tuple[str, ...] = ()
    rules: str = "goff"
    position: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """The answer of the member with that number in a round of a poll."""

    round: int
    member: int
    answer: str


class PollStatus(NamedTuple):
    """The number of answers in the current round of a poll."""

    number: int
    stage: PollStage
    round: int
    answers: int


@dataclass(frozen=True, slots=True)
class Poll:
    """A poll; the last of a room is its current one. ``number`` and ``round`` count from 1.

    Answers are sorted by round and member.
    """

    room: str
    number: int
    question: PollQuestion
    created: int
    stage: PollStage = "asking"
    round: int = 1
    answers: tuple[PollAnswer, ...] = ()

    def answers_in(self, round: int) -> dict[int, str]:
        return {entry.member: entry.answer for entry in self.answers if entry.round == round}


class PollStore(StorePart):
    """Polls, whose changes are conditional on their stage and round."""

    @writes
    def add(
        self, connection: Connection, room: str, question: PollQuestion, now: int, limit: int
    ) -> bool:
        """Add a poll to a room, which ends the earlier ones; False if there are ``limit``.

        True without a change while the last poll asks the same question in its first round: a
        repeated request loses no answers.

        Raises ``RequestError`` if the room does not exist.
        """
        # Unlike FOR UPDATE, this does not delay answers, which reference the room.
        own = select(rooms.c.code).where(rooms.c.code == room).with_for_update(key_share=True)
        if connection.execute(own).first() is None:
            raise RequestError("gone", "this class room has been deleted")
        last = _last(connection, room)
        if last and (last.stage, last.round, last.question) == ("asking", 1, question):
            return True
        number = last.number + 1 if last else 1
        if number > limit:
            return False
        connection.execute(update(polls).where(polls.c.room == room).values(stage="over"))
        poll = {"room": room, "number": number, "created": now, "stage": "asking", "round": 1}
        connection.execute(polls.insert(), {**poll, **_packed(question)})
        return True

    @reads
    def last(self, connection: Connection, room: str) -> Poll | None:
        """Return the last poll of a room with all answers, or None."""
        return _last(connection, room)

    @reads
    def all_of(self, connection: Connection, room: str) -> list[Poll]:
        """Return all polls of a room with all answers, in order."""
        query = select(polls).where(polls.c.room == room).order_by(polls.c.number)
        return [_poll(connection, row) for row in connection.execute(query).all()]

    @reads
    def status(self, connection: Connection, room: str) -> PollStatus | None:
        is_now = and_(
            *(poll_answers.c.room == polls.c.room, poll_answers.c.poll == polls.c.number),
            poll_answers.c.round == polls.c.round,
        )
        count = select(func.count()).select_from(poll_answers).where(is_now).scalar_subquery()
        query = select(polls.c.number, polls.c.stage, polls.c.round, count)
        last = query.where(polls.c.room == room).order_by(polls.c.number.desc()).limit(1)
        row = connection.execute(last).first()
        return PollStatus(*row) if row else None

    @writes
    def change(
        self,
        connection: Connection,
        room: str,
        number: int,
        before: tuple[PollStage, int],
        after: tuple[PollStage, int],
    ) -> bool:
        """Set the stage and round of a poll; False if they are not those of ``before``."""
        is_there = and_(
            *(polls.c.room == room, polls.c.number == number),
            *(polls.c.stage == before[0], polls.c.round == before[1]),
        )
        changed = update(polls).where(is_there).values(stage=after[0], round=after[1])
        return connection.execute(changed).rowcount == 1

    @writes
    def answer(self, connection: Connection, room: str, number: int, answer: PollAnswer) -> bool:
        """Store or replace a member's answer; False unless the poll is asking that round."""
        is_asking = and_(
            *(polls.c.room == room, polls.c.number == number),
            *(polls.c.stage == "asking", polls.c.round == answer.round),
        )
        # The lock delays a change of the stage until the answer counts.
        asking = select(polls.c.number).where(is_asking).with_for_update(read=True)
        if connection.execute(asking).first() is None:
            return False
        row = {"room": room, "poll": number, **asdict(answer)}
        upsert(connection, poll_answers, [row], changed=["answer"])
        return True


def _last(connection: Connection, room: str) -> Poll | None:
    query = select(polls).where(polls.c.room == room).order_by(polls.c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return _poll(connection, row) if row else None


def _packed(question: PollQuestion) -> dict[str, Any]:
    fields = asdict(question)
    return {**fields, "options": pack_json(question.options), "marks": pack_json(question.marks)}


def _poll(connection: Connection, row: Row[Any]) -> Poll:
    question = PollQuestion(
        row.kind,
        row.text,
        tuple(json.loads(row.options)),
        row.rules,
        row.position,
        tuple(json.loads(row.marks)),
    )
    table = poll_answers.c
    query = (
        select(table.round, table.member, table.answer)
        .where(table.room == row.room, table.poll == row.number)
        .order_by(table.round, table.member)
    )
    answers = tuple(PollAnswer(**columns._mapping) for columns in connection.execute(query))
    return Poll(row.room, row.number, question, row.created, row.stage, row.round, answers)
