"""Limits that several processes count together, and what becomes of them without Redis."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import Mock

import pytest

from qttt.server.api import Rates, rates, shared_rates
from qttt.server.api.problems import ApiError
from qttt.server.operate import Lookout, Metrics
from tests.server.redis_server import RedisServer
from tests.server.services import free_port


class Turns:
    """What is told about counting together."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self.why: list[str] = []

    def __call__(self, together: bool, why: str) -> None:
        self.told.append(together)
        self.why.append(why)


@asynccontextmanager
async def at(redis: str, limits: dict[str, str]) -> AsyncIterator[tuple[Rates, Turns]]:
    turns = Turns()
    async with shared_rates(limits, redis, turns) as counting:
        yield counting, turns


@pytest.fixture(autouse=True)
def _redis_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is there may take its time, on a machine that stands still for a while."""
    monkeypatch.setattr(rates, "PATIENCE", 60.0)


async def test_processes_count_together(redis: RedisServer) -> None:
    limits = {"login": "3/minute"}
    async with at(redis.url, limits) as (one, _), at(redis.url, limits) as (two, _):
        for process in (one, two, one):
            await process.count("login", "anna")
        for process in (one, two):
            with pytest.raises(ApiError, match="this is too often; try again in"):
                await process.count("login", "anna")
            with pytest.raises(ApiError):
                await process.check("login", "anna")
        await two.count("login", "nikos")


async def test_each_counts_alone_while_redis_is_away(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "AGAIN", 0.1)
    async with at(redis.url, {"login": "2/minute"}) as (here, turns):
        await here.count("login", "anna")
        redis.kill()
        for _ in range(2):
            await here.count("login", "anna")
        with pytest.raises(ApiError):
            await here.count("login", "anna")
        assert turns.told == [False]
        redis.start()
        await asyncio.sleep(0.2)
        await here.count("login", "anna")
        assert turns.told == [False, True]
        assert turns.why[0]


async def test_redis_that_does_not_answer_keeps_nobody_waiting_for_long(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "PATIENCE", 0.5)
    monkeypatch.setattr(rates, "AGAIN", 3600.0)
    async with at(redis.url, {"login": "9/minute"}) as (here, turns):
        with redis.stalled():
            await here.count("login", "anna")
            assert turns.told == [False]
            here._together = Mock(spec=[])  # who asked it again would wait again
            for _ in range(3):
                await here.count("login", "anna")


async def test_redis_that_was_never_there() -> None:
    async with at(f"redis://127.0.0.1:{free_port()}", {"login": "1/minute"}) as (here, turns):
        await here.count("login", "anna")
        with pytest.raises(ApiError):
            await here.count("login", "anna")
        assert turns.told == [False]


async def test_process_that_is_alone_counts_alone() -> None:
    async with at("", {"login": "1/minute"}) as (here, turns):
        await here.count("login", "anna")
        with pytest.raises(ApiError):
            await here.count("login", "anna")
        assert turns.told == []


def test_that_is_told_to_whoever_looks_after_the_server(caplog: pytest.LogCaptureFixture) -> None:
    lookout = Lookout(Metrics("test"))
    measured = lookout.metrics.registry.get_sample_value
    assert measured("qttt_limits_shared") == 1
    lookout.limits_are(False, "nobody answers")
    assert measured("qttt_limits_shared") == 0
    lookout.limits_are(True)
    assert measured("qttt_limits_shared") == 1
    assert caplog.messages == ["limits are counted alone", "limits are counted together"]
