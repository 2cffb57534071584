"""Fixtures that speed up tests of the terminal application."""

import pytest

from qttt.engine.search import Estimate, EstimateCallback, search
from qttt.game import Position
from qttt.study import evaluation


@pytest.fixture(autouse=True)
def quick_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Textual check more often whether the application is idle.

    Only for speed: `helpers.settle` waits until every queue is empty.
    """
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.002)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.001)


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit searches for hints by simulations instead of time."""

    def counted(position: Position, *, progress: EstimateCallback, **_: object) -> Estimate:
        progress(search(position, simulations=200))
        return search(position, simulations=4000)

    monkeypatch.setattr(evaluation, "search", counted)
