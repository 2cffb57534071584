"""Queries cost the same however much there is that their reader cannot see."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update

from qttt.server.store.entities import Ladder
from qttt.server.store.games import create_game
from qttt.server.store.schema import games, open_games, ratings, seats, users
from qttt.server.store.sqlite import SQLITE_READERS
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import make_terms

LADDER = Ladder("goff", "live")
FEW, MANY = 20, 200

QUERIES: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "a stranger's page of an archive": lambda store: store.games.archive("anna", 10),
    "its next page": lambda store: store.games.archive("anna", 10, "over0"),
    "the lobby": lambda store: store.games.live_games(10),
    "a leaderboard": lambda store: store.ratings.leaders(LADDER, 10, 500.0),
}


def hide(connection: Connection, count: int) -> None:
    """Add as many private games, finished and not, and ratings of unlisted users."""
    for user in ("anna", "bert"):
        connection.execute(insert(users), {**_USER, "id": user, "name": user, "key": user})
    for number in range(count):
        for name in (f"over{number}", f"live{number}"):
            assert create_game(connection, replace(make_terms(name), private=True))
        other = {"id": f"user{number}", "name": f"User {number}", "key": f"user{number}"}
        connection.execute(insert(users), {**_USER, **other})
        row = {**_RATING, "user": other["id"], **LADDER._asdict()}
        connection.execute(insert(ratings), row)
    ended = games.c.id.like("over%")
    connection.execute(update(games).where(ended).values(result="1-0", termination="line"))
    connection.execute(update(seats).where(seats.c.game.like("over%")).values(over=True))
    connection.execute(update(open_games).where(open_games.c.game.like("over%")).values(ended=1))


_USER = {"created": 0, "bot": False, "listed": False}
_RATING = {
    "value": 1500.0,
    "deviation": 100.0,
    "volatility": 0.06,
    "games": 9,
    "at": 0,
    "is_listed": False,
}


async def steps(path: Path, count: int, query: Callable[[Store], Awaitable[Any]]) -> int:
    """Return how many instructions SQLite executes for a query."""
    executed = 0

    def step() -> int:
        nonlocal executed
        executed += 1
        return 0

    async with open_store(str(path)) as store:
        await store.database.write(lambda connection: hide(connection, count))
        opened = [store.database.reader.raw_connection() for _ in range(SQLITE_READERS)]
        for each in opened:
            with closing(each):
                assert isinstance(each.driver_connection, sqlite3.Connection)
                each.driver_connection.set_progress_handler(step, 1)
        assert await query(store) == []
    return executed


@pytest.mark.parametrize("name", QUERIES)
async def test_what_is_hidden_costs_nothing(tmp_path: Path, name: str) -> None:
    few = await steps(tmp_path / "few.db", FEW, QUERIES[name])
    many = await steps(tmp_path / "many.db", MANY, QUERIES[name])
    assert 0 < many <= few + FEW
