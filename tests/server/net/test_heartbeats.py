"""Heartbeats: a gap in those of all processes is downtime, for each of them."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qttt.server.games import Downtime
from qttt.server.hub import MAX_HEARTBEAT_GAP_MS
from qttt.server.net.heartbeats import MAX_SILENCE_MS, Heartbeats
from qttt.server.store import Outage, ProcessStore, StoreUnavailable, open_store

NOW = 1_000_000


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[ProcessStore]:
    async with open_store(str(tmp_path / "games.db")) as store:
        yield store.processes


async def test_a_crash_is_downtime(store: ProcessStore) -> None:
    await store.record_heartbeat("before", NOW)
    beats = Heartbeats(store)
    await beats.beat(NOW + 500)
    assert beats.downtimes == [Downtime(NOW, NOW + 500)]


async def test_a_gap_is_downtime_of_all_processes(
    store: ProcessStore, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = Heartbeats(store), Heartbeats(store)
    await one.beat(NOW)
    await other.beat(NOW)
    await other.beat(NOW + 500)
    end = NOW + 500 + MAX_HEARTBEAT_GAP_MS + 1
    with caplog.at_level(logging.WARNING):
        await other.beat(end)
    await one.beat(end + 400)
    await other.beat(end + 1_000)
    await one.beat(end + 1_400)
    logged = [(each.message, each.__dict__["seconds"]) for each in caplog.records]
    assert logged == [("no heartbeat", 3.001), ("no heartbeat", 3.901)]
    assert one.downtimes == other.downtimes == [Downtime(NOW + 500, end)]


async def test_a_short_gap_is_no_downtime(store: ProcessStore) -> None:
    beats = Heartbeats(store)
    await beats.beat(NOW)
    await beats.beat(NOW + MAX_HEARTBEAT_GAP_MS)
    assert beats.downtimes == []


async def test_a_process_that_stood_still_had_downtime(store: ProcessStore) -> None:
    beats = Heartbeats(store)
    await beats.beat(NOW)
    beats.resume(NOW + 1_500)
    await beats.beat(NOW + 1_600)
    assert beats.downtimes == [Downtime(NOW, NOW + 1_600)]


async def test_there_is_no_downtime_while_another_process_runs(store: ProcessStore) -> None:
    one, other = Heartbeats(store), Heartbeats(store)
    await one.beat(NOW)
    for second in range(10):
        await other.beat(NOW + 1_000 * second)
    await one.beat(NOW + 9_500)
    await other.beat(NOW + 10_000)
    await one.beat(NOW + 10_500)
    assert one.downtimes == []


async def test_another_process_is_alive_after_its_next_heartbeat(store: ProcessStore) -> None:
    await store.record_heartbeat("killed", NOW)
    one, other = Heartbeats(store), Heartbeats(store)
    await other.beat(NOW)
    await one.beat(NOW + 200)
    assert not await one.other_is_alive(NOW + 200)
    await other.beat(NOW + 1_000)
    assert await one.other_is_alive(NOW + 1_200)
    assert not await one.other_is_alive(NOW + 1_000 + MAX_SILENCE_MS)


class Failing:
    """A store whose next calls fail, before or after they are executed."""

    def __init__(self, store: ProcessStore) -> None:
        self._store = store
        self.fails: list[str] = []

    async def record_heartbeat(self, process: str, now: int) -> None:
        failure = self.fails.pop(0) if self.fails else ""
        if failure != "before":
            await self._store.record_heartbeat(process, now)
        if failure:
            raise StoreUnavailable("away")

    async def outages(self, after: int) -> list[Outage]:
        return await self._store.outages(after)

    async def other_is_alive(self, process: str, after: int) -> bool:
        return await self._store.other_is_alive(process, after)


@pytest.mark.parametrize("failure", ["before", "after"])
async def test_a_failed_heartbeat_is_not_counted(store: ProcessStore, failure: str) -> None:
    failing = Failing(store)
    beats = Heartbeats(failing)
    await beats.beat(NOW)
    failing.fails = [failure] * 2
    for time in (NOW + 4_000, NOW + 5_000):
        with pytest.raises(StoreUnavailable):
            await beats.beat(time)
    assert beats.last == NOW
    await beats.beat(NOW + 6_000)
    assert sum(end - start for start, end in beats.downtimes) == 6_000
