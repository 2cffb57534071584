"""Requests that cost the server much more than their senders do not delay others.

Each of many clients requests as much as it can at once, and reads nothing.
"""

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bench.load.driving import ours, serving
from bench.load.stock import stock
from qttt.play.log import EntryKind
from qttt.server.games.commands import OFFER_LIMIT
from qttt.server.games.game import AppendRequest, GameState
from qttt.server.hub.clients import MAX_WATCHED_PER_ADDRESS, MAX_WATCHED_WITHOUT_SESSION
from qttt.server.store.store import open_store
from tests.server.games.helpers import O, X, do, play

from .flooding import occupying
from .test_bad_clients import MAX_GROWTH_MIB, Target, frame
from .test_floods import Limits, endure

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc"),
]

SOCKETS, REQUESTS, PAIRS = 450, 38, 20
MAX_DELAY_MS = 500
SOCKET_MIB = 0.25
"""Memory that an admitted client can cost: itself, and the answers that it does not read."""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Serve many games, of which the first one is as long as the server allows."""
    store = tmp_path_factory.mktemp("target") / "games.db"
    pairs = stock(str(store), PAIRS, MAX_WATCHED_PER_ADDRESS // PAIRS)
    games = [game for pair in pairs for game in pair.games]
    asyncio.run(lengthen(store, games[0][0]))
    with serving(ours(store)) as server:
        yield Target(server, pairs[0].sessions, games, [])


async def lengthen(path: Path, game: str) -> None:
    """Make moves and take them back until the server allows no more offers."""
    async with open_store(str(path)) as store:
        log = await store.games.load(game)
        assert log is not None
        state = GameState(log.terms)
        while state.version < OFFER_LIMIT:
            play(state, "12")
            do(state, X, EntryKind.OFFER_TAKEBACK)
            do(state, O, EntryKind.ACCEPT_TAKEBACK)
        append = AppendRequest(game, tuple(state.entries), state.deadline)
        assert await store.games.append([append]) == ["stored"]


def watch(game: str) -> bytes:
    return frame(json.dumps({"t": "watch", "game": game}).encode())


async def survive(target: Target, upgrade: bytes, texts: Sequence[bytes]) -> None:
    growth = MAX_GROWTH_MIB + SOCKET_MIB * len(texts)
    limits = Limits(MAX_DELAY_MS, MAX_DELAY_MS, growth)
    async with target.socket("O") as victim:
        pid, port = target.server.process.pid, target.server.port
        await endure(victim, pid, lambda: occupying(port, upgrade, texts), limits)


async def test_requests_for_a_long_game(target: Target) -> None:
    await survive(target, target.upgrade, [watch(target.games[0][0]) * REQUESTS] * SOCKETS)


async def test_following_all_games(target: Target) -> None:
    """Clients without a session follow as many games as their address can."""
    lines = target.upgrade.split(b"\r\n")
    upgrade = b"\r\n".join(line for line in lines if not line.startswith(b"Cookie"))
    games, step = [game for game, _ in target.games], MAX_WATCHED_WITHOUT_SESSION
    texts = [
        b"".join(map(watch, games[first : first + step])) for first in range(0, len(games), step)
    ]
    await survive(target, upgrade, texts)
