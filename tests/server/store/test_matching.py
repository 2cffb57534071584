"""Seeks that arrive at once are paired at once, by any number of processes."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

from qttt.server.games.terms import Terms
from qttt.server.lobby.lobby import Lobby
from qttt.server.lobby.setup import parse_setup
from qttt.server.people.people import SESSION, Principal
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.schema import users
from qttt.server.store.store import open_store

PLAYERS, PROCESSES = 200, 2
NOW = 1_700_000_000_000


async def test_all_who_seek_at_once_are_paired_at_once(url: str) -> None:
    started: list[Terms] = []

    async def on_started(terms: Terms) -> None:
        started.append(terms)

    people = [User(f"user{number}", f"Player{number}", NOW) for number in range(PLAYERS)]
    rows = [{"id": e.id, "name": e.name, "created": e.created} for e in people]
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(open_store(url)) for _ in range(PROCESSES)]
        lobbies = [
            Lobby(store.lobby, store.games, store.ratings, lambda: NOW, on_started)
            for store in stores
        ]
        missing = {"bot": False, "listed": False}
        await stores[0].database.write(
            lambda each: each.execute(users.insert(), [row | missing for row in rows])
        )
        principals = [
            Principal(person, AuthToken(person.id.encode(), person.id, SESSION, NOW, NOW + 1))
            for person in people
        ]
        await asyncio.gather(
            *(
                lobbies[number % PROCESSES].seek(each, parse_setup("goff", "60+0"))
                for number, each in enumerate(principals)
            )
        )
        assert await lobbies[0].seeks() == []
        stored = [await stores[0].games.current_games(person.id) for person in people]
    players = Counter(who.user for terms in started for who in (terms.x, terms.o))
    assert players == dict.fromkeys((person.id for person in people), 1)
    assert [len(games) for games in stored] == [1] * PLAYERS
