"""Two servers on one PostgreSQL and one Redis: no move is lost if any of the four fails."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from qttt.server.store.store import open_store
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer

from .players import Player, all_playing, begin, lost, make_players
from .processes import ServerProcess, serving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


class ServerCluster:
    """Two servers and their players; those of a pair start at different servers."""

    def __init__(self, servers: list[ServerProcess], players: list[Player], data: str) -> None:
        self.servers, self.players, self.data = servers, players, data

    @property
    def count(self) -> int:
        """The number of acknowledged decisions."""
        return sum(len(player.acknowledged) for player in self.players)

    async def play_while(self, event: Callable[[], Awaitable[None]]) -> None:
        """Keep all players playing before, during and after an event."""
        async with all_playing(self.players):
            await self.progress(50)
            await event()
            await self.progress(50)
        await self.check_nothing_lost()

    async def progress(self, moves: int) -> None:
        """Wait until ``moves`` more moves are acknowledged."""
        wanted = self.count + moves
        async with asyncio.timeout(120):
            while self.count < wanted:
                await asyncio.sleep(0.02)

    async def check_nothing_lost(self) -> None:
        async with open_store(self.data) as store:
            assert await lost(store, self.players) == []


@asynccontextmanager
async def site(
    folder: Path, cluster: Cluster, redis: RedisServer, pairs: int, *, bus_only: bool = False
) -> AsyncIterator[ServerCluster]:
    data = cluster.create(f"site{time.monotonic_ns()}")
    async with AsyncExitStack() as stack:
        settings = {"QTTT_REDIS": redis.url, "QTTT_CHAT": "on"}
        servers = [
            stack.enter_context(serving(folder, data, environment=settings, bus_only=bus_only))
            for _ in range(2)
        ]
        urls = [server.url for server in servers]
        players = await make_players(stack, urls, pairs)
        for player in players[1::2]:
            player.urls.reverse()
        yield ServerCluster(servers, players, data)


@pytest.mark.nightly
async def test_a_whole_game_between_players_on_different_servers(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    """The servers do not poll the store; moves at the other server arrive over the bus."""
    async with site(tmp_path, cluster, redis, 1, bus_only=True) as here:
        x, o = here.players
        game = await begin(x, o)
        async with asyncio.timeout(120):
            first, second = await asyncio.gather(x.play(game), o.play(game))
        assert first.entries == second.entries
        assert first.outcome is not None
        assert len(x.acknowledged) + len(o.acknowledged) == first.version
        assert {x.urls[0], o.urls[0]} == {server.url for server in here.servers}
        assert [server.stop() for server in here.servers] == [0, 0]
        await here.check_nothing_lost()


@pytest.mark.nightly
async def test_presence_includes_players_on_both_servers(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 2) as here, AsyncExitStack() as stack:
        x, o, *others = here.players
        game = await begin(x, o)
        sockets = [await stack.enter_async_context(each.watching(game)) for each in (x, o, *others)]
        presence = {"t": "presence", "game": game, "present": ["O", "X"], "watching": 2}
        async with asyncio.timeout(60):
            for socket in sockets:
                while json.loads(await socket.recv()) != presence:
                    pass


@pytest.mark.nightly
async def test_chat_between_players_on_different_servers(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 1) as here, AsyncExitStack() as stack:
        x, o = here.players
        game = await begin(x, o)
        sockets = [await stack.enter_async_context(each.watching(game)) for each in (x, o)]
        watch = {"t": "watch", "game": game, "chat": True}
        async with asyncio.timeout(60):
            for socket in sockets:
                await socket.send(json.dumps(watch))
            for socket in sockets:
                while json.loads(await socket.recv()).get("chat") != ["O", "X"]:
                    pass
            await sockets[0].send(json.dumps({"t": "chat", "game": game, "text": "Hello there"}))
            message = {"t": "chat", "game": game, "seat": "X", "text": "Hello there"}
            for socket in sockets:
                while json.loads(await socket.recv()) != message:
                    pass
        assert all("Hello there" not in str((server.lines, server.text)) for server in here.servers)


async def test_players_of_a_killed_server_continue_at_the_other(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 5) as here:

        async def kill() -> None:
            here.servers[0].kill()
            async with asyncio.timeout(120):
                while {player.urls[0] for player in here.players} != {here.servers[1].url}:
                    await asyncio.sleep(0.02)

        await here.play_while(kill)


@pytest.mark.nightly
async def test_games_continue_without_redis(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, 3) as here:

        async def restart() -> None:
            redis.kill()
            await here.progress(6)
            redis.start()

        await here.play_while(restart)
        for server in here.servers:
            await wait_for_events(server, "bus", ["bus unavailable", "bus available"])


@pytest.mark.nightly
async def test_games_continue_after_postgresql_restarts(
    tmp_path: Path, own_cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, own_cluster, redis, 3) as here:

        async def restart() -> None:
            await asyncio.to_thread(own_cluster.stop, "immediate")
            for server in here.servers:
                await wait_for_events(server, "store", ["store unavailable"])
            count = here.count
            assert await ready(here.players[0]) == (200, "store-away\n")
            await asyncio.sleep(0.5)
            assert here.count == count
            await asyncio.to_thread(own_cluster.start)

        await here.play_while(restart)
        for server in here.servers:
            await wait_for_events(server, "store", ["store unavailable", "store available"])
        assert [server.stop() for server in here.servers] == [0, 0]


async def wait_for_events(server: ServerProcess, word: str, events: list[str]) -> None:
    """Wait until the log has exactly these events with the word."""
    async with asyncio.timeout(60):
        while (logged := [event for event in server.events if word in event]) != events:
            assert logged == events[: len(logged)]
            await asyncio.sleep(0.02)


async def ready(player: Player) -> tuple[int, str]:
    answer = await player.browser.get(f"{player.urls[0]}/readyz")
    return answer.status_code, answer.text


@pytest.mark.nightly
async def test_servers_are_replaced_repeatedly(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    """One of two servers is killed or stopped and replaced, twenty times."""
    data = cluster.create(f"site{time.monotonic_ns()}")
    async with AsyncExitStack() as stack:
        bus = {"QTTT_REDIS": redis.url}

        def start() -> ServerProcess:
            return stack.enter_context(serving(tmp_path, data, environment=bus))

        servers = [start(), start()]
        players = await make_players(stack, [server.url for server in servers], 10)
        here = ServerCluster(servers, players, data)

        async def replace() -> None:
            for turn in range(20):
                old = servers[turn % 2]
                new = servers[turn % 2] = await asyncio.to_thread(start)
                for player in players:
                    player.urls[:] = [each.url for each in servers]
                await asyncio.to_thread(old.kill if turn % 4 < 2 else old.stop)
                assert turn % 4 < 2 or old.process.returncode == 0
                await here.progress(100)
                assert new.process.returncode is None

        await here.play_while(replace)


KILLS = 10


@pytest.mark.nightly
@pytest.mark.parametrize("victim", ["server", "postgresql", "redis"])
async def test_fifty_games_survive_kills(
    victim: str, tmp_path: Path, own_cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, own_cluster, redis, 50) as here, AsyncExitStack() as stack:

        async def kill_server() -> None:
            here.servers[0].kill()
            environment = {"QTTT_REDIS": redis.url}
            start = partial(serving, tmp_path, here.data, environment=environment)
            here.servers = [here.servers[1], stack.enter_context(start())]
            for player in here.players:
                player.urls[:] = [server.url for server in here.servers]

        async def kill_postgresql() -> None:
            await asyncio.to_thread(own_cluster.kill)
            await asyncio.to_thread(own_cluster.start)

        async def kill_redis() -> None:
            redis.kill()
            await asyncio.to_thread(redis.start)

        async def kill() -> None:
            for _ in range(KILLS):
                await kills[victim]()
                await here.progress(100)

        kills = {"server": kill_server, "postgresql": kill_postgresql, "redis": kill_redis}
        await here.play_while(kill)
