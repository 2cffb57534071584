"""Homework in the database.

Answers are only ever added, each with an id from the pupil's device, so that it counts once however
often it is sent. All times are milliseconds since the epoch. Package ``rooms`` checks the answers.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, select, update

from qttt.server.protocol.shared import HomeworkTry

from .database import StorePart, insert_new, reads, writes
from .packing import pack_json
from .people import lock_user
from .schema import homework, homework_pupils, homework_tries


@dataclass(frozen=True, slots=True)
class Homework:
    """Homework; ``tasks`` are names that only the app reads.

    Answers are late after ``due``; everything is deleted at ``expires``.
    """

    code: str
    title: str
    teacher: str
    tasks: tuple[str, ...]
    created: int
    due: int
    expires: int


@dataclass(frozen=True, slots=True)
class HomeworkPupil:
    """A pupil, numbered from 1, with the name or number and the ``key`` that the teacher gives."""

    number: int
    name: str
    key: str


_HOMEWORK = tuple(homework.c[name] for name in Homework.__slots__)
_PUPIL = tuple(homework_pupils.c[name] for name in HomeworkPupil.__slots__)
_TRY = tuple(homework_tries.c[name] for name in HomeworkTry.__slots__)


class HomeworkStore(StorePart):
    """Homework that has not expired."""

    @writes
    def add(
        self, connection: Connection, new: Homework, pupils: Sequence[HomeworkPupil], limit: int
    ) -> Literal["stored", "code-in-use", "too-many"]:
        """Add homework, unless its code is in use, or its teacher has ``limit`` already.

        Raises ``RequestError`` if the teacher is deleted.
        """
        lock_user(connection, new.teacher)
        own = select(func.count()).where(_is_of_teacher(new.teacher, new.created))
        if connection.execute(own).scalar_one() >= limit:
            return "too-many"
        tasks = pack_json(new.tasks)
        if not insert_new(connection, homework, {**asdict(new), "tasks": tasks}):
            return "code-in-use"
        rows = [{"homework": new.code, **asdict(pupil)} for pupil in pupils]
        connection.execute(homework_pupils.insert(), rows)
        return "stored"

    @reads
    def homework(self, connection: Connection, code: str, now: int) -> Homework | None:
        rows = _matching(connection, and_(homework.c.code == code, homework.c.expires > now))
        return rows[0] if rows else None

    @reads
    def of_teacher(self, connection: Connection, teacher: str, now: int) -> list[Homework]:
        return _matching(connection, _is_of_teacher(teacher, now))

    @writes
    def change(self, connection: Connection, code: str, due: int, expires: int) -> bool:
        """Set the times; False if the homework has been deleted."""
        changed = update(homework).where(homework.c.code == code)
        return connection.execute(changed.values(due=due, expires=expires)).rowcount == 1

    # --- pupils ------------------------------------------------------------------------------

    @reads
    def pupils(self, connection: Connection, code: str) -> list[HomeworkPupil]:
        query = select(*_PUPIL).where(homework_pupils.c.homework == code)
        rows = connection.execute(query.order_by(homework_pupils.c.number))
        return [HomeworkPupil(**row._mapping) for row in rows]

    @writes
    def delete_pupil(self, connection: Connection, code: str, number: int) -> bool:
        """Delete a pupil with all answers; False if there is none with that number."""
        # The lock delays answers that are being added.
        row = connection.execute(_pupil(code, homework_pupils.c.number == number)).first()
        own = and_(homework_tries.c.homework == code, homework_tries.c.pupil == number)
        connection.execute(delete(homework_tries).where(own))
        is_pupil = and_(homework_pupils.c.homework == code, homework_pupils.c.number == number)
        connection.execute(delete(homework_pupils).where(is_pupil))
        return row is not None

    # --- answers -----------------------------------------------------------------------------

    @writes
    def hand_in(
        self,
        connection: Connection,
        code: str,
        key: str,
        tries: Sequence[HomeworkTry],
        now: int,
        limit: int,
    ) -> tuple[HomeworkPupil, list[HomeworkTry]] | None:
        """Add the answers that are not stored yet, in order, at most ``limit`` in all.

        Returns the pupil with that key and all answers; None if there is no such pupil.
        """
        # The lock serializes what the devices of a pupil send.
        row = connection.execute(_pupil(code, homework_pupils.c.key == key)).first()
        if row is None:
            return None
        pupil = HomeworkPupil(**row._mapping)
        stored = _tries(connection, code, pupil.number)
        known = {attempt.id for attempt in stored}
        new = {attempt.id: replace(attempt, at=now) for attempt in tries if attempt.id not in known}
        added = list(new.values())[: max(0, limit - len(stored))]
        where = {"homework": code, "pupil": pupil.number}
        rows = [
            {**where, "place": place, **asdict(attempt)}
            for place, attempt in enumerate(added, len(stored) + 1)
        ]
        if rows:
            connection.execute(homework_tries.insert(), rows)
        return pupil, stored + added

    @reads
    def tries(self, connection: Connection, code: str) -> dict[int, list[HomeworkTry]]:
        """Return the answers by number of the pupil, in order."""
        numbers = select(homework_pupils.c.number).where(homework_pupils.c.homework == code)
        pupils = connection.execute(numbers.order_by(homework_pupils.c.number)).scalars().all()
        return {number: _tries(connection, code, number) for number in pupils}

    # --- deletion ----------------------------------------------------------------------------

    @writes
    def delete(self, connection: Connection, code: str) -> None:
        delete_homework(connection, homework.c.code == code)

    @writes
    def delete_expired(self, connection: Connection, now: int) -> None:
        delete_homework(connection, homework.c.expires <= now)


def delete_homework(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete the matching homework with pupils and answers within a transaction."""
    query = select(homework.c.code).where(which).with_for_update()
    codes = connection.execute(query).scalars().all()
    # The lock waits for answers that are being added, and delays others.
    own = select(homework_pupils.c.number).where(homework_pupils.c.homework.in_(codes))
    connection.execute(own.with_for_update())
    for table in (homework_tries, homework_pupils):
        connection.execute(delete(table).where(table.c.homework.in_(codes)))
    connection.execute(delete(homework).where(homework.c.code.in_(codes)))


def _is_of_teacher(teacher: str, now: int) -> ColumnElement[bool]:
    return and_(homework.c.teacher == teacher, homework.c.expires > now)


def _matching(connection: Connection, which: ColumnElement[bool]) -> list[Homework]:
    order = (homework.c.created.desc(), homework.c.code.desc())
    rows = connection.execute(select(*_HOMEWORK).where(which).order_by(*order))
    return [Homework(**{**row._mapping, "tasks": tuple(json.loads(row.tasks))}) for row in rows]


def _pupil(code: str, which: ColumnElement[bool]) -> Select[Any]:
    """Select a pupil, locked until the transaction ends."""
    query = select(*_PUPIL).where(homework_pupils.c.homework == code, which)
    return query.with_for_update()


def _tries(connection: Connection, code: str, pupil: int) -> list[HomeworkTry]:
    own = and_(homework_tries.c.homework == code, homework_tries.c.pupil == pupil)
    query = select(*_TRY).where(own).order_by(homework_tries.c.place)
    return [HomeworkTry(**row._mapping) for row in connection.execute(query)]
