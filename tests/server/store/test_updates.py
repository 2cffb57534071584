"""PostgreSQL updates the rows of games in place, which saves index entries and vacuuming."""

from itertools import count
from random import Random

import psycopg
import pytest

from qttt.server.games.game import GameState
from qttt.server.store.entities import FIRST_CHECK, Ladder, User
from qttt.server.store.store import Store, open_store
from tests.server.postgres import Cluster
from tests.server.store.check.common import NOW, make_terms

from .random_games import advance

GAMES, CONCURRENT = 500, 100
LADDER = Ladder("goff", "live")
NAMES = ("anna", "bert")


async def play(store: Store, rng: Random, games: int) -> None:
    """Play whole rated games, many at a time, with deadlines that are checked in between."""
    times = count(NOW)
    going_on: list[GameState] = []
    while games or going_on:
        while games and len(going_on) < CONCURRENT:
            games -= 1
            terms = make_terms(created=next(times))
            assert await store.games.create(terms)
            going_on.append(GameState(terms))
        appends = [advance(game, rng, next(times)) for game in going_on]
        assert set(await store.games.append(appends)) == {"stored"}
        going_on = [game for game in going_on if not game.is_over]
        assert await store.games.overdue_games(next(times), 200) == ([], FIRST_CHECK)
        for unrated in await store.ratings.unrated_games(200):
            assert await store.ratings.rate(unrated.terms.game, LADDER, lambda x, o: None)


@pytest.mark.nightly
async def test_appends_update_rows_in_place(cluster: Cluster) -> None:
    url = cluster.create("updates")
    async with open_store(url) as store:
        for name in NAMES:
            await store.people.add_user(User(name, name, 1, key=name))
        await play(store, Random(1), GAMES)
    with psycopg.connect(url) as connection:
        chosen = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'games'"
        connection.execute("SELECT pg_stat_force_next_flush()")
        row = connection.execute(chosen).fetchone()
    assert row is not None
    assert row[0] > 5 * GAMES
    assert row[1] >= 0.9 * row[0], row
