"""Graceful shutdown: acknowledged moves are stored, and clients are notified."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from qttt.server.store.store import open_store
from tests.selection import by_day

from .players import Player, all_playing, lost, make_players
from .processes import ServerProcess, serving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

MIN_MOVES = 50
"""Acknowledged moves before the server is stopped."""


@pytest.fixture(autouse=True)
def _hangups_are_not_ignored() -> Iterator[None]:
    """Processes inherit that SIGHUP is ignored, as under ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


async def stop_under_load(
    server: ServerProcess, players: list[Player], by: signal.Signals, when: Awaitable[None]
) -> int:
    """Stop a server while all players play; return its exit code."""
    async with all_playing(players):
        await when
        return await asyncio.to_thread(server.stop, by)


async def wait_for_load(players: list[Player]) -> None:
    """Wait until many moves are acknowledged and all listeners have received messages."""
    async with asyncio.timeout(120):
        while sum(len(player.acknowledged) for player in players) < MIN_MOVES:
            await asyncio.sleep(0.01)
        while not all(player.received for player in players):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("by", by_day(["TERM"], ["TERM", "INT", "HUP"]))
async def test_a_graceful_shutdown_under_load(tmp_path: Path, by: str) -> None:
    data = str(tmp_path / "games.db")
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, data))
        players = await make_players(stack, [server.url], 10)
        quiet = asyncio.gather(*(player.listen() for player in players))
        ends = signal.Signals[f"SIG{by}"]
        assert await stop_under_load(server, players, ends, wait_for_load(players)) == 0
        assert all("bye" in types for types in await quiet)
    # Slow commits and standstills depend on the machine.
    events = [event for event in server.events if event not in ("slow commit", "no heartbeat")]
    assert events == ["starting", "stopped"]
    async with open_store(data) as store:
        assert await lost(store, players) == []


@pytest.mark.nightly
async def test_repeated_graceful_shutdowns(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    for seed in range(30):
        async with AsyncExitStack() as stack:
            server = stack.enter_context(serving(tmp_path, data))
            players = await make_players(stack, [server.url], 10)
            when = asyncio.sleep(0.1 + 0.05 * seed)
            code = await stop_under_load(server, players, signal.SIGTERM, when)
            assert code == 0
        async with open_store(data) as store:
            assert await lost(store, players) == []


@pytest.mark.nightly
async def test_a_stopped_server_rejects_connections(tmp_path: Path) -> None:
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        port = int(server.url.rpartition(":")[2])
        assert server.stop() == 0
    with pytest.raises(OSError, match="Connect"):
        await asyncio.open_connection("127.0.0.1", port)


def test_ctrl_c_pressed_again_and_again_is_no_error(tmp_path: Path) -> None:
    """Nor is one that a wrapper passes on to a process that has it from the terminal, too."""
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        assert httpx.get(f"{server.url}/healthz").text == "ok\n"
        while server.process.poll() is None:
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        server.kill()
        assert "Traceback" not in "".join(server.text)


def test_a_closed_terminal_stops_the_server_unless_it_ignores_that(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    with serving(tmp_path, data) as server:
        assert server.stop(signal.SIGHUP) == 0
        assert server.events[-1] == "stopped"
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    with serving(tmp_path, data) as server:
        server.process.send_signal(signal.SIGHUP)
        assert httpx.get(f"{server.url}/healthz").text == "ok\n"
        assert server.stop() == 0
