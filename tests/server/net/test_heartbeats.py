"""Heartbeats: a gap in those of all processes is downtime, for each of them."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from qttt.server.errors import StoreUnavailable
from qttt.server.games.commands import MAX_HEARTBEAT_GAP_MS, Downtime
from qttt.server.net.heartbeats import MAX_SILENCE_MS, Heartbeats
from qttt.server.store.processes import ProcessStore
from qttt.server.store.store import open_store

NOW = 1_000_000


def at(now: int) -> Callable[[], int]:
    """Return a clock that shows this time."""
    return lambda: now


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
    logged = [(record.message, record.__dict__["seconds"]) for record in caplog.records]
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
    assert not await one.other_is_alive(at(NOW + 200))
    await other.beat(NOW + 1_000)
    assert await one.other_is_alive(at(NOW + 1_200))
    assert not await one.other_is_alive(at(NOW + 1_200 + MAX_SILENCE_MS))


async def test_processes_whose_clocks_differ_see_each_other(
    store: ProcessStore, caplog: pytest.LogCaptureFixture
) -> None:
    one, other, ahead = Heartbeats(store), Heartbeats(store), 15_000
    for now in range(NOW, NOW + 20_000, 1_000):
        await one.beat(now)
        await other.beat(now + ahead)
        seen = [await one.alive(at(now)), await other.alive(at(now + ahead))]
        if now > NOW:
            assert seen == [{one.process, other.process}] * 2
            assert await one.other_is_alive(at(now))
            assert await other.other_is_alive(at(now + ahead))
    logged = [(record.message, record.__dict__["seconds"]) for record in caplog.records]
    assert logged == [("clocks differ", 15)]
    killed = other.process
    for now in range(NOW + 20_000, NOW + 30_000, 1_000):
        await one.beat(now)
    assert killed not in await one.alive(at(NOW + 30_000))


async def test_a_renamed_process_had_no_downtime(store: ProcessStore) -> None:
    beats = Heartbeats(store)
    await beats.beat(NOW)
    before = beats.process
    beats.rename()
    await beats.beat(NOW + 1_000)
    assert beats.process != before
    assert await beats.alive(at(NOW + 1_000)) == {before, beats.process}
    assert not await beats.other_is_alive(at(NOW + 1_000))
    assert await beats.alive(at(NOW + MAX_SILENCE_MS)) == {beats.process}
    assert await store.outages(0) == []


class Failing(ProcessStore):
    """A store whose next heartbeats fail, before or after they are stored."""

    fails: Sequence[str] = ()

    async def record_heartbeat(self, process: str, now: int, since: int | None = None) -> None:
        failure = self.fails[0] if self.fails else ""
        self.fails = self.fails[1:]
        if failure != "before":
            await super().record_heartbeat(process, now, since)
        if failure:
            raise StoreUnavailable("away")


@pytest.mark.parametrize("failure", ["before", "after"])
async def test_a_failed_heartbeat_is_not_counted(store: ProcessStore, failure: str) -> None:
    failing = Failing(store._database)
    beats = Heartbeats(failing)
    await beats.beat(NOW)
    failing.fails = [failure] * 2
    for time in (NOW + 4_000, NOW + 5_000):
        with pytest.raises(StoreUnavailable):
            await beats.beat(time)
    assert beats.last == NOW
    await beats.beat(NOW + 6_000)
    assert sum(end - start for start, end in beats.downtimes) == 6_000


WEEK_MS = 7 * 86_400_000


async def test_uptime_is_counted_without_downtime(store: ProcessStore) -> None:
    """The system's clock is 100 days ahead after a restart."""
    await store.record_heartbeat("before", NOW)
    beats = Heartbeats(store)
    jump = 100 * 86_400_000
    await beats.beat(NOW + jump)
    assert beats.uptime_ago(NOW + jump, WEEK_MS) == NOW - WEEK_MS
    later = NOW + jump + WEEK_MS
    assert beats.uptime_ago(later - 1, WEEK_MS) == NOW - 1
    assert beats.uptime_ago(later, WEEK_MS) == NOW + jump


async def test_a_process_in_the_future_is_no_downtime(store: ProcessStore) -> None:
    """The system's clock was ahead before."""
    await store.record_heartbeat("ahead", NOW + WEEK_MS)
    beats = Heartbeats(store)
    await beats.beat(NOW)
    assert beats.uptime_ago(NOW, 1_000) == NOW - 1_000
    assert not await beats.other_is_alive(at(NOW))
