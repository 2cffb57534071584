"""Frequent queries do not scan whole tables."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from typing import Any

import pytest
from sqlalchemy import event

from qttt.server.games.game import AppendRequest, Notice
from qttt.server.protocol.values import HomeworkTry
from qttt.server.store.database import SQLITE_READERS
from qttt.server.store.polls import PollAnswer
from qttt.server.store.store import Store, open_store
from qttt.server.store.values import Ladder, Seek, User
from tests.server.store.check.common import NOW, make_move, make_terms
from tests.server.store.check.homework import PUPILS, SET
from tests.server.store.check.lobby import open_seek
from tests.server.store.check.rooms import ROOM

LADDER = Ladder("goff", "live")
SEEK = Seek("id", "anna", "Anna", "goff", "3d", False, "", NOW, NOW + 9)
_AROUND = ("BEGIN", "COMMIT", "ROLLBACK")

QUERIES: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "load": lambda store: store.games.load("game"),
    "load_all": lambda store: store.games.load_all(["one", "two"]),
    "append": lambda store: store.games.append([notified_move("game")]),
    "due": lambda store: store.games.overdue_games(NOW, 10),
    "fold": lambda store: store.games.fold(NOW, 10),
    "live": lambda store: store.games.live_games(10),
    "playing": lambda store: store.games.current_games("anna"),
    "archive": lambda store: store.games.archive("anna", 10),
    "archive, next page": lambda store: store.games.archive("anna", 10, "game"),
    "summary": lambda store: store.games.summary("game"),
    "verify": lambda store: store.games.verify("game"),
    "unrated": lambda store: store.ratings.unrated_games(10),
    "rate": lambda store: store.ratings.rate("game", LADDER, lambda x, o: None),
    "ratings": lambda store: store.ratings.by_user("anna"),
    "leaders": lambda store: store.ratings.leaders(LADDER, 10, 100.0),
    "holder": lambda store: store.people.token_and_user(b"token", NOW),
    "tokens": lambda store: store.people.tokens("anna", "session"),
    "user_by_key": lambda store: store.people.user_by_name_key("anna"),
    "set_password": lambda store: with_anna(store, lambda: store.people.set_password("anna", "")),
    "held": lambda store: store.people.valid_tokens([b"one", b"two"], NOW),
    "recover": lambda store: store.accounts.recover("anna", b"code", "hash", NOW),
    "passkey": lambda store: store.accounts.passkey(b"id"),
    "take_challenge": lambda store: store.accounts.consume_passkey_challenge(
        b"challenge", None, NOW
    ),
    "drop_password": lambda store: with_anna(store, lambda: store.accounts.delete_password("anna")),
    "leave": lambda store: leave(store),
    "forget_names": lambda store: store.accounts.anonymize_games(10),
    "a seek opened": lambda store: with_anna(store, lambda: open_seek(store, SEEK)),
    "users to delete again": lambda store: store.accounts.users_to_delete_again(),
    "games of deleted users": lambda store: store.accounts.games_of_deleted_users(10),
    "seeks_of": lambda store: store.lobby.seeks_by_user("anna", NOW),
    "found": lambda store: store.lobby.collect_matches(["anna", "bert"]),
    "challenges": lambda store: store.lobby.challenges_by_user("anna", NOW),
    "challenge": lambda store: store.lobby.challenge("code", NOW),
    "room": lambda store: store.rooms.room("code"),
    "opened rooms": lambda store: store.rooms.open_rooms("anna"),
    "waiting rooms": lambda store: store.rooms.rooms_to_pair(NOW),
    "a room changed": lambda store: store.rooms.update(ROOM, ()),
    "expired rooms deleted": lambda store: store.rooms.delete_expired(NOW),
    "the last poll": lambda store: store.polls.last("code"),
    "a poll answered": lambda store: store.polls.answer("code", 1, PollAnswer(1, 1, "2")),
    "a poll shown": lambda store: store.polls.change("code", 1, ("asking", 1), ("shown", 1)),
    "homework": lambda store: store.homework.homework("code", NOW),
    "a teacher's homework": lambda store: store.homework.of_teacher("anna", NOW),
    "pupils of homework": lambda store: store.homework.pupils("code"),
    "answers of homework": lambda store: store.homework.tries("code"),
    "handing in": lambda store: hand_in(store),
    "homework rescheduled": lambda store: store.homework.change("code", NOW, NOW),
    "a pupil deleted": lambda store: store.homework.delete_pupil("code", 1),
    "homework deleted": lambda store: store.homework.delete("code"),
    "expired homework deleted": lambda store: store.homework.delete_expired(NOW),
}


def notified_move(game: str) -> AppendRequest:
    """Return a first move after which the other player is to be notified."""
    notice = Notice("bert", "turn", game, 1, NOW)
    return AppendRequest(game, (make_move(1, "a"),), notices=(notice,))


async def hand_in(store: Store) -> object:
    await store.people.add_user(User("anna", "Anna", NOW, key="anna"))
    await store.homework.add(SET, PUPILS, 9)
    return await store.homework.hand_in(
        SET.code, PUPILS[0].key, [HomeworkTry("id", 1, "5")], NOW, 10
    )


async def with_anna(store: Store, work: Callable[[], Awaitable[object]]) -> object:
    await store.people.add_user(User("anna", "Anna", NOW, key="anna"))
    return await work()


async def leave(store: Store) -> bool:
    await store.people.add_user(User("bert", "Bert", NOW, key="bert"))
    return await store.accounts.delete_user("bert", NOW)


@asynccontextmanager
async def recorded(store: Store) -> AsyncIterator[list[tuple[str, Any]]]:
    """Record the statements that the store executes, with their parameters."""
    statements: list[tuple[str, Any]] = []

    def record(_1: Any, _2: Any, statement: str, parameters: Any, _3: Any, many: bool) -> None:
        statements.append((statement, parameters[0] if many else parameters))

    engines = [store.database.writer, store.database.reader]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", record)
    trace(store, lambda statement: statements.append((statement, ())))
    yield statements
    trace(store, None)
    for engine in engines:
        event.remove(engine, "before_cursor_execute", record)


def trace(store: Store, callback: Callable[[str], None] | None) -> None:
    """Set SQLite's trace callback on all connections; some statements bypass SQLAlchemy."""
    with ExitStack() as stack:
        engines = [store.database.writer, *[store.database.reader] * SQLITE_READERS]
        opened = [stack.enter_context(closing(each.raw_connection())) for each in engines]
        for connection in opened:
            assert isinstance(connection.driver_connection, sqlite3.Connection)
            connection.driver_connection.set_trace_callback(callback)


