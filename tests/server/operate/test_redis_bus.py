"""The bus over Redis: delivery, losses and invalid messages."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from qttt.extras import MissingExtraError
from qttt.server import ServerError
from qttt.server.hub.bus_messages import BusMessage, LobbyChanged, MessagesLost, encode_bus_message
from qttt.server.net.redis_bus import (
    MAX_QUEUED,
    RedisBus,
    channel_name,
    check_bus,
    create_client,
    redis_bus,
)
from qttt.server.protocol.outgoing import RoomChanged
from qttt.server.telemetry import Telemetry
from tests.server.redis_server import RedisServer

module = sys.modules[create_client.__module__]


@pytest.fixture(autouse=True)
def _long_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tolerate a slow Redis on a busy machine."""
    monkeypatch.setattr(module, "TIMEOUT_S", 60.0)


BAD, BUG = RoomChanged("bad"), RoomChanged("bug")
CHANNEL, OTHER = "room:R", "lobby"


class Subscriber:
    """Records the messages of one subscription."""

    def __init__(self) -> None:
        self.telemetry = Telemetry("test")
        self.messages: list[BusMessage] = []
        self.connected: list[bool] = []

    def on_message(self, message: BusMessage) -> None:
        if message == BAD:
            raise KeyError(message)
        if message == BUG:
            raise RuntimeError(message)
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
        return self.telemetry.registry.get_sample_value(f"qttt_bus_{name}") or 0.0


@asynccontextmanager
async def bus(server: RedisServer, *channels: str) -> AsyncIterator[tuple[RedisBus, Subscriber]]:
    """Run a bus that is subscribed to these channels."""
    subscriber = Subscriber()
    async with redis_bus(server.url, subscriber.telemetry) as made:
        made.connect(subscriber.on_message, subscriber.connected.append)
        for channel in channels:
            made.subscribe(channel)
        await made.subscribed()
        yield made, subscriber


async def test_subscribers_receive_messages_in_order(redis: RedisServer) -> None:
    async with bus(redis, CHANNEL, OTHER) as (a, one), bus(redis, CHANNEL) as (b, two):
        for number in range(100):
            a.publish(CHANNEL, RoomChanged(f"number {number}"))
        await two.wait_for_messages(*(RoomChanged(f"number {number}") for number in range(100)))
        b.publish(OTHER, LobbyChanged())
        await one.wait_for_messages(LobbyChanged())
    assert one.connected == two.connected == []
    assert one.measured("published_total") == two.measured("heard_total") == 100


async def test_messages_on_other_channels_are_not_received(redis: RedisServer) -> None:
    async with bus(redis) as (a, _), bus(redis, CHANNEL, OTHER) as (b, two):
        b.unsubscribe(CHANNEL)
        await b.subscribed()
        a.publish(CHANNEL, RoomChanged("unheard"))
        a.publish(OTHER, LobbyChanged())
        await two.wait_for_messages(LobbyChanged())
        b.subscribe(CHANNEL)
        await b.subscribed()
        a.publish(CHANNEL, RoomChanged("heard"))
        await two.wait_for_messages(LobbyChanged(), RoomChanged("heard"))
        assert two.measured("heard_total") == 2


def test_the_name_of_a_channel_decides_its_slot_in_a_cluster() -> None:
    assert channel_name("game:abc") == "qttt.3:{game:abc}"


async def test_pending_messages_are_sent_on_close(redis: RedisServer) -> None:
    async with bus(redis, OTHER) as (_, two):
        async with bus(redis) as (a, _):
            a.publish(OTHER, LobbyChanged())
        await two.wait_for_messages(LobbyChanged())


