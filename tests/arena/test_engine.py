"""The built-in engine's answers; ``test_checking`` runs the conformance test on it."""

import threading
from collections.abc import Iterator
from queue import Queue

import pytest

from qttt.arena import EngineServer
from qttt.engine.levels import levels_for
from qttt.game import Position, Rules
from qttt.notation import parse_move, parse_position

LATE = 60.0


class Session:
    """An engine and its output."""

    def __init__(self) -> None:
        self.output: Queue[str] = Queue()
        self.engine = EngineServer(self.output.put)

    def ask(self, *lines: str) -> str:
        """Send lines and return the next answer that is not `info`."""
        for line in lines:
            assert self.engine.handle_line(line)
        while (answer := self.output.get(timeout=LATE)).startswith("info"):
            pass
        return answer

    def run(self, *lines: str) -> None:
        """Send lines that have no answer."""
        assert self.ask(*lines, "isready") == "readyok"


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session()
    yield session
    session.engine.abort()
    assert threading.active_count() == 1 or not session.engine.handle_line("quit")


def test_default_is_goff_on_the_empty_board(session: Session) -> None:
    assert session.ask("go time 1000") in ("bestmove 19", "bestmove 37")


def test_same_seed_same_moves_different_seed_different_ones(session: Session) -> None:
    def moves(seed: int) -> list[str]:
        session.run(f"setoption seed {seed}", "newgame rules krist")
        return [session.ask("go level random") for _ in range(6)]

    assert moves(1) == moves(1) != moves(2)


def test_nodes_with_a_seed_repeat(session: Session) -> None:
    session.run("newgame rules qubic4", "setoption seed 5")
    first = session.ask("go nodes 300")
    session.run("setoption seed 5")
    assert session.ask("go nodes 300") == first


def test_options_reach_the_search(session: Session) -> None:
    session.run("newgame rules krist", "setoption threads 2", "setoption megabytes 8")
    assert session.ask("go nodes 200").startswith("bestmove ")


def test_the_learned_search_needs_no_seed(session: Session) -> None:
    session.run("newgame rules krist", "setoption learned 1", "setoption seed 1")
    first = session.ask("go nodes 300")
    session.run("setoption seed 2")
    assert session.ask("go nodes 300") == first
    session.run("newgame rules goff")
    assert session.ask("go nodes 30").startswith("bestmove ")  # without an evaluator, as before


@pytest.mark.parametrize("rules", ["closer", "krist rows=2 cols=5", "classic4", "qubic5"])
def test_every_budget_gives_a_legal_move(session: Session, rules: str) -> None:
    session.run(f"newgame rules {rules}")
    position = Position(Rules.parse(rules))
    levels = [f"level {level}" for level in levels_for(position.rules)[:3]]
    for budget in ("time 5", "nodes 5", *levels):
        name, move = session.ask(f"go {budget}").split()
        assert name == "bestmove"
        parse_move(move, position)


def test_collapses_are_chosen_too(session: Session) -> None:
    assert session.ask("position 12/23/13", "go time 1000") == "bestmove @1"
    assert session.ask("position - moves 12 23 13", "go nodes 500") == "bestmove @1"
    assert session.ask("position\t-\tmoves\t12\t23 13", "go\tnodes\t500") == "bestmove @1"


def test_stop_returns_the_best_move_and_later_stops_are_ignored(session: Session) -> None:
    session.run("newgame rules krist rows=6 cols=6", "go infinite")
    assert session.ask("go nodes 1").startswith("error busy ")
    answer = session.ask("stop", "stop")
    parse_move(answer.removeprefix("bestmove "), Position(Rules.preset("krist", 6)))
    session.run("stop", "")


def test_rejected_line_changes_nothing(session: Session) -> None:
    session.run("position 12")
    for line in ("position 12/1", "position - moves 12 55", "position a1b1", "newgame rules x"):
        assert session.ask(line).startswith("error ")
    answer = session.ask("go nodes 5").removeprefix("bestmove ")
    parse_move(answer, parse_position("12"))


REFUSED = {
    "please": "error unknown unknown command 'please': choose from qttt, isready, setoption, "
    "newgame, position, go, stop, quit",
    "setoption hash 5": "error syntax unknown option 'hash': choose from seed, threads, "
    "megabytes, learned",
    "setoption threads 0": "error syntax threads must be an integer from 1 to 64",
    "newgame goff": "error syntax write newgame rules and a preset, such as goff",
    "newgame rules gof": "error rules unknown preset 'gof': choose from ",
    "position 1/": "error notation '' is not a place for O2; ",
    "position - moves 12 x": "error notation 'x' is not a move; ",
    "position 12/1": "error illegal this position cannot be reached: X1 shares its square with ",
    "position 12/12 moves 34": "error illegal 34 is not legal in 12/12: a loop must be ",
    "go": "error syntax write go time MS, go nodes N, go level NAME or go infinite",
    "go level nobody": "error unsupported unknown level: choose from random, ",
    "go level eval-easy": "error unsupported no level eval-easy under these rules: choose from ",
}


@pytest.mark.parametrize("line", REFUSED)
def test_errors(session: Session, line: str) -> None:
    assert session.ask(line).startswith(REFUSED[line])


def test_no_player_is_to_move(session: Session) -> None:
    over = session.ask("position 1/3/5/4/9", "go nodes 5")
    assert over == "error state no player is to move: the game is over"
    chance = session.ask("newgame rules qubic3", "position 12/12", "go nodes 5")
    assert chance == "error state no player is to move: chance decides this collapse"


def test_board_too_big_for_the_search(session: Session) -> None:
    answer = session.ask("newgame rules krist rows=9 cols=9", "go nodes 5")
    assert answer == "error unsupported the search supports boards of at most 64 squares"
    assert session.ask("go level random").startswith("bestmove ")


def test_undecodable_line(session: Session) -> None:
    session.engine.reject_line("this line is too long")
    assert session.output.get() == "error syntax this line is too long"


def test_internal_error_is_reported_and_raised(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    monkeypatch.setattr("qttt.arena.engine.think", lambda *_: 1 / 0)
    assert session.ask("go nodes 5") == "error fault ZeroDivisionError('division by zero')"
    session.run()
    assert raised[0].exc_type is ZeroDivisionError


def test_end_of_input_waits_for_the_move_and_quit_does_not(session: Session) -> None:
    session.engine.handle_line("go nodes 2000")
    session.engine.wait()
    assert [*session.output.queue][-1].startswith("bestmove ")
    session.engine.handle_line("go infinite")
    session.engine.wait()
    assert [*session.output.queue][-1].startswith("bestmove ")
    session.engine.handle_line("go infinite")
    count = session.output.qsize()
    assert not session.engine.handle_line("quit")
    session.engine.abort()
    assert session.output.qsize() <= count + 1
