"""Claims of a game whose other player is away (P47)."""

import pytest

from qttt.play.log import EntryKind, LogEntry
from qttt.server.hub.subscribers import CLAIM_DELAY_MS

from .helpers import GAME, HubDriver, deliver, terms, tick


def begun(**options: object) -> HubDriver:
    """Return a game in which O decides, and which X and O follow."""
    driver = HubDriver(terms(clock="600+0"), **options).follow()
    driver.tick(1_000)
    return driver.play("12", "23", "14")


def wait(driver: HubDriver, time: int) -> None:
    """Let time pass, in which the process ticks once a second."""
    for _ in range(time // 1_000):
        driver.tick(1_000)
    driver.tick(time % 1_000)


def away(driver: HubDriver) -> HubDriver:
    """Let O leave."""
    driver.send(2, t="leave", game=GAME)
    driver.tick(1_000)
    return driver


@pytest.mark.parametrize("kind", ["claim-win", "claim-draw"])
def test_a_game_is_claimed_after_a_minute(kind: str) -> None:
    driver = begun()
    assert driver.submit(1, kind)["code"] == "not-away"
    wait(away(driver), CLAIM_DELAY_MS - 1)
    assert driver.submit(1, kind)["message"] == "claims need 60 s in which O is away"
    driver.tick(1)
    assert driver.submit(1, kind)["t"] == "done"
    assert (driver.log[-1].kind, driver.log[-1].seat) == (kind, "X")


def test_a_player_who_was_away_waits_again() -> None:
    driver = away(begun())
    wait(driver, CLAIM_DELAY_MS // 2)
    driver.send(1, t="leave", game=GAME)
    driver.tick(1_000)
    driver.send(1, t="watch", game=GAME)
    assert driver.submit(1, "claim-win")["code"] == "not-away"
    driver.tick(1_000)
    wait(driver, CLAIM_DELAY_MS - 1)
    assert driver.submit(1, "claim-win")["code"] == "not-away"
    driver.tick(1)
    assert driver.submit(1, "claim-win")["t"] == "done"


def test_a_player_who_is_back_wins_nothing_and_loses_nothing() -> None:
    driver = away(begun())
    wait(driver, CLAIM_DELAY_MS)
    driver.send(2, t="watch", game=GAME)
    for kind in ("claim-win", "claim-draw"):
        assert driver.submit(1, kind)["code"] == "not-away"
        assert driver.submit(2, kind)["code"] == "not-away"


def test_a_standstill_of_the_process_does_not_count() -> None:
    driver = away(begun())
    driver.now += CLAIM_DELAY_MS
    assert driver.submit(1, "claim-win")["code"] == "not-away"
    driver.tick(0)
    wait(driver, CLAIM_DELAY_MS - 1)
    assert driver.submit(1, "claim-win")["code"] == "not-away"
    driver.tick(1)
    assert driver.submit(1, "claim-win")["t"] == "done"


def test_a_player_in_another_process_is_not_away() -> None:
    options = {"refresh": 60_000, "process": ""}
    one, other = (
        HubDriver(terms(clock="600+0"), **options | {"process": name}) for name in ("one", "two")
    )
    one.send(1, t="watch", game=GAME)
    other.send(2, t="watch", game=GAME)
    for _ in range(3):
        tick(1_000, one, other)
    one.play("12", "23", "14")
    deliver(one, other)
    for _ in range(CLAIM_DELAY_MS // 1_000):
        tick(1_000, one, other)
    assert one.submit(1, "claim-win")["code"] == "not-away"
    one.keep({"one"})
    tick(1_000, one)
    wait(one, CLAIM_DELAY_MS)
    assert one.submit(1, "claim-win")["t"] == "done"


def test_a_claim_stored_by_another_process_is_acknowledged() -> None:
    driver = begun(process="one", refresh=60_000)
    driver.log.append(LogEntry(4, EntryKind.CLAIM_WIN, "X", "", driver.now, 0, "mine"))
    driver.tick(1_000)
    assert driver.submit(1, "claim-win", id="mine")["t"] == "entries"
    assert driver.received[1][-1] == {"t": "done", "id": "mine", "game": GAME, "version": 4}


def test_nobody_is_away_while_the_bus_is_down() -> None:
    driver = begun(process="one", refresh=60_000)
    driver.execute(driver.hub.on_bus_status(False, 2_000, driver.now))
    wait(away(driver), CLAIM_DELAY_MS)
    assert driver.submit(1, "claim-win")["code"] == "not-away"
    driver.execute(driver.hub.on_bus_status(True, 60_000, driver.now))
    wait(driver, CLAIM_DELAY_MS - 1_000)
    assert driver.submit(1, "claim-win")["code"] == "not-away"
    wait(driver, 1_000)
    assert driver.submit(1, "claim-win")["t"] == "done"
