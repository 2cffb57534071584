"""`qttt play` starts the app in a browser or the terminal application."""

import os
import pty
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from qttt.cli import serve
from qttt.cli.errors import CliError
from qttt.cli.play import GameOptions, play_here
from qttt.engine import Level
from qttt.game import Player, Rules
from qttt.notation import NotationError
from qttt.notation.armour import DamagedError
from tests.cli.helpers import error_of, qttt


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Record the arguments of the terminal application, which returns 3."""
    calls: list[dict[str, Any]] = []
    module = ModuleType("qttt.tui")

    def run_app(rules: Rules, **options: Any) -> int:
        calls.append({"rules": rules, **options})
        return 3

    module.run_app = run_app  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qttt.tui", module)
    streams = SimpleNamespace(stdin=Terminal(), stdout=Terminal(), stderr=Terminal())
    monkeypatch.setattr("qttt.cli.play.sys", streams)
    monkeypatch.delenv("TERM", raising=False)
    return calls


def test_options_reach_the_game(started: list[dict[str, Any]]) -> None:
    file = Path("game.qtn")
    assert play_here(GameOptions(Rules(), "hard", "O", False), file, seed=7) == 3
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
    play_here(GameOptions(Rules.parse(rules), level, "X", False))
    assert started[0]["level"] is meant


def test_two_players_have_no_level(started: list[dict[str, Any]]) -> None:
    play_here(GameOptions(Rules(), None, "X", True))
    assert started[0]["level"] is None


@pytest.mark.usefixtures("started")
def test_level_that_cannot_play_there() -> None:
    for rules, level in (("krist", "optimal"), ("goff", "eval-easy"), ("classic3", "deep")):
        with pytest.raises(CliError) as rejection:
            play_here(GameOptions(Rules.preset(rules), level, "X", False))
        assert rejection.value.kind == "usage"
        assert str(rejection.value).startswith(
            f"no level {level!r} under {rules}: choose from random, easy, "
        )


def test_computer_and_two_players_contradict_each_other() -> None:
    assert error_of("play", "--terminal", "--two-players", "--level", "easy") == (
        "--two-players cannot be used with --level: there is no computer"
    )


def test_a_terminal_without_a_cursor(
    started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(CliError, match="needs a terminal that can move its cursor, and TERM is du"):
        play_here(GameOptions(Rules(), None, "X", True))
    assert not started


STREAMS = ("input", "output", "error")


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
@pytest.mark.parametrize("other", [*combinations(STREAMS, 1), *combinations(STREAMS, 2), STREAMS])
def test_streams_that_are_no_terminal_are_named(other: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    pipe = subprocess.PIPE
    streams = [pipe if name in other else theirs for name in STREAMS]
    command = [sys.executable, "-m", "qttt", "play", "--terminal"]
    with subprocess.Popen(
        command, stdin=streams[0], stdout=streams[1], stderr=streams[2]
    ) as process:
        os.close(theirs)
        printed = process.communicate()[1] if "error" in other else os.read(ours, 1000)
    os.close(ours)
    assert process.returncode == 2
    assert (
        printed.decode().split()
        == (
            f"qttt: --terminal needs a terminal as standard {' and '.join(other)} too; "
            "qttt shell takes commands from a pipe"
        ).split()
    )


@pytest.mark.parametrize(
    "options", [("--load", "game.qtn"), ("--seed", "1"), ("--coin", "os"), ("--coin-wait", "1")]
)
def test_options_that_need_the_terminal(options: tuple[str, ...]) -> None:
    assert error_of("play", "--level", "easy", *options) == (
        f"{options[0]} is only for the game in this terminal: add --terminal"
    )


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        ([], ""),
        (["--level", "hard"], "#game/goff/X=human,O=hard"),
        (
            ["--rules", "classic3", "--level", "eval-easy"],
            "#game/classic3/X=human,O=eval-easy",
        ),
        (["--marks", "O"], "#game/goff/X=easy,O=human"),
        (["--two-players"], "#game/goff/X=human,O=human"),
        (["--rules", "krist", "--size", "5"], "#game/krist_rows=5_cols=5/X=human,O=easy"),
        (
            ["--rules", "krist", "--size", "16", "--two-players"],
            "#game/krist_rows=16_cols=16/X=human,O=human",
        ),
        (["--rules", "pair_loops=forbidden"], "#game/no-pair-loops/X=human,O=easy"),
        (
            ["--rules", "krist pair_loops=forbidden"],
            "#game/krist_pair%5Floops=forbidden/X=human,O=easy",
        ),
    ],
)
def test_app_opens_at_the_game_of_the_options(
    options: list[str], fragment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "serve_locally", opened.append)
    assert qttt("play", *options).code == 0
    assert opened == [fragment]


def test_games_that_the_app_does_not_support() -> None:
    assert error_of("play", "--rules", "krist", "--size", "17") == (
        "the app's boards have at most 256 squares: add --terminal for larger ones"
    )
    assert error_of("play", "--rules", "krist", "--size", "9") == (
        "the app's computer plays on at most 64 squares: add --two-players or --terminal"
    )
    assert error_of("play", "--level", "thesis-hard") == (
        "the level thesis-hard is in the terminal only: add --terminal"
    )
    assert error_of("play", "--level", "deep") == (
        "no level 'deep' under goff: choose from random, easy, medium, hard, expert, optimal"
    )
    for level in ("easy", "thesis-hard"):
        assert error_of("play", "--two-players", "--level", level) == (
            "--two-players cannot be used with --level: there is no computer"
        )


def test_errors_name_the_file(tmp_path: Path, started: list[dict[str, Any]]) -> None:
    file = tmp_path / "game.qtn"

    def reject(error: Exception) -> tuple[str, str]:
        def run_app(rules: Rules, **options: Any) -> int:
            raise error

        sys.modules["qttt.tui"].run_app = run_app  # type: ignore[attr-defined]
        with pytest.raises(CliError) as rejection:
            play_here(GameOptions(Rules(), None, "X", False), file)
        return rejection.value.kind, str(rejection.value)

    wrong = NotationError("no move", "12\n999", 3)
    assert reject(wrong) == ("notation", f"{file}: line 2, column 1: no move")
    assert reject(DamagedError(f"{file}: lost")) == ("damaged", f"{file}: lost")
    assert reject(ValueError("too big")) == ("file", f"{file}: too big")
    assert started == []
