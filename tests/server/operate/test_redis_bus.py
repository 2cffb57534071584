"""The bus over Redis: what arrives, what is lost, and what is not believed."""

import asyncio
import sys

import pytest

from qttt.extras import MissingExtraError
from qttt.server import ServerError
from qttt.server.hub import Topic
from qttt.server.net import redis_bus
from qttt.server.net.redis_bus import CHANNEL, MOST_WAITING, connect, try_bus
from qttt.server.operate import Lookout, Metrics
from tests.server.redis_server import RedisServer


@pytest.fixture(autouse=True)
def _redis_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is there may take its time, on a machine that stands still for a while."""
    monkeypatch.setattr(sys.modules[connect.__module__], "TIMEOUT_S", 60.0)


class Ear:
    """What one place at the bus has heard."""

    def __init__(self) -> None:
        self.lookout = Lookout(Metrics("test"))
        self.heard: list[tuple[Topic, str]] = []
        self.turns: list[bool] = []

    def hear(self, topic: Topic, text: str) -> None:
        if text == "bad":
            raise KeyError(text)
        self.heard.append((topic, text))

    async def has(self, *wanted: tuple[Topic, str]) -> None:
        async with asyncio.timeout(60):
            while self.heard != list(wanted):
                await asyncio.sleep(0.01)

    async def turned(self, *wanted: bool) -> None:
        async with asyncio.timeout(60):
            while self.turns != list(wanted):
                await asyncio.sleep(0.01)

    def measured(self, name: str) -> float:
        return self.lookout.metrics.registry.get_sample_value(f"qttt_bus_{name}") or 0.0


async def listening(url: str, places: int) -> None:
    """Returns when so many places are subscribed."""
    client = connect(url)
    async with asyncio.timeout(60):
        while (await client.pubsub_numsub(CHANNEL))[0][1] < places:
            await asyncio.sleep(0.01)
    await client.aclose()


async def test_the_others_hear_in_order_and_oneself_does_not(redis: RedisServer) -> None:
    one, two = Ear(), Ear()
    async with redis_bus(redis.url, one.lookout) as a, redis_bus(redis.url, two.lookout) as b:
        a.subscribe(one.hear, one.turns.append)
        b.subscribe(two.hear, two.turns.append)
        await listening(redis.url, 2)
        for number in range(100):
            a.publish("entries", f"number {number}")
        await two.has(*(("entries", f"number {number}") for number in range(100)))
        b.publish("lobby", "")
        await one.has(("lobby", ""))
    assert one.turns == two.turns == []
    assert one.measured("published_total") == two.measured("heard_total") == 100


async def test_what_was_published_last_is_still_sent(redis: RedisServer) -> None:
    one, two = Ear(), Ear()
    async with redis_bus(redis.url, two.lookout) as b:
        b.subscribe(two.hear, two.turns.append)
        async with redis_bus(redis.url, one.lookout) as a:
            await listening(redis.url, 2)
            a.publish("lobby", "last")
        await two.has(("lobby", "last"))


async def test_what_strangers_write_is_told_and_passed_over(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    ear = Ear()
    client = connect(redis.url)
    async with redis_bus(redis.url, ear.lookout) as bus:
        bus.subscribe(ear.hear, ear.turns.append)
        await listening(redis.url, 1)
        for text in (b"\xff", b"", b"x", b"x none {}", b"x lobby bad"):
            await client.publish(CHANNEL, text)
        await client.publish(CHANNEL, "x lobby good")
        await ear.has(("lobby", "good"))
    await client.aclose()
    told = [each for each in caplog.records if "malformed message on the bus" in each.getMessage()]
    assert len(told) == 5


async def test_it_comes_back_by_itself(redis: RedisServer) -> None:
    one, two = Ear(), Ear()
    async with redis_bus(redis.url, one.lookout) as a, redis_bus(redis.url, two.lookout) as b:
        a.subscribe(one.hear, one.turns.append)
        b.subscribe(two.hear, two.turns.append)
        await listening(redis.url, 2)
        redis.kill()
        await one.turned(False)
        await two.turned(False)
        a.publish("lobby", "nobody hears this")
        assert one.measured("unpublished_total") == 1
        assert one.measured("up") == 0
        redis.start()
        await one.turned(False, True)
        await two.turned(False, True)
        a.publish("lobby", "again")
        await two.has(("lobby", "again"))
        assert one.measured("up") == 1


async def test_a_bus_that_was_never_there_is_told_at_once(redis: RedisServer) -> None:
    ear = Ear()
    redis.kill()
    async with redis_bus(redis.url, ear.lookout) as bus:
        async with asyncio.timeout(60):
            while ear.measured("up"):
                await asyncio.sleep(0.01)
        bus.subscribe(ear.hear, ear.turns.append)
        assert ear.turns == [False]


async def test_no_more_waits_than_may() -> None:
    ear = Ear()
    async with redis_bus("redis://192.0.2.1", ear.lookout) as bus:
        for _ in range(MOST_WAITING + 5):
            bus.publish("lobby", "")
        assert ear.measured("unpublished_total") == 5
        bus._waiting.clear()


async def test_a_bus_is_tried_before_it_is_used(redis: RedisServer) -> None:
    await try_bus(redis.url)
    redis.kill()
    with pytest.raises(ServerError, match="the bus does not answer: "):
        await try_bus(redis.url)


def test_addresses_that_are_none() -> None:
    with pytest.raises(ServerError, match="invalid URL of a Redis bus: "):
        connect("http://somewhere")


def test_without_the_library_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(MissingExtraError, match=r"^Redis needs .* 'qttt\[redis\]'$"):
        connect("redis://here")
