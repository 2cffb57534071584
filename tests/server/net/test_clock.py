"""The server's time follows steps of the system's clock; none of them ends a game."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from qttt.play import named_coin
from qttt.play.log import EntryKind
from qttt.server.net.clock import MAX_DEVIATION_MS, SLEWING, ServerClock
from qttt.server.net.runner import HubRunner
from qttt.server.retention import DAY_MS
from qttt.server.rooms.homework import HomeworkService
from qttt.server.services import KEEP_LESSONS_MS, delete_expired, now_ms
from tests.server.store.check.homework import PUPILS, SET, tries

from .helpers import ANN, GAME, opened, served, terms

NOW = 1_700_000_000_000


class Times:
    """A system's clock that can be set, and a monotonic one."""

    def __init__(self) -> None:
        self.passed, self.error = 0, 0
        self.clock = ServerClock(lambda: NOW + self.passed + self.error, lambda: self.passed)

    def wait(self, milliseconds: int) -> int:
        """Follow the system's clock ten times a second, and return the time."""
        for _ in range(0, milliseconds, 100):
            self.passed += 100
            before = self.clock.now
            self.clock.follow()
            assert self.clock.now >= before
        return self.clock.now - NOW


def test_a_small_step_is_ignored() -> None:
    times = Times()
    for times.error in (-MAX_DEVIATION_MS, MAX_DEVIATION_MS):
        assert times.wait(1_000) == times.passed


def test_a_step_forward_is_followed_at_once(caplog: pytest.LogCaptureFixture) -> None:
    times = Times()
    times.error = DAY_MS
    assert times.wait(100) == DAY_MS + 100
    assert times.wait(1_000) == DAY_MS + 1_100
    assert [record.message for record in caplog.records] == ["clock set forward"]


def test_after_a_step_back_time_runs_slower(caplog: pytest.LogCaptureFixture) -> None:
    times = Times()
    assert times.wait(1_000) == times.passed
    times.error = -10_000
    assert 0 <= times.wait(10_000) - (11_000 - 10_000 // SLEWING) <= 20
    assert times.wait(200_000) == times.passed - 10_000
    assert [record.message for record in caplog.records] == ["clock set back"]


def test_the_earliest_time_is_that_of_a_clock_that_was_corrected() -> None:
    times = Times()
    times.error = DAY_MS
    times.wait(60_000)
    times.error = 0
    assert times.wait(3_600_000) > DAY_MS
    assert times.clock.earliest == NOW + times.passed
    times.error = DAY_MS * 2
    assert times.clock.earliest == times.clock.now


async def test_a_clock_that_was_corrected_deletes_nothing(tmp_path: Path) -> None:
    error = 0
    async with opened(tmp_path) as store:
        given = replace(SET, teacher=ANN.user, due=now_ms(), expires=now_ms() + DAY_MS)
        await store.homework.add(given, PUPILS, 1)
        async with HubRunner(store, named_coin("os"), lambda: now_ms() + error) as runner:
            error = 9 * DAY_MS
            async with asyncio.timeout(60):
                while runner.now < given.expires:
                    await asyncio.sleep(0.01)
            error = 0
            assert runner.uptime_ago(KEEP_LESSONS_MS) < now_ms()
            await delete_expired(store, runner)
        assert await store.homework.homework(given.code, 0)


async def test_a_night_in_which_the_machine_sleeps_ends_no_game(
    tmp_path: Path,
) -> None:
    asleep = 0
    async with served(tmp_path, clock=lambda: now_ms() + asleep) as server:
        await server.begin(terms())
        due = server.runner.now + 60_000
        given = replace(SET, teacher=ANN.user, due=due, expires=due + 9 * DAY_MS)
        await server.store.homework.add(given, PUPILS, 1)
        async with server.client("Ann") as ann, server.client("Bob") as bob:
            await ann.watch()
            await bob.watch()
            await ann.submit("move", "12")
            await bob.sync(1)
            await bob.submit("move", "23")
            await ann.sync(2)
            asleep = DAY_MS
            async with asyncio.timeout(60):
                while len(entries := (await server.store.games.load_all([GAME]))[0].entries) < 3:
                    await asyncio.sleep(0.01)
            for client in (ann, bob):  # none was idle
                await client.send(t="ping")
                await client.receive("pong")
        kinds = [entry.kind for entry in entries]
        assert kinds == [EntryKind.MOVE, EntryKind.MOVE, EntryKind.DOWNTIME]
        assert int(entries[2].body) >= DAY_MS
        homework = HomeworkService(server.store.homework, lambda: server.runner.now)
        handed_in = await homework.hand_in(given.code, PUPILS[0].key, tries("a"))
        assert handed_in.tries[0].at > due, "late is late"
