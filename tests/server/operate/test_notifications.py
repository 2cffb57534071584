"""Notifications of real servers: one for a move at most, also through kills and restarts."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import select

from qttt.server.store.schema import push_messages
from qttt.server.store.store import open_store
from tests.server.postgres import Cluster
from tests.server.push_service import Device, PushService, push_service
from tests.server.redis_server import RedisServer

from .players import Player, begin, make_players
from .processes import serving

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"), pytest.mark.long]


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


async def subscribe(player: Player, service: PushService) -> Device:
    device = service.device()
    await player.ask("PUT", "push", device.subscription)
    return device


async def move(player: Player, game: str, body: str, version: int) -> None:
    """Submit a move as the app does, and wait until it is stored."""
    async with player.watching(game) as socket:
        command = {"t": "do", "game": game, "id": f"{body}-{version}", "at": version}
        await socket.send(json.dumps({**command, "kind": "move", "body": body}))
        while json.loads(await socket.recv())["t"] != "done":
            pass


def versions(service: PushService, device: Device) -> list[tuple[str, int]]:
    return [(each["kind"], each["version"]) for each in service.received(device)]


async def until_empty(data: str) -> None:
    """Wait until no notification is pending."""
    chosen = select(push_messages.c.game)
    async with open_store(data) as store, asyncio.timeout(120):
        while await store.database.read(lambda connection: connection.execute(chosen).all()):
            await asyncio.sleep(0.05)


async def test_a_notification_survives_a_kill(tmp_path: Path, service: PushService) -> None:
    data = str(tmp_path / "games.db")
    settings = {"QTTT_PUSH_SERVICES": service.origin}
    async with AsyncExitStack() as stack:
        with serving(tmp_path, data, environment=settings) as first:
            x, o = await make_players(stack, [first.url], 1)
            device = await subscribe(o, service)
            game = await begin(x, o, "3d")
            await o.ask("POST", f"games/{game}/seen", {"version": 0})
            await move(x, game, "12", 0)
            first.kill()
        assert service.deliveries == []
        with serving(tmp_path, data, environment=settings):
            await asyncio.to_thread(service.wait, 1)
            await until_empty(data)
    assert versions(service, device) == [("turn", 1)]


@pytest.mark.nightly
async def test_several_servers_send_one_notification_for_a_move(
    tmp_path: Path, cluster: Cluster, redis: RedisServer, service: PushService
) -> None:
    """One of them is killed between two moves."""
    data = cluster.create("notified")
    settings = {"QTTT_REDIS": redis.url, "QTTT_PUSH_SERVICES": service.origin}
    async with AsyncExitStack() as stack:
        servers = [
            stack.enter_context(serving(tmp_path, data, environment=settings)) for _ in range(3)
        ]
        players = await make_players(stack, [server.url for server in servers[:2]], 4)
        pairs = list(zip(players[::2], players[1::2], strict=True))
        devices = [await subscribe(o, service) for _, o in pairs]
        games = [await begin(x, o, "3d") for x, o in pairs]
        for (x, o), game in zip(pairs, games, strict=True):
            await o.ask("POST", f"games/{game}/seen", {"version": 0})
            await move(x, game, "12", 0)
        servers[2].kill()
        await asyncio.to_thread(service.wait, len(devices))
        for (x, o), game in zip(pairs, games, strict=True):
            await move(o, game, "34", 1)
            await move(x, game, "56", 2)
        await asyncio.to_thread(service.wait, 2 * len(devices))
        await until_empty(data)
    for device in devices:
        assert Counter(versions(service, device)) == {("turn", 1): 1, ("turn", 3): 1}