@pytest.mark.parametrize("name", QUERIES)
async def test_only_indexes_are_read(sqlite_url: str, name: str) -> None:
    async with open_store(sqlite_url) as store:
        async with recorded(store) as statements:
            await QUERIES[name](store)
        queries = [(text, values) for text, values in statements if not text.startswith(_AROUND)]
        assert queries
        with store.database.reader.begin() as connection:
            for text, values in queries:
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)
                plan = [row[-1] for row in rows]
                assert not [step for step in plan if _is_slow(step)], (text, plan)


@pytest.mark.parametrize("size", [1, 40])
async def test_a_batch_of_moves_needs_two_queries(sqlite_url: str, size: int) -> None:
    games = [f"game{number}" for number in range(size)]
    async with open_store(sqlite_url) as store:
        for user in ("anna", "bert"):
            await store.people.add_user(User(user, user.title(), NOW, key=user))
        for game in games:
            await store.games.create(make_terms(game))
        async with recorded(store) as statements:
            stored = await store.games.append([notified_move(game) for game in games])
    assert set(stored) == {"stored"}
    assert sum("SELECT" in text for text, _ in statements) == 2


def _is_slow(step: str) -> bool:
    """Return whether it scans or sorts a whole table, not only a small partial index."""
    few = (
        *("deleted_users", "open_games_going_on", "open_games_awaiting_rating"),
        *("open_games_by_check", "rooms_that_pair"),
    )
    reads_all = step.startswith("SCAN ") and not step.startswith(("SCAN (", "SCAN CONSTANT"))
    sorts = "TEMP B-TREE" in step and "RIGHT PART" not in step
    return sorts or (reads_all and not any(index in step for index in few))
