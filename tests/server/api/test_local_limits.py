"""Rate limits in memory: the windows of package ``limits``, at a cost that clients do not raise."""

from random import Random

import pytest
from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from qttt.server.api.local_limits import EXAMINED, LocalLimiter
from tests.counting import calls_of


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def test_answers_are_those_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rng = Clock(), Random(1)
    monkeypatch.setattr("time.time", clock)
    ours, theirs = LocalLimiter(clock), MovingWindowRateLimiter(MemoryStorage())
    limits = [parse("3/minute"), parse("5/10 seconds"), parse("1/hour")]
    seen = set[bool]()
    for _ in range(2_000):
        clock.now += rng.choice((0, 0, 0.5, 7)) * (1 + rng.random())
        limit, client = rng.choice(limits), rng.choice("abc")
        call = rng.choice(("hit", "test"))
        answer = await getattr(ours, call)(limit, "room", client)
        assert answer == await getattr(theirs, call)(limit, "room", client)
        if not answer:
            stats = await ours.get_window_stats(limit, "room", client)
            assert stats == await theirs.get_window_stats(limit, "room", client)
        seen.add(answer)
    assert seen == {True, False}


def test_a_hit_costs_as_much_with_many_clients() -> None:
    limiter, limit = LocalLimiter(Clock()), parse("5/minute")

    def hits(first: int, count: int) -> int:
        def work() -> None:
            for client in range(first, first + count):
                with pytest.raises(StopIteration):
                    limiter.hit(limit, str(client)).send(None)

        return calls_of(work)

    few = hits(0, 1_000)
    assert hits(1_000, 8_000) <= 1.5 * 8 * few


async def test_windows_without_hits_are_removed() -> None:
    clock, limit = Clock(), parse("5/minute")
    limiter = LocalLimiter(clock)
    for client in range(5_000):
        clock.now += 1
        assert await limiter.hit(limit, str(client))
        assert await limiter.test(limit, "another")
    assert limiter.size <= 2 * 60


async def test_windows_of_a_burst_are_removed_by_the_hits_of_a_few() -> None:
    clock, limit = Clock(), parse("5/minute")
    limiter = LocalLimiter(clock)
    for client in range(5_000):
        assert await limiter.hit(limit, str(client))
    assert limiter.size == 5_000
    for hit in range(5_000):
        clock.now += 20
        before = limiter.size
        assert await limiter.hit(limit, f"few {hit % 3}")
        assert before - limiter.size <= EXAMINED
    assert limiter.size == 3
