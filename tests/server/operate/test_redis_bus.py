"""The bus over Redis: delivery, losses and invalid messages."""

import asyncio
import sys

import pytest

from qttt.extras import MissingExtraError
from qttt.server import ServerError
from qttt.server.hub import BusMessage, LobbyChanged, encode_bus_message
from qttt.server.net import redis_bus
from qttt.server.net.redis_bus import CHANNEL, MAX_QUEUED, check_bus, create_client
from qttt.server.operate import Metrics, ServerTelemetry
from qttt.server.protocol import RoomChanged
from tests.server.redis_server import RedisServer


@pytest.fixture(autouse=True)
def _long_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tolerate a slow Redis on a busy machine."""
    monkeypatch.setattr(sys.modules[create_client.__module__], "TIMEOUT_S", 60.0)


BAD = RoomChanged("bad")


class Subscriber:
    """Records the messages of one subscription."""

    def __init__(self) -> None:
        self.telemetry = ServerTelemetry(Metrics("test"))
        self.messages: list[BusMessage] = []
        self.connected: list[bool] = []

    def on_message(self, message: BusMessage) -> None:
        if message == BAD:
            raise KeyError(message)
        self.messages.append(message)

    async def wait_for_messages(self, *wanted: BusMessage) -> None:
        async with asyncio.timeout(60):
            while self.messages != list(wanted):
                await asyncio.sleep(0.01)

    async def wait_for_connected(self, *wanted: bool) -> None:
        async with asyncio.timeout(60):
            while self.connected != list(wanted):
                await asyncio.sleep(0.01)

    def measured(self, name: str) -> float:
        return self.telemetry.metrics.registry.get_sample_value(f"qttt_bus_{name}") or 0.0


async def wait_for_subscribers(url: str, count: int) -> None:
    """Wait until ``count`` clients are subscribed."""
    client = create_client(url)
    async with asyncio.timeout(60):
        while (await client.pubsub_numsub(CHANNEL))[0][1] < count:
            await asyncio.sleep(0.01)
    await client.aclose()


async def test_other_processes_receive_messages_in_order(redis: RedisServer) -> None:
    one, two = Subscriber(), Subscriber()
    async with redis_bus(redis.url, one.telemetry) as a, redis_bus(redis.url, two.telemetry) as b:
        a.subscribe(one.on_message, one.connected.append)
        b.subscribe(two.on_message, two.connected.append)
        await wait_for_subscribers(redis.url, 2)
        for number in range(100):
            a.publish(RoomChanged(f"number {number}"))
        await two.wait_for_messages(*(RoomChanged(f"number {number}") for number in range(100)))
        b.publish(LobbyChanged())
        await one.wait_for_messages(LobbyChanged())
    assert one.connected == two.connected == []
    assert one.measured("published_total") == two.measured("heard_total") == 100


async def test_pending_messages_are_sent_on_close(redis: RedisServer) -> None:
    one, two = Subscriber(), Subscriber()
    async with redis_bus(redis.url, two.telemetry) as b:
        b.subscribe(two.on_message, two.connected.append)
        async with redis_bus(redis.url, one.telemetry) as a:
            await wait_for_subscribers(redis.url, 2)
            a.publish(LobbyChanged())
        await two.wait_for_messages(LobbyChanged())


async def test_invalid_messages_are_logged_and_ignored(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    subscriber = Subscriber()
    client = create_client(redis.url)
    async with redis_bus(redis.url, subscriber.telemetry) as bus:
        bus.subscribe(subscriber.on_message, subscriber.connected.append)
        await wait_for_subscribers(redis.url, 1)
        deep = b'x {"t":"lobby","more":' + b"[" * 100_000
        for text in (deep, b"\xff", b"", b"x", b'x {"t":"none"}', b"x " + encode_bus_message(BAD)):
            await client.publish(CHANNEL, text)
        await client.publish(CHANNEL, 'x {"t":"lobby"}')
        await subscriber.wait_for_messages(LobbyChanged())
    await client.aclose()
    records = [
        each for each in caplog.records if "malformed message on the bus" in each.getMessage()
    ]
    assert len(records) == 6


async def test_the_bus_reconnects(redis: RedisServer) -> None:
    one, two = Subscriber(), Subscriber()
    async with redis_bus(redis.url, one.telemetry) as a, redis_bus(redis.url, two.telemetry) as b:
        a.subscribe(one.on_message, one.connected.append)
        b.subscribe(two.on_message, two.connected.append)
        await wait_for_subscribers(redis.url, 2)
        redis.kill()
        await one.wait_for_connected(False)
        await two.wait_for_connected(False)
        a.publish(RoomChanged("lost"))
        assert one.measured("unpublished_total") == 1
        assert one.measured("up") == 0
        redis.start()
        await one.wait_for_connected(False, True)
        await two.wait_for_connected(False, True)
        a.publish(RoomChanged("again"))
        await two.wait_for_messages(RoomChanged("again"))
        assert one.measured("up") == 1


async def test_a_bus_that_was_never_available_is_reported_at_once(redis: RedisServer) -> None:
    subscriber = Subscriber()
    redis.kill()
    async with redis_bus(redis.url, subscriber.telemetry) as bus:
        async with asyncio.timeout(60):
            while subscriber.measured("up"):
                await asyncio.sleep(0.01)
        bus.subscribe(subscriber.on_message, subscriber.connected.append)
        assert subscriber.connected == [False]


async def test_the_queue_is_bounded() -> None:
    subscriber = Subscriber()
    async with redis_bus("redis://192.0.2.1", subscriber.telemetry) as bus:
        for _ in range(MAX_QUEUED + 5):
            bus.publish(LobbyChanged())
        assert subscriber.measured("unpublished_total") == 5
        bus._waiting.clear()


async def test_the_check_of_the_bus(redis: RedisServer) -> None:
    await check_bus(redis.url)
    redis.kill()
    with pytest.raises(ServerError, match="the bus does not answer: "):
        await check_bus(redis.url)


def test_invalid_urls() -> None:
    with pytest.raises(ServerError, match="invalid URL of a Redis bus: "):
        create_client("http://somewhere")


def test_the_error_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(MissingExtraError, match=r"^Redis needs .* 'qttt\[redis\]'$"):
        create_client("redis://here")
