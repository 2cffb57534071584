"""A server that is told to end: nobody is left without an answer, and nothing is lost."""

import asyncio
import os
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from qttt.server.store import open_store

from .players import Player, crowd, ended, keep_playing, lost
from .processes import Process, serving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


async def ended_under_load(
    server: Process, players: list[Player], by: signal.Signals, after: float
) -> int:
    """The exit code of a server that is ended while all play."""
    pairs = zip(players[::2], players[1::2], strict=True)
    playing = [asyncio.create_task(keep_playing(x, o)) for x, o in pairs]
    await asyncio.sleep(after)
    code = await asyncio.to_thread(server.stop, by)
    await ended(playing)
    return code


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
async def test_it_ends_in_order_under_load(tmp_path: Path, by: signal.Signals) -> None:
    data = str(tmp_path / "games.db")
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, data))
        players = await crowd(stack, [server.url], 10)
        began = time.monotonic()
        assert await ended_under_load(server, players, by, 1.0) == 0
        assert time.monotonic() - began < 1.0 + 10.0
    assert server.said == ["starting", "stopped"]
    assert sum(player.goodbyes for player in players) > 5
    assert sum(len(player.heard) for player in players) > 50
    async with open_store(data) as store:
        assert await lost(store, players) == []


@pytest.mark.nightly
async def test_it_ends_in_order_again_and_again(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    for seed in range(30):
        async with AsyncExitStack() as stack:
            server = stack.enter_context(serving(tmp_path, data))
            players = await crowd(stack, [server.url], 10)
            code = await ended_under_load(server, players, signal.SIGTERM, 0.1 + 0.05 * seed)
            assert code == 0
        async with open_store(data) as store:
            assert await lost(store, players) == []


async def test_nobody_is_kept_waiting_by_a_server_that_has_ended(tmp_path: Path) -> None:
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        port = int(server.url.rpartition(":")[2])
        assert server.stop() == 0
    with pytest.raises(OSError, match="Connect"):
        await asyncio.open_connection("127.0.0.1", port)
