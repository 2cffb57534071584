"""Deletions on PostgreSQL while another connection adds rows that depend on what is deleted."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

import psycopg
import pytest
from sqlalchemy import Connection

from qttt.server.errors import RequestError
from qttt.server.store.database import MAX_VALUES
from qttt.server.store.entities import User
from qttt.server.store.homework import HomeworkStore
from qttt.server.store.polls import PollAnswer, PollStore
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import NOW
from tests.server.store.check.homework import PUPILS, SET, tries
from tests.server.store.check.polls import PLACED, QUESTION
from tests.server.store.check.rooms import ROOM

BLOCKED = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture
async def lesson(postgres_url: str) -> AsyncIterator[Store]:
    """A class room with a poll, and homework, of teachers with accounts."""
    async with open_store(postgres_url) as store:
        for teacher in (ROOM.teacher, SET.teacher):
            await store.people.add_user(User(teacher, teacher.title(), NOW, key=teacher))
        await store.rooms.add(ROOM)
        await store.polls.add(ROOM.code, QUESTION, NOW, MAX_VALUES)
        await store.homework.add(SET, PUPILS, MAX_VALUES)
        yield store


def hand_in(store: Store, connection: Connection) -> object:
    method = HomeworkStore.hand_in.__wrapped__  # type: ignore[attr-defined]
    return method(store.homework, connection, SET.code, PUPILS[0].key, tries("a"), NOW, MAX_VALUES)


def answer_poll(store: Store, connection: Connection) -> object:
    method = PollStore.answer.__wrapped__  # type: ignore[attr-defined]
    return method(store.polls, connection, ROOM.code, 1, PollAnswer(1, 1, "1"))


def ask(store: Store, connection: Connection) -> object:
    method = PollStore.add.__wrapped__  # type: ignore[attr-defined]
    return method(store.polls, connection, ROOM.code, PLACED, NOW, MAX_VALUES)


DELETIONS: Mapping[str, Callable[[Store], Awaitable[object]]] = {
    "homework": lambda store: store.homework.delete(SET.code),
    "expired homework": lambda store: store.homework.delete_expired(SET.expires),
    "pupil": lambda store: store.homework.delete_pupil(SET.code, PUPILS[0].number),
    "teacher": lambda store: store.accounts.delete_user(SET.teacher, NOW, NOW),
    "room": lambda store: store.rooms.delete(ROOM.code, NOW),
    "expired room": lambda store: store.rooms.delete_expired(ROOM.expires, NOW),
}


@pytest.mark.parametrize(
    ("add", "deleted"),
    [
        *((hand_in, deleted) for deleted in ("homework", "expired homework", "pupil", "teacher")),
        *((add, deleted) for add in (answer_poll, ask) for deleted in ("room", "expired room")),
    ],
)
async def test_a_deletion_waits_for_what_is_being_added(
    lesson: Store, postgres_url: str, add: Callable[[Store, Connection], object], deleted: str
) -> None:
    with lesson.database.writer.begin() as connection:
        assert add(lesson, connection)
        deletion = asyncio.ensure_future(DELETIONS[deleted](lesson))
        await wait_until_blocked(postgres_url)
    await deletion
    if add is hand_in:
        assert await lesson.homework.hand_in(SET.code, PUPILS[0].key, [], NOW, 1) is None
    else:
        assert await lesson.rooms.room(ROOM.code) is None


async def test_nothing_is_asked_in_a_deleted_room(lesson: Store) -> None:
    await lesson.rooms.delete(ROOM.code, NOW)
    with pytest.raises(RequestError, match="this class room has been deleted") as caught:
        await lesson.polls.add(ROOM.code, QUESTION, NOW, MAX_VALUES)
    assert caught.value.code == "gone"


async def wait_until_blocked(url: str) -> None:
    """Wait until a connection waits for a lock."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        async with asyncio.timeout(60):
            while (await (await connection.execute(BLOCKED)).fetchone()) != (1,):
                await asyncio.sleep(0.01)
