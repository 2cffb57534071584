"""`qttt play --terminal` hands the game over to the terminal's own door."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from qttt.cli.coins import Choice
from qttt.cli.errors import Failure
from qttt.cli.play import play
from qttt.engine import Level
from qttt.game import Player, Rules
from qttt.notation import NotationError
from qttt.notation.armour import DamagedError
from tests.cli.helpers import refused

CHOICES: dict[str, Any] = {"two_players": False, "chance": Choice(), "load": None}


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the game was started with; it leaves with code 3."""
    calls: list[dict[str, Any]] = []
    door = ModuleType("qttt.tui")

    def run(rules: Rules, **options: Any) -> int:
        calls.append({"rules": rules, **options})
        return 3

    door.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qttt.tui", door)
    streams = SimpleNamespace(stdin=Terminal(), stdout=Terminal())
    monkeypatch.setattr("qttt.cli.play.sys", streams)
    return calls


def test_options_reach_the_game(started: list[dict[str, Any]]) -> None:
    file = Path("game.qtn")
    assert play(Rules(), "hard", "O", two_players=False, chance=Choice(seed=7), load=file) == 3
    hard = {"level": Level.HARD, "human": Player.O, "seed": 7, "coin": None, "load": file}
    assert started == [{"rules": Rules(), **hard}]


@pytest.mark.parametrize(
    ("rules", "level", "meant"),
    [
        ("goff", None, Level.EASY),
        ("goff", "optimal", Level.OPTIMAL),
        ("krist", "random", Level.RANDOM),
        ("classic4", "eval-difficult", Level.EVAL_DIFFICULT),
        ("classic4", "optimal", Level.OPTIMAL),
    ],
)
def test_level_suits_the_board(
    rules: str, level: str | None, meant: Level, started: list[dict[str, Any]]
) -> None:
    play(Rules.parse(rules), level, "X", **CHOICES)
    assert started[0]["level"] is meant


def test_two_players_have_no_level(started: list[dict[str, Any]]) -> None:
    play(Rules(), None, "X", **{**CHOICES, "two_players": True})
    assert started[0]["level"] is None


@pytest.mark.usefixtures("started")
def test_level_that_cannot_play_there_is_refused() -> None:
    for rules, level in (("krist", "optimal"), ("goff", "eval-easy"), ("classic3", "deep")):
        with pytest.raises(Failure) as refusal:
            play(Rules.preset(rules), level, "X", **CHOICES)
        assert refusal.value.kind == "usage"
        assert str(refusal.value).startswith(
            f"there is no level {level!r} under {rules}; there are random, easy, "
        )


def test_computer_and_two_players_contradict_each_other() -> None:
    assert refused("play", "--terminal", "--two-players", "--level", "easy") == (
        "--two-players and --level cannot both be: nobody is a computer"
    )


def test_without_a_terminal_the_shell_is_named() -> None:
    assert refused("play", "--terminal") == (
        "--terminal needs a terminal; qttt shell takes commands from a pipe"
    )


@pytest.mark.parametrize(
    "options", [("--level", "easy"), ("--two-players",), ("--load", "game.qtn"), ("--seed", "1")]
)
def test_options_of_the_terminal_are_refused_without_it(options: tuple[str, ...]) -> None:
    assert refused("play", *options) == (
        f"{options[0]} is for the game in this terminal: add --terminal, or leave it out"
    )


def test_file_that_cannot_be_used_is_named(tmp_path: Path, started: list[dict[str, Any]]) -> None:
    file = tmp_path / "game.qtn"

    def refuse(error: Exception) -> tuple[str, str]:
        def run(rules: Rules, **options: Any) -> int:
            raise error

        sys.modules["qttt.tui"].run = run  # type: ignore[attr-defined]
        with pytest.raises(Failure) as refusal:
            play(Rules(), None, "X", two_players=False, chance=Choice(), load=file)
        return refusal.value.kind, str(refusal.value)

    wrong = NotationError("no move", "12\n999", 3)
    assert refuse(wrong) == ("notation", f"{file}: line 2, column 1: no move")
    assert refuse(DamagedError(f"{file}: lost")) == ("damaged", f"{file}: lost")
    assert refuse(ValueError("too big")) == ("file", f"{file}: too big")
    assert started == []
