"""A server that is told to end: nobody is left without an answer, and nothing is lost."""

import asyncio
import os
import signal
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from qttt.server.store import open_store
from tests.selection import by_day

from .players import Player, crowd, ended, keep_playing, lost
from .processes import Process, serving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

ENOUGH = 50
"""So many moves are acknowledged before the server is ended."""


async def ended_under_load(
    server: Process, players: list[Player], by: signal.Signals, when: Awaitable[None]
) -> int:
    """The exit code of a server that is ended while all play."""
    pairs = zip(players[::2], players[1::2], strict=True)
    playing = [asyncio.create_task(keep_playing(x, o)) for x, o in pairs]
    await when
    code = await asyncio.to_thread(server.stop, by)
    await ended(playing)
    return code


async def in_full_swing(players: list[Player]) -> None:
    """Much has been played, and whoever listens has begun to."""
    async with asyncio.timeout(120):
        while sum(len(player.heard) for player in players) < ENOUGH:
            await asyncio.sleep(0.01)
        while not all(player.overheard for player in players):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("by", by_day([signal.SIGTERM], [signal.SIGTERM, signal.SIGINT]))
async def test_it_ends_in_order_under_load(tmp_path: Path, by: signal.Signals) -> None:
    data = str(tmp_path / "games.db")
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, data))
        players = await crowd(stack, [server.url], 10)
        quiet = asyncio.gather(*(player.listen() for player in players))
        assert await ended_under_load(server, players, by, in_full_swing(players)) == 0
        assert all("bye" in heard for heard in await quiet)
    # How fast the disk is is none of this test's business.
    assert [said for said in server.said if said != "slow commit"] == ["starting", "stopped"]
    async with open_store(data) as store:
        assert await lost(store, players) == []


@pytest.mark.nightly
async def test_it_ends_in_order_again_and_again(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    for seed in range(30):
        async with AsyncExitStack() as stack:
            server = stack.enter_context(serving(tmp_path, data))
            players = await crowd(stack, [server.url], 10)
            when = asyncio.sleep(0.1 + 0.05 * seed)
            code = await ended_under_load(server, players, signal.SIGTERM, when)
            assert code == 0
        async with open_store(data) as store:
            assert await lost(store, players) == []


@pytest.mark.nightly
async def test_nobody_is_kept_waiting_by_a_server_that_has_ended(tmp_path: Path) -> None:
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        port = int(server.url.rpartition(":")[2])
        assert server.stop() == 0
    with pytest.raises(OSError, match="Connect"):
        await asyncio.open_connection("127.0.0.1", port)
