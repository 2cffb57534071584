"""Computers in the shell: ``go`` and ``computer``."""

import re
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from qttt.engine import Decision, Level, levels_for
from qttt.engine.search import Estimate
from qttt.game import PRESETS, Player, Position, Rules
from qttt.play import Match, Seat, save
from qttt.shell import Session
from tests.shell.test_session import failure, session

SECONDS = re.compile(r"(?<=seconds) +\d+\.\d{3}$")


def output(session: Session, command: str) -> list[str]:
    """Run a command and return its output without times."""
    return [SECONDS.sub(" …", line) for line in session.execute(command)]


# --- go --------------------------------------------------------------------------------------


def test_go_lets_a_level_decide_and_shows_its_statistics() -> None:
    assert output(session(rules="classic4"), "go eval-easy") == [
        "X1 goes to (0,0).",
        "  level         eval-easy",
        "  nodes                17",
        "  depth                 1",
        "  MAX cut-offs          0",
        "  MIN cut-offs          0",
        "  time cut-off         no",
        "  seconds …",
        "+0 0-+0 1-+0 2-+0 3-+",
        "| X1 |    |    |    |",
        "+1 0-+1 1-+1 2-+1 3-+",
        "|    |    |    |    |",
        "+2 0-+2 1-+2 2-+2 3-+",
        "|    |    |    |    |",
        "+3 0-+3 1-+3 2-+3 3-+",
        "|    |    |    |    |",
        "+----+----+----+----+",
        "O to place O2",
    ]


def test_go_without_a_name_is_the_best_player() -> None:
    lines = output(session("play 0 0", rules="classic4"), "go")
    assert [line.split() for line in lines[1:3]] == [["level", "optimal"], ["value", "even"]]
    assert re.fullmatch(r"  nodes +[\d,]+", lines[3])


def test_value_of_perfect_play() -> None:
    assert "  value     X +1/2" in session(rules="goff").execute("go optimal")


def test_estimate_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    here = session("play 0 0 0 1")
    position, move = here.match.position, here.match.position.legal_moves[5]

    def rows(value: float, simulations: int, *, proven: bool = False) -> list[str]:
        found = (value, proven, move, (), (), simulations, 2345, False, 1.5, False)
        estimate = Estimate(position, *found)
        decision = Decision(move, estimate)
        monkeypatch.setattr("qttt.play.local_game.decide_move", lambda *_, **__: decision)
        lines = here.execute("go best")[1:5]
        here.execute("undo")
        return [" ".join(line.split()) for line in lines]

    assert rows(0.334, 1000) == [
        *("level best", "value about X +0.33", "simulations 1,000", "nodes 2,345"),
    ]
    assert rows(-0.5, 1000, proven=True)[1] == "value O +1/2"
    assert rows(-1, 1)[1:3] == ["simulations 1", "nodes 2,345"], "one simulation is no estimate"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_level_decides_on_every_board_that_has_it(preset: str) -> None:
    rules = Rules.preset(preset)
    for level in levels_for(rules):
        if level is not Level.EVAL_DIFFICULT:
            here = session("random 2", rules=preset)
            before = len(here.match.node.moves)
            assert f"  {level}" in "".join(here.execute(f"go {level}"))
            assert len(here.match.node.moves) > before


def test_eval_difficult() -> None:
    here = session("random 4", rules="classic4")
    here.execute("go eval-difficult")
    assert len(here.match.position.marks) == 5


def test_go_collapses_a_loop() -> None:
    here = session("play 0 0 0 1", "play 0 0 0 1", rules="goff")
    assert here.execute("go hard")[0].startswith("X collapses the loop: ")
    assert here.match.to_move == "X"


def test_a_seed_repeats_what_computers_play() -> None:
    moves = [
        session("go easy", "go random", "go easy", rules="goff", seed=5).match.node.moves
        for _ in range(2)
    ]
    assert moves[0] == moves[1]


# --- computer --------------------------------------------------------------------------------


def test_a_computer_answers_from_then_on() -> None:
    here = session("computer O eval-intermediate", rules="classic4")
    assert here.game.levels == {Player.O: Level.EVAL_INTERMEDIATE}
    lines = here.execute("play 0 0")
    assert lines[:2] == ["X1 goes to (0,0).", "O2 goes to (0,1)."]
    assert here.match.to_move == "X"
    here.execute("random")
    assert len(here.match.position.marks) == 4
    here.execute("computer off")
    here.execute("play 3 3")
    assert len(here.match.position.marks) == 5


