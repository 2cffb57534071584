"""Games in which the server stands still, or loses its store, for longer than the players' time."""

import asyncio
import json
import os
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets import ClientConnection

from tests.server.postgres import Cluster

from .players import Player, begin, make_players
from .processes import ServerProcess, serving

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
    pytest.mark.nightly,
]

CLOCK_S = 5
OUTAGE_S = 9
LOCKED_S = 18
"""Longer than a transaction waits, in the queue behind others and for the lock: 15 s."""


class Match(NamedTuple):
    """A game in which the clock of X is running, with a socket of X.

    ``kinds`` are those of the entries that were received.
    """

    game: str
    socket: ClientConnection
    kinds: list[str]

    async def send(self) -> None:
        """Send the next move of X, always with the same id."""
        do = {"t": "do", "game": self.game, "id": "third", "at": 2, "kind": "move", "body": "45"}
        await self.socket.send(json.dumps(do))

    async def receive(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                self.kinds.extend(each["k"] for each in message.get("entries", ()))
                if message["t"] in kinds:
                    return message

    async def receive_refund(self) -> None:
        """Wait for the refund, which can come before or after the answer to a move."""
        while "downtime" not in self.kinds:
            await self.receive("entries")

    async def repeat(self) -> int:
        """Repeat the move until it is answered; return how often the store was unavailable."""
        failures = 0
        while (answer := await self.receive("done", "refused"))["t"] == "refused":
            assert answer["code"] == "unavailable", answer
            failures += 1
            await asyncio.sleep(0.5)
            await self.send()
        return failures


async def start(stack: AsyncExitStack, server: ServerProcess) -> tuple[Match, Player]:
    x, o = await make_players(stack, [server.url], 1)
    game = await begin(x, o, f"{CLOCK_S}+0")
    sockets = [await stack.enter_async_context(player.watching(game)) for player in (x, o)]
    for version, socket in enumerate(sockets):
        do = {"t": "do", "game": game, "id": f"m{version}", "at": version, "kind": "move"}
        await socket.send(json.dumps({**do, "body": ("12", "23")[version]}))
        while json.loads(await socket.recv())["t"] != "done":
            pass
    return Match(game, sockets[0], []), x


async def charged(player: Player, game: str) -> int:
    """Return the time charged for the third move of a game that goes on after a refund."""
    entries = (await player.ask("GET", f"games/{game}")).json()["entries"]
    assert sorted(entry["k"] for entry in entries) == ["downtime", "move", "move", "move"]
    return next(int(entry["spent"]) for entry in entries if entry["id"] == "third")


@pytest.mark.parametrize("is_sent_first", [True, False])
async def test_a_process_that_stands_still_decides_no_game(
    tmp_path: Path, is_sent_first: bool
) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, str(tmp_path / "games.db")))
        match, player = await start(stack, server)
        server.process.send_signal(signal.SIGSTOP)
        if is_sent_first:
            await match.send()
        await asyncio.sleep(OUTAGE_S)
        server.process.send_signal(signal.SIGCONT)
        if is_sent_first:
            assert await match.repeat() == 0
            await match.receive_refund()
        else:
            await match.receive_refund()
            await match.send()
            assert await match.repeat() == 0
        assert await charged(player, match.game) < 2_000


async def test_a_locked_store_decides_no_game(tmp_path: Path) -> None:
    """Another program locks the file."""

    async def lock() -> None:
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(LOCKED_S)

    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, str(tmp_path / "games.db")))
        assert await play_during(stack, server, lock) < 2_000


async def test_a_stopped_database_decides_no_game(tmp_path: Path, own_cluster: Cluster) -> None:
    async def stop() -> None:
        await asyncio.to_thread(own_cluster.stop, "immediate")
        await asyncio.sleep(OUTAGE_S)
        await asyncio.to_thread(own_cluster.start)

    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, own_cluster.create("outage")))
        assert await play_during(stack, server, stop) < 2_000


async def play_during(
    stack: AsyncExitStack, server: ServerProcess, outage: Callable[[], Awaitable[None]]
) -> int:
    """Repeat a move during an outage until it is stored; return the time charged for it."""
    match, player = await start(stack, server)
    out = asyncio.ensure_future(outage())
    await asyncio.sleep(0.5)
    await match.send()
    assert await match.repeat() > 0
    await out
    return await charged(player, match.game)
