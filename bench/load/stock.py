"""A store with logged-in users and their games, for load tests."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Connection, insert

from bench.positions import Dice, random_game
from qttt.game import Position, Rules
from qttt.server.games.terms import Identity, Terms, new_game_id
from qttt.server.people.credentials import new_token, token_hash
from qttt.server.people.people import SESSION, new_user_id
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.games import create_game
from qttt.server.store.schema import tokens, users
from qttt.server.store.store import Store, open_store

DAYS = "3d"
"""A clock under which waiting games are not aborted."""
WEEK = 7 * 86_400_000
LINES = 500

Line = list[tuple[str, str]]
"""A whole game: players and moves in machine form."""


class Pair(NamedTuple):
    """Two players: their session tokens, and their games with the moves to play."""

    sessions: dict[str, str]
    games: list[tuple[str, Line]]


def lines(count: int, seed: int = 1) -> list[Line]:
    """Return random whole games under the rules ``goff``."""
    dice = Dice(seed)
    return [_line(list(random_game(Rules(), dice))) for _ in range(count)]


def _line(positions: Sequence[Position]) -> Line:
    return [(str(before.to_move), _move(before, after)) for before, after in pairwise(positions)]


def _move(before: Position, after: Position) -> str:
    move = next(move for move in before.legal_moves if before.play(move) == after)
    return before.name(move)


def bare_stock(pairs: int, games: int) -> list[Pair]:
    """Return pairs for the bare server, which needs no users: the session names the seat."""
    known = lines(LINES)
    return [
        Pair(
            {"X": "X", "O": "O"},
            [(new_game_id(), known[(7 * number + i) % LINES]) for i in range(games)],
        )
        for number in range(pairs)
    ]


def stock(url: str, pairs: int, games: int, clock: str = DAYS) -> list[Pair]:
    """Create a store with ``pairs`` pairs of ``games`` games each."""
    return asyncio.run(_stock(url, pairs, games, clock))


async def _stock(url: str, pairs: int, games: int, clock: str) -> list[Pair]:
    known, pairing = lines(LINES), list[Pair]()
    async with open_store(url) as store:
        for number in range(pairs):
            played = [known[(7 * number + i) % LINES] for i in range(games)]
            pairing.append(await _pair(store, number, played, clock))
    return pairing


async def _pair(store: Store, number: int, played: list[Line], clock: str) -> Pair:
    now = time.time_ns() // 1_000_000
    x, o = (User(new_user_id(), f"Player {2 * number + side}", now) for side in (0, 1))
    secrets = {"X": new_token(), "O": new_token()}
    terms = [
        Terms(
            new_game_id(),
            "goff",
            "-",
            Identity(x.id, x.name),
            Identity(o.id, o.name),
            clock,
            False,
            now,
        )
        for _ in played
    ]
    held = [
        AuthToken(token_hash(secret), user.id, SESSION, now, now + WEEK)
        for user, secret in zip((x, o), secrets.values(), strict=True)
    ]

    def add(connection: Connection) -> None:
        connection.execute(insert(users), [asdict(user) for user in (x, o)])
        connection.execute(insert(tokens), [asdict(token) for token in held])
        for game in terms:
            create_game(connection, game)

    await store.database.write(add)
    return Pair(secrets, [(game.game, line) for game, line in zip(terms, played, strict=True)])
