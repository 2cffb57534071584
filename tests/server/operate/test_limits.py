"""Rate limits shared by processes, with and without Redis."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import Mock

import pytest

from qttt.server.api import rate_limits
from qttt.server.api.rate_limits import RateLimiter, open_rate_limiter
from qttt.server.errors import RequestError
from qttt.server.telemetry import Telemetry
from tests.server.redis_server import RedisServer
from tests.server.services import free_port


class Changes:
    """Records when limits become shared or local, and why."""

    def __init__(self) -> None:
        self.is_shared: list[bool] = []
        self.reasons: list[str] = []

    def __call__(self, is_shared: bool, reason: str) -> None:
        self.is_shared.append(is_shared)
        self.reasons.append(reason)


@asynccontextmanager
async def at(redis: str, limits: dict[str, str]) -> AsyncIterator[tuple[RateLimiter, Changes]]:
    changes = Changes()
    async with open_rate_limiter(limits, redis, changes) as opened:
        yield opened, changes


@pytest.fixture(autouse=True)
def _long_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tolerate a slow Redis on a busy machine."""
    monkeypatch.setattr(rate_limits, "REDIS_TIMEOUT_S", 60.0)


async def test_processes_share_limits(redis: RedisServer) -> None:
    limits = {"login": "3/minute"}
    async with at(redis.url, limits) as (one, _), at(redis.url, limits) as (two, _):
        for process in (one, two, one):
            await process.hit("login", "anna")
        for process in (one, two):
            with pytest.raises(RequestError, match="too many requests; try again in"):
                await process.hit("login", "anna")
            with pytest.raises(RequestError):
                await process.check("login", "anna")
        await two.hit("login", "nikos")


async def test_limits_are_local_while_redis_is_unavailable(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "RETRY_S", 0.1)
    async with at(redis.url, {"login": "2/minute"}) as (limiter, changes):
        await limiter.hit("login", "anna")
        redis.kill()
        for _ in range(2):
            await limiter.hit("login", "anna")
        with pytest.raises(RequestError):
            await limiter.hit("login", "anna")
        assert changes.is_shared == [False]
        redis.start()
        await asyncio.sleep(0.2)
        await limiter.hit("login", "anna")
        assert changes.is_shared == [False, True]
        assert changes.reasons[0]


async def test_a_stalled_redis_is_not_waited_for_repeatedly(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "REDIS_TIMEOUT_S", 0.5)
    monkeypatch.setattr(rate_limits, "RETRY_S", 3600.0)
    async with at(redis.url, {"login": "9/minute"}) as (limiter, changes):
        with redis.stalled():
            await limiter.hit("login", "anna")
            assert changes.is_shared == [False]
            limiter._shared = Mock(spec=[])  # any further call would fail
            for _ in range(3):
                await limiter.hit("login", "anna")


async def test_limits_are_local_if_redis_was_never_available() -> None:
    async with at(f"redis://127.0.0.1:{free_port()}", {"login": "1/minute"}) as (limiter, changes):
        await limiter.hit("login", "anna")
        with pytest.raises(RequestError):
            await limiter.hit("login", "anna")
        assert changes.is_shared == [False]


async def test_limits_are_local_without_redis() -> None:
    async with at("", {"login": "1/minute"}) as (limiter, changes):
        await limiter.hit("login", "anna")
        with pytest.raises(RequestError):
            await limiter.hit("login", "anna")
        assert changes.is_shared == []


def test_changes_are_logged_and_measured(caplog: pytest.LogCaptureFixture) -> None:
    telemetry = Telemetry("test")
    measured = telemetry.registry.get_sample_value
    assert measured("qttt_limits_shared") == 1
    telemetry.set_limits_shared(False, "no response")
    assert measured("qttt_limits_shared") == 0
    telemetry.set_limits_shared(True)
    assert measured("qttt_limits_shared") == 1
    assert caplog.messages == ["rate limits are local", "rate limits are shared"]
