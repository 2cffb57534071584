"""Two servers on one PostgreSQL and one Redis: any of the four may go away, nothing is lost."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from qttt.server.store import open_store
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer

from .players import Player, begin, crowd, ended, keep_playing, lost
from .processes import Process, serving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


class Site:
    """Two servers and their players: of each pair one begins at each server."""

    def __init__(self, servers: list[Process], players: list[Player], data: str) -> None:
        self.servers, self.players, self.data = servers, players, data

    @property
    def count(self) -> int:
        """How much has been acknowledged."""
        return sum(len(player.heard) for player in self.players)

    async def play_while(self, happens: Callable[[], Awaitable[None]]) -> None:
        """All play, one game after the other, before, during and after something happens."""
        pairs = zip(self.players[::2], self.players[1::2], strict=True)
        playing = [asyncio.create_task(keep_playing(x, o)) for x, o in pairs]
        try:
            await self.progress(50)
            await happens()
            await self.progress(50)
        finally:
            await ended(playing)
        await self.nothing_is_lost()

    async def progress(self, moves: int) -> None:
        """Returns when so many more moves are acknowledged."""
        wanted = self.count + moves
        async with asyncio.timeout(120):
            while self.count < wanted:
                await asyncio.sleep(0.02)

    async def nothing_is_lost(self) -> None:
        async with open_store(self.data) as store:
            assert await lost(store, self.players) == []


@asynccontextmanager
async def site(
    folder: Path, cluster: Cluster, redis: RedisServer, pairs: int, *, are_told: bool = False
) -> AsyncIterator[Site]:
    data = await cluster.create(f"site{time.monotonic_ns()}")
    async with AsyncExitStack() as stack:
        settings = {"QTTT_REDIS": redis.url, "QTTT_CHAT": "on"}
        servers = [
            stack.enter_context(serving(folder, data, environment=settings, is_told=are_told))
            for _ in range(2)
        ]
        urls = [server.url for server in servers]
        players = await crowd(stack, urls, pairs)
        for player in players[1::2]:
            player.urls.reverse()
        yield Site(servers, players, data)


async def test_two_play_a_whole_game_on_different_servers(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    """Neither server looks for what was played at the other: the bus tells it."""
    async with site(tmp_path, cluster, redis, 1, are_told=True) as here:
        x, o = here.players
        game = await begin(x, o)
        async with asyncio.timeout(120):
            first, second = await asyncio.gather(x.play(game), o.play(game))
        assert first.entries == second.entries
        assert first.outcome is not None
        assert len(x.heard) + len(o.heard) == first.version
        assert {x.urls[0], o.urls[0]} == {server.url for server in here.servers}
        assert [server.stop() for server in here.servers] == [0, 0]
        await here.nothing_is_lost()


@pytest.mark.nightly
async def test_who_is_present_is_told_over_both_servers(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 2) as here, AsyncExitStack() as stack:
        x, o, *others = here.players
        game = await begin(x, o)
        lines = [await stack.enter_async_context(each.watching(game)) for each in (x, o, *others)]
        everybody = {"t": "presence", "game": game, "present": ["O", "X"], "watching": 2}
        async with asyncio.timeout(60):
            for line in lines:
                while json.loads(await line.recv()) != everybody:
                    pass


@pytest.mark.nightly
async def test_players_on_different_servers_write_to_each_other(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 1) as here, AsyncExitStack() as stack:
        x, o = here.players
        game = await begin(x, o)
        lines = [await stack.enter_async_context(each.watching(game)) for each in (x, o)]
        watch = {"t": "watch", "game": game, "chat": True}
        async with asyncio.timeout(60):
            for line in lines:
                await line.send(json.dumps(watch))
            for line in lines:
                while json.loads(await line.recv()).get("chat") != ["O", "X"]:
                    pass
            await lines[0].send(json.dumps({"t": "chat", "game": game, "text": "Hello there"}))
            said = {"t": "chat", "game": game, "seat": "X", "text": "Hello there"}
            for line in lines:
                while json.loads(await line.recv()) != said:
                    pass
        assert all("Hello there" not in str((each.lines, each.text)) for each in here.servers)


async def test_players_of_a_server_that_is_killed_go_on_at_the_other(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 5) as here:

        async def killed() -> None:
            here.servers[0].kill()

        await here.play_while(killed)
        assert {player.urls[0] for player in here.players} == {here.servers[1].url}


@pytest.mark.nightly
async def test_games_go_on_without_redis_and_faster_when_it_is_back(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 3) as here:

        async def gone_for_a_while() -> None:
            redis.kill()
            await here.progress(6)
            redis.start()

        await here.play_while(gone_for_a_while)
        for server in here.servers:
            await told(server, "bus", ["the bus is away", "the bus is there"])


@pytest.mark.nightly
async def test_games_wait_for_postgresql_and_go_on(
    tmp_path: Path, own_cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, own_cluster, redis, 3) as here:

        async def gone_for_a_while() -> None:
            await asyncio.to_thread(own_cluster.stop, "immediate")
            for server in here.servers:
                await told(server, "store", ["the store is away"])
            count = here.count
            assert await ready(here.players[0]) == (503, "store-away\n")
            await asyncio.sleep(0.5)
            assert here.count == count
            await asyncio.to_thread(own_cluster.start)

        await here.play_while(gone_for_a_while)
        for server in here.servers:
            await told(server, "store", ["the store is away", "the store is back"])
        assert [server.stop() for server in here.servers] == [0, 0]


async def told(server: Process, what: str, lines: list[str]) -> None:
    """Returns when the log has told that, and nothing else about it."""
    async with asyncio.timeout(60):
        while (found := [e for e in server.said if what in e]) != lines:
            assert found == lines[: len(found)]
            await asyncio.sleep(0.02)


async def ready(player: Player) -> tuple[int, str]:
    answer = await player.browser.get(f"{player.urls[0]}/readyz")
    return answer.status_code, answer.text


@pytest.mark.nightly
async def test_servers_are_killed_and_ended_again_and_again(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    """One of two at a time is replaced, at another address, twenty times."""
    data = await cluster.create(f"site{time.monotonic_ns()}")
    async with AsyncExitStack() as stack:
        bus = {"QTTT_REDIS": redis.url}

        def start() -> Process:
            return stack.enter_context(serving(tmp_path, data, environment=bus))

        servers = [start(), start()]
        players = await crowd(stack, [server.url for server in servers], 10)
        here = Site(servers, players, data)

        async def replaced() -> None:
            for turn in range(20):
                old = servers[turn % 2]
                new = servers[turn % 2] = await asyncio.to_thread(start)
                for player in players:
                    player.urls[:] = [each.url for each in servers]
                await asyncio.to_thread(old.kill if turn % 4 < 2 else old.stop)
                assert turn % 4 < 2 or old.process.returncode == 0
                await here.progress(100)
                assert new.process.returncode is None

        await here.play_while(replaced)
