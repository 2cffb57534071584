"""A decision of an engine that fails or is lost is requested again."""

import pytest

from qttt.play.log import EntryKind
from qttt.server.games.terms import Identity
from qttt.server.hub import game_actor
from qttt.server.hub.effects import ChooseMove, Load
from qttt.server.hub.game_actor import RETRY_DELAY_MS

from .helpers import GAME, HubDriver, terms

REFRESH_MS = 2_000


def searching() -> HubDriver:
    """Let Ann move against an engine, for which the test answers."""
    level = Identity("", "Hard", "hard")
    driver = HubDriver(terms(clock="none", o=level), refresh=REFRESH_MS)
    driver.engine_is_held = True
    driver.send(1, t="watch", game=GAME)
    driver.submit(1, "move", "12")
    return driver


def searches(driver: HubDriver) -> list[ChooseMove]:
    return [effect for effect in driver.effects if isinstance(effect, ChooseMove)]


def fail(driver: HubDriver) -> None:
    driver.execute(driver.hub.on_search_failed(searches(driver)[-1], driver.now))


def choose(driver: HubDriver) -> None:
    version = searches(driver)[-1].version
    driver.execute(driver.hub.on_move_chosen(GAME, version, "23", driver.now))


def load_again(driver: HubDriver) -> Load:
    """Let the engine's move arrive while the game is loaded, behind another request."""
    driver.store_is_held = True
    driver.tick(REFRESH_MS)
    driver.send(2, t="watch", game=GAME)
    choose(driver)
    (load,) = driver.held
    assert isinstance(load, Load)
    return load


def test_an_engine_that_fails_is_asked_again_later() -> None:
    driver = searching()
    for number in range(1, 4):
        fail(driver)
        driver.tick(RETRY_DELAY_MS - 1)
        assert len(searches(driver)) == number
        driver.tick(1)
        assert len(searches(driver)) == number + 1
    choose(driver)
    assert [(entry.kind, entry.body) for entry in driver.log[1:]] == [(EntryKind.MOVE, "23")]


def test_an_engine_that_fails_is_asked_again_only_while_somebody_follows() -> None:
    driver = searching()
    fail(driver)
    driver.execute(driver.hub.disconnect(1, driver.now))
    driver.tick(RETRY_DELAY_MS)  # the timer is still set
    assert len(searches(driver)) == 2
    for _ in range(3):
        fail(driver)
        driver.tick(RETRY_DELAY_MS)
    assert len(searches(driver)) == 2
    driver.send(2, t="watch", game=GAME)
    assert len(searches(driver)) == 3


def test_a_failure_does_not_delay_the_decision_of_the_next_version() -> None:
    driver = searching()
    fail(driver)
    assert driver.submit(1, "offer-draw")["t"] == "done"
    assert [search.version for search in searches(driver)] == [1, 3]  # it declines


def test_a_decision_that_is_lost_with_a_failed_load_is_requested_again() -> None:
    driver = searching()
    load = load_again(driver)
    driver.store_is_held = False
    driver.execute(driver.hub.on_store_error(load, driver.now))
    driver.tick(RETRY_DELAY_MS)
    assert len(searches(driver)) == 2


def test_a_full_inbox_takes_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_actor, "MAX_INBOX", 1)
    driver = searching()
    load_again(driver)
    assert driver.submit(1, "resign")["code"] == "unavailable"
    driver.release()
    assert [(entry.kind, entry.body) for entry in driver.log[1:]] == [(EntryKind.MOVE, "23")]
