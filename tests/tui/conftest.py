"""Robots that do not dawdle."""

import pytest

from qttt.engine.search import Estimate, Progress, search
from qttt.game import Position
from qttt.tui import thinking


@pytest.fixture(autouse=True)
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual looks whether the application is idle 50 times a second; look more often.

    Nothing relies on this: `helpers.settle` waits until every queue has been emptied.
    """
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.002)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.001)


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of a fixed number of simulations, whatever the clock says."""

    def counted(position: Position, *, progress: Progress, **_: object) -> Estimate:
        progress(search(position, simulations=200))
        return search(position, simulations=4000)

    monkeypatch.setattr(thinking, "search", counted)
