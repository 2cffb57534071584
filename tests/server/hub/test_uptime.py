"""An outage decides no game: time without heartbeats is refunded before clocks are judged."""

import pytest

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.commands import MAX_HEARTBEAT_GAP_MS, Downtime
from qttt.server.games.terms import Identity
from qttt.server.hub.bus_messages import EntriesStored
from qttt.server.hub.effects import ChooseMove
from qttt.server.hub.hub import MAX_TICK_DELAY_MS

from .helpers import GAME, NOW, HubDriver, terms

LONG_MS = 90_000
"""Longer than the clocks of 60 seconds."""


def begun() -> HubDriver:
    """Return a game in which the clock of X is running, after a tick."""
    driver = HubDriver().follow().play("12", "23")
    driver.tick(0)
    return driver


def test_nobody_is_flagged_without_a_heartbeat() -> None:
    driver = begun()
    driver.now += LONG_MS
    driver.execute(driver.hub.tick(driver.now))
    driver.execute(driver.hub.check_deadlines([GAME], driver.now))
    assert len(driver.log) == 2
    driver.beat()
    assert driver.log[-1].kind is EntryKind.FLAG


def test_a_flag_has_the_time_of_the_last_heartbeat() -> None:
    driver = begun()
    driver.tick(60_900)
    driver.now += 200
    driver.execute(driver.hub.check_deadlines([GAME], driver.now))
    assert len(driver.log) == 2
    driver.wait(700)
    assert (driver.log[-1].kind, driver.log[-1].at) == (EntryKind.FLAG, NOW + 61_800)


@pytest.mark.parametrize("sent_ms", [MAX_HEARTBEAT_GAP_MS, LONG_MS])
def test_a_command_waits_until_downtime_is_refunded(sent_ms: int) -> None:
    driver = begun()
    driver.tick(1_000)
    driver.now = NOW + 1_000 + sent_ms
    driver.execute(driver.hub.tick(driver.now))
    assert driver.submit(1, "move", "45") == {}
    driver.now = NOW + 1_500 + LONG_MS
    driver.beat(Downtime(NOW + 1_000, driver.now))
    assert [entry.kind for entry in driver.log[2:]] == [EntryKind.DOWNTIME, EntryKind.MOVE]
    assert driver.log[-1].spent == 1_000
    assert driver.received[1][-2]["t"] == "done"


def test_a_late_command_waits_for_the_flag() -> None:
    driver = begun()
    driver.tick(60_500)
    driver.now += 600
    assert driver.submit(1, "move", "45") == {}
    driver.wait(200)
    assert driver.log[-1].kind is EntryKind.FLAG
    assert driver.received[1][-1]["code"] == "game-over"


def test_a_waiting_command_is_rejected_if_the_heartbeat_fails() -> None:
    driver = begun()
    driver.now += LONG_MS
    driver.execute(driver.hub.tick(driver.now))
    driver.submit(1, "move", "45", id="again")
    driver.execute(driver.hub.on_heartbeat_failed())
    rejected = driver.received[1][-1]
    assert (rejected["code"], rejected["id"]) == ("unavailable", "again")
    assert rejected["message"] == "the store is unavailable: send this again with the same id"
    driver.now += 5_000
    driver.beat(Downtime(NOW, driver.now))
    assert driver.submit(1, "move", "45", id="again", at=2)["t"] == "done"
    assert driver.log[-1].spent == 0


def test_without_a_clock_commands_do_not_wait() -> None:
    driver = HubDriver(terms(clock="none")).follow()
    driver.now += LONG_MS
    assert driver.submit(1, "move", "12")["t"] == "done"


def test_an_engine_decides_again_after_downtime() -> None:
    driver = HubDriver(terms(o=Identity("", "Easy", "easy"))).follow()
    driver.engine_is_held = True
    driver.play("12")
    driver.now += LONG_MS
    driver.execute(driver.hub.on_move_chosen(GAME, 1, "23", driver.now))
    assert len(driver.log) == 1
    driver.beat(Downtime(NOW, driver.now))
    assert [entry.kind for entry in driver.log] == [EntryKind.MOVE, EntryKind.DOWNTIME]
    requests = [effect.version for effect in driver.effects if isinstance(effect, ChooseMove)]
    assert requests == [1, 2]


def test_time_in_which_the_process_stood_still_is_not_charged() -> None:
    driver = begun()
    driver.tick(4_000)
    driver.now += 500
    driver.execute(driver.hub.tick(driver.now))
    driver.now += MAX_TICK_DELAY_MS
    assert not driver.hub.is_late(driver.now)
    driver.now += 1
    assert driver.hub.is_late(driver.now)
    assert driver.submit(1, "move", "45") == {}
    driver.execute(driver.hub.tick(driver.now))
    assert len(driver.log) == 2
    driver.beat()
    assert (driver.log[-1].spent, driver.log[-1].at) == (4_500, NOW + 4_500)
    assert not driver.hub.is_late(driver.now)


def test_running_games_are_refunded_when_a_downtime_becomes_known() -> None:
    driver = begun()
    driver.now += LONG_MS
    driver.beat(Downtime(NOW + 10_000, driver.now))
    assert (driver.log[-1].kind, driver.log[-1].body) == (EntryKind.DOWNTIME, "80000")
    assert {messages[-1]["t"] for messages in driver.received.values()} == {"entries"}


def test_a_command_that_waited_is_not_older_than_entries_of_other_processes() -> None:
    driver = HubDriver(refresh=1_000_000).follow().play("12", "23")
    driver.tick(4_500)
    driver.now += LONG_MS
    refund = LogEntry(3, EntryKind.DOWNTIME, "", "10", driver.now - 100)
    driver.log.append(refund)
    message = EntriesStored(GAME, (refund,))
    driver.execute(driver.hub.on_bus_message(message, driver.now))
    assert driver.submit(1, "resign") == {}
    driver.tick(0)
    assert [entry.kind for entry in driver.log[3:]] == [EntryKind.FLAG]