async def test_unexpected_errors_end_no_bus(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are losses of messages, like those of the connection."""
    async with bus(redis) as (a, one), bus(redis, OTHER) as (_, two):
        a.publish(OTHER, BUG)
        await two.wait_for_connected(False, True)
        with monkeypatch.context() as patched:
            patched.setattr(a, "_send", None)
            a.publish(OTHER, RoomChanged("unsent"))
            await one.wait_for_connected(False)
        await one.wait_for_connected(False, True)
        await two.wait_for_messages(MessagesLost(OTHER))


async def test_invalid_messages_are_logged_and_ignored(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    client = create_client(redis.url)
    async with bus(redis, OTHER) as (_, subscriber):
        deep = b'x {"t":"lobby","more":' + b"[" * 100_000
        for text in (deep, b"\xff", b"", b"x", b'x {"t":"none"}', b"x " + encode_bus_message(BAD)):
            await client.publish(channel_name(OTHER), text)
        await client.publish(channel_name(OTHER), 'x {"t":"lobby"}')
        await subscriber.wait_for_messages(LobbyChanged())
    await client.aclose()
    records = [
        record for record in caplog.records if "malformed message on the bus" in record.getMessage()
    ]
    assert len(records) == 6


async def test_the_bus_reconnects(redis: RedisServer) -> None:
    async with bus(redis, CHANNEL) as (a, one), bus(redis, CHANNEL) as (_, two):
        redis.kill()
        await one.wait_for_connected(False)
        await two.wait_for_connected(False)
        a.publish(CHANNEL, RoomChanged("lost"))
        assert one.measured("unpublished_total") == 1
        assert one.measured("up") == 0
        redis.start()
        await one.wait_for_connected(False, True)
        await two.wait_for_connected(False, True)
        a.publish(CHANNEL, RoomChanged("again"))
        await two.wait_for_messages(MessagesLost(CHANNEL), RoomChanged("again"))
        assert one.measured("up") == 1


async def test_a_bus_that_loses_a_message_is_unavailable_for_a_while(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PING_INTERVAL_S", 0.05)
    async with bus(redis, CHANNEL) as (a, one):
        with monkeypatch.context() as patched:
            patched.setattr(module, "MAX_QUEUED", 0)
            a.publish(CHANNEL, RoomChanged("lost"))
        await one.wait_for_connected(False, True)


async def test_a_subscription_without_an_answer_makes_the_bus_unavailable(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bus(redis, CHANNEL) as (a, one):
        with redis.stalled():
            monkeypatch.setattr(module, "TIMEOUT_S", 0.05)
            a.subscribe(OTHER)
            await a.subscribed()
            await one.wait_for_connected(False)
            await a.subscribed()  # waits no more
        monkeypatch.setattr(module, "TIMEOUT_S", 60.0)
        await one.wait_for_connected(False, True)


async def test_a_bus_that_was_never_available_is_reported_at_once(redis: RedisServer) -> None:
    subscriber = Subscriber()
    redis.kill()
    async with redis_bus(redis.url, subscriber.telemetry) as made:
        async with asyncio.timeout(60):
            while subscriber.measured("up"):
                await asyncio.sleep(0.01)
        made.connect(subscriber.on_message, subscriber.connected.append)
        assert subscriber.connected == [False]


async def test_the_queue_is_bounded() -> None:
    subscriber = Subscriber()
    async with redis_bus("redis://192.0.2.1", subscriber.telemetry) as made:
        for _ in range(MAX_QUEUED + 5):
            made.publish(OTHER, LobbyChanged())
        assert subscriber.measured("unpublished_total") == 5
        made._waiting.clear()


async def test_the_check_of_the_bus(redis: RedisServer) -> None:
    await check_bus(redis.url)
    await check_bus(redis.unix_url)
    redis.kill()
    for url in (redis.url, redis.unix_url):
        with pytest.raises(ServerError, match="the bus does not answer: "):
            await check_bus(url)


@pytest.mark.parametrize(
    "url", ["http://here", "redis://here:port", "redis://[::1", "redis://here?unknown=1"]
)
def test_invalid_urls(url: str) -> None:
    with pytest.raises(ServerError, match="invalid URL of a Redis bus: "):
        create_client(url)


def test_the_error_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(MissingExtraError, match=r"^Redis needs .* 'qttt\[redis\]'$"):
        create_client("redis://here")