def test_a_computer_with_x_moves_at_once() -> None:
    here = session(rules="classic3")
    lines = here.execute("computer x RANDOM")
    assert lines[0] == "X is random. O is yours."
    assert lines[1].startswith("Levels: random (0 Elo), easy (")
    assert len(here.match.position.marks) == 1
    assert here.execute("computer X off")[0] == "X is yours. O is yours."
    assert here.game.levels == {}


def test_two_computers_play_to_the_end() -> None:
    here = session("computer X optimal", "computer O optimal", rules="classic3")
    assert here.execute("board")[-1] == "Draw, 0-0. Nobody completed a line"
    assert here.prompt == "over> "


def test_go_is_the_level_that_was_assigned() -> None:
    here = session("computer O random", "play 0 0", "undo 1", rules="classic3")
    assert here.match.to_move == "O"
    assert here.execute("computer")[0] == "X is yours. O is random."
    assert here.match.to_move == "O", "asking who plays moves nothing"
    assert "  level  random" in here.execute("go")


def test_undo_goes_back_to_a_persons_last_move() -> None:
    here = session("computer O random", "play 0 0", "play 2 2 ", rules="classic4")
    assert here.execute("undo")[0] == "Undone: 2 moves."
    assert len(here.match.position.marks) == 2
    assert here.execute("undo 1")[-1] == "O is random: go lets it play."
    assert here.match.to_move == "O"
    assert failure(session("computer X random", rules="classic4"), "undo") == (
        "O has no decision to undo"
    )
    here.execute("computer X random")
    assert here.match.outcome
    assert here.execute("undo")[0] == "Undone: 1 move.", "one move if computers play both sides"


def test_a_loaded_game_restores_its_computers(tmp_path: Path) -> None:
    match = Match(Rules.preset("classic4"), o=Seat.computer(Level.EVAL_EASY))
    match.play(Position(match.rules).legal_moves[0])
    save(match, tmp_path / "game.qtn")
    here = session("computer X random", rules="goff")
    lines = here.execute(f"load {tmp_path / 'game.qtn'}")
    assert lines[1] == "X is yours. O is eval-easy."
    assert lines[-1] == "O is eval-easy: go lets it play."
    assert here.game.levels == {Player.O: Level.EVAL_EASY}
    here.execute("go")
    assert len(here.match.position.marks) == 2


def test_loaded_computer_that_cannot_play_on_the_board(tmp_path: Path) -> None:
    match = Match(Rules.preset("goff"), x=Seat("Ann", "eval-easy"))
    save(match, tmp_path / "game.qtn")
    here = session(rules="goff")
    lines = here.execute(f"load {tmp_path / 'game.qtn'}")
    assert "X was eval-easy, which does not play on this board." in lines
    assert here.game.levels == {}


def test_ctrl_c_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    was_stopped = threading.Event()

    def decide(*_: object, stop: threading.Event, **__: Any) -> Decision:
        signal.raise_signal(signal.SIGINT)
        assert stop.wait(60)
        was_stopped.set()
        return Decision(Position().legal_moves[0])

    monkeypatch.setattr("qttt.play.local_game.decide_move", decide)
    here = session()
    with pytest.raises(KeyboardInterrupt):
        here.execute("go")
    assert was_stopped.wait(60)


def test_errors_of_the_search_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object, **__: object) -> Decision:
        raise RuntimeError("the kernel is gone")

    monkeypatch.setattr("qttt.play.local_game.decide_move", decide)
    with pytest.raises(RuntimeError, match="the kernel is gone"):
        session().execute("go")


# --- errors ----------------------------------------------------------------------------------

ASSIGN = (
    "write computer X LEVEL or computer O LEVEL; to end it, computer X off, computer O off or "
    "computer off"
)


@pytest.mark.parametrize(
    ("before", "command", "message"),
    [
        ("", "go x", "no level 'x' on this board: choose from random, easy, "),
        ("", "go easy hard", "no level 'easy hard' on this board: choose from random, easy, "),
        ("", "go eval-easy", "no level 'eval-easy' on this board: choose from random, easy, "),
        ("", "computer O grandmaster", "no level 'grandmaster' on this board: choose from random"),
        ("", "computer easy", ASSIGN),
        ("", "computer Z easy", ASSIGN),
        ("", "computer X easy now", ASSIGN),
        ("random 99", "go random", "the game is over: type undo to go back"),
    ],
)
def test_invalid_arguments(before: str, command: str, message: str) -> None:
    here = session(*filter(None, [before]), rules="goff")
    assert failure(here, command).startswith(message)
    assert here.game.levels == {}
