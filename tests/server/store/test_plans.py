"""Queries and changes read indexes instead of whole tables."""

import inspect
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from qttt.server.games.game import AppendRequest, Notice
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.sqlite import SQLITE_READERS
from qttt.server.store.store import Store, open_store
from tests.server.store.check import CHECKS
from tests.server.store.check.common import NOW, make_move, make_terms
from tests.server.store.check.rooms import ROOM

from .test_push import DUE, add_session, daily, play_move, subscription

_AROUND = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")
SMALL = ("processes", "seeks", "deleted_users", "open_games_awaiting_rating", "rooms_that_pair")
"""Tables and partial indexes with a few rows, which can be read as a whole."""
ORDERED = ("open_games_shown", "open_games_by_check", "seeks_in_order")
"""Indexes that are read in order up to a limit."""
FEW = ("seeks_to_match", "autoindex_push_subscriptions")
"""Indexes that find few rows, which can be sorted."""


async def use_the_rest(store: Store) -> None:
    """Call what no check of ``check_store`` calls."""
    await store.games.delete_guest_games(NOW)
    await store.games.fold(NOW, 10)
    guest = User("guest", "Guest", NOW)
    await store.people.add_guest(guest, AuthToken(b"guest", guest.id, "session", NOW, NOW + 1))
    await store.people.key("codes", b"key")
    await store.accounts.progress("anna")
    await store.rooms.delete(ROOM.code, NOW)
    await notify(store)


async def notify(store: Store) -> None:
    """Notify a user of a move."""
    game = daily()
    await add_session(store, "anna", "phone")
    await store.push.subscribe("anna", subscription("phone"))
    await store.games.create(game)
    await play_move(store, game)
    (sent,) = await store.push.claim(DUE, 10)
    await store.push.retry(sent, DUE)
    (again,) = await store.push.claim(DUE, 10)
    await store.push.finish(again)
    await play_move(store, game, 2)
    await store.push.mark_seen("anna", game.game, 2)
    await store.push.unsubscribe(b"phone", "endpoint")
    await store.push.delete_old(NOW)
    await store.push.key(b"key")


def notified_move(game: str) -> AppendRequest:
    """Return a first move after which the other player is to be notified."""
    notice = Notice("bert", "turn", game, 1, NOW)
    return AppendRequest(game, (make_move(1, "a"),), notices=(notice,))


class Part:
    """A part of a store that records the names of the methods that are called."""

    def __init__(self, good: object, name: str, called: set[str]) -> None:
        self._good, self._name, self._called = good, name, called

    def __getattr__(self, name: str) -> Any:
        self._called.add(f"{self._name}.{name}")
        return getattr(self._good, name)


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
        opened = [stack.enter_context(closing(engine.raw_connection())) for engine in engines]
        for connection in opened:
            assert isinstance(connection.driver_connection, sqlite3.Connection)
            connection.driver_connection.set_trace_callback(callback)


def methods(store: Store) -> set[str]:
    """Return the names of all methods that execute statements."""
    return {
        f"{part}.{name}"
        for part, value in vars(store).items()
        for name, member in inspect.getmembers(type(value), inspect.iscoroutinefunction)
        if part != "database" and not name.startswith("_")
    }


async def test_no_statement_reads_a_whole_table(quick_path: Path) -> None:
    called: set[str] = set()
    for number, check in enumerate((*CHECKS, use_the_rest)):
        async with open_store(str(quick_path / f"plans{number}.db")) as store:
            everything = methods(store)
            for name in ("anna", "bert", "cleo"):
                await store.people.add_user(User(name, name.title(), NOW, key=name))
            for name, part in list(vars(store).items()):
                if name != "database":
                    setattr(store, name, Part(part, name, called))
            async with recorded(store) as statements:
                await check(store)
            explain(store, statements)
    assert called >= everything


def explain(store: Store, statements: list[tuple[str, Any]]) -> None:
    """Check the plans of these statements."""
    with store.database.reader.begin() as connection:
        for text, values in dict(statements).items():
            if text.startswith(_AROUND):
                continue
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)
            assert not slow_steps(text, [row[-1] for row in rows]), text


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


def slow_steps(text: str, plan: list[str]) -> list[str]:
    """Return the steps of a plan that scan or sort a whole table."""
    # Inserting a parent would look for its children only if a deferred key were violated.
    if text.startswith(("INSERT INTO games", "INSERT INTO tokens")):
        plan = [step for step in plan if not step.startswith("SCAN ")]
    scans = [
        step
        for step in plan
        if step.startswith("SCAN ")
        and not step.startswith(("SCAN (", "SCAN CONSTANT"))
        and not any(step.endswith(each) for each in (*SMALL, *ORDERED))
        and "CONSTANT ROW" not in step
    ]
    few = any(name in step for step in plan for name in (*SMALL, *FEW))
    sorts = [step for step in plan if "TEMP B-TREE" in step and "RIGHT PART" not in step]
    return scans if few else scans + sorts
