"""Robots that do not dawdle."""

import pytest


@pytest.fixture(autouse=True)
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual looks whether the application is idle 50 times a second; look more often.

    Nothing relies on this: `helpers.settle` waits until every queue has been emptied.
    """
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.002)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.001)
