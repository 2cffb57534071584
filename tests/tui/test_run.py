"""The function ``run_app``."""

import inspect
from pathlib import Path

import pytest

from qttt.engine import Level
from qttt.game import Player, Rules
from qttt.play.local_game import LocalGameSetup
from qttt.tui import app, run_app


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[app.QtttApp]:
    """Collect applications instead of running them."""
    applications: list[app.QtttApp] = []
    monkeypatch.setattr(app.QtttApp, "run", lambda self: applications.append(self))
    return applications


def test_the_default_is_a_game_against_easy(started: list[app.QtttApp]) -> None:
    assert run_app() == 0
    assert started[0].game.setup == LocalGameSetup(Rules(), None, Level.EASY)


def test_everything_can_be_chosen(started: list[app.QtttApp]) -> None:
    run_app(Rules.preset("closer"), level=Level.HARD, human=Player.O, seed=3)
    assert started[0].game.setup == LocalGameSetup(Rules.preset("closer"), Level.HARD, None, 3)
    run_app(level=None)
    assert started[1].game.setup == LocalGameSetup(o=None)


def test_errors_are_raised_before_the_application_runs(
    started: list[app.QtttApp], tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="no level 'eval-easy' on"):
        run_app(Rules.preset("krist"), level=Level.EVAL_EASY)
    with pytest.raises(OSError, match="nothing"):
        run_app(load=tmp_path / "nothing.qtn")
    assert started == []


def test_the_style_sheet_is_in_the_package() -> None:
    assert (Path(inspect.getfile(app)).parent / app.QtttApp.CSS_PATH).is_file()
