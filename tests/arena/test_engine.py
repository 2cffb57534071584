"""Our engine answers lines with lines; ``test_checking`` puts it to the whole test."""

import threading
from collections.abc import Iterator
from queue import Queue

import pytest

from qttt.arena import Engine
from qttt.engine.levels import levels_for
from qttt.game import Position, Rules
from qttt.notation import parse_move, parse_position

LATE = 60.0


class Talk:
    """An engine and what it says."""

    def __init__(self) -> None:
        self.said: Queue[str] = Queue()
        self.engine = Engine(self.said.put)

    def ask(self, *lines: str) -> str:
        """The answer to the last of these lines, `info` left out."""
        for line in lines:
            assert self.engine.obey(line)
        while (answer := self.said.get(timeout=LATE)).startswith("info"):
            pass
        return answer

    def silent(self, *lines: str) -> None:
        """Lines to which nothing is answered."""
        assert self.ask(*lines, "isready") == "readyok"


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.engine.leave()
    assert threading.active_count() == 1 or not talk.engine.obey("quit")


def test_before_anything_is_said_it_is_goff_on_the_empty_board(talk: Talk) -> None:
    assert talk.ask("go time 1000") in ("bestmove 19", "bestmove 37")


def test_same_seed_same_moves_different_seed_different_ones(talk: Talk) -> None:
    def moves(seed: int) -> list[str]:
        talk.silent(f"setoption seed {seed}", "newgame rules krist")
        return [talk.ask("go level random") for _ in range(6)]

    assert moves(1) == moves(1) != moves(2)


def test_nodes_with_a_seed_repeat(talk: Talk) -> None:
    talk.silent("newgame rules qubic4", "setoption seed 5")
    first = talk.ask("go nodes 300")
    talk.silent("setoption seed 5")
    assert talk.ask("go nodes 300") == first


def test_options_reach_the_search(talk: Talk) -> None:
    talk.silent("newgame rules krist", "setoption threads 2", "setoption megabytes 8")
    assert talk.ask("go nodes 200").startswith("bestmove ")


@pytest.mark.parametrize("rules", ["closer", "krist rows=2 cols=5", "classic4", "qubic5"])
def test_every_budget_gives_a_legal_move(talk: Talk, rules: str) -> None:
    talk.silent(f"newgame rules {rules}")
    position = Position(Rules.parse(rules))
    levels = [f"level {level}" for level in levels_for(position.rules)[:3]]
    for budget in ("time 5", "nodes 5", *levels):
        name, move = talk.ask(f"go {budget}").split()
        assert name == "bestmove"
        parse_move(move, position)


def test_collapses_are_chosen_too(talk: Talk) -> None:
    assert talk.ask("position 12/23/13", "go time 1000") == "bestmove @1"
    assert talk.ask("position - moves 12 23 13", "go nodes 500") == "bestmove @1"


def test_stop_gives_the_best_so_far_and_later_ones_mean_nothing(talk: Talk) -> None:
    talk.silent("newgame rules krist rows=6 cols=6", "go infinite")
    assert talk.ask("go nodes 1").startswith("error busy ")
    answer = talk.ask("stop", "stop")
    parse_move(answer.removeprefix("bestmove "), Position(Rules.preset("krist", 6)))
    talk.silent("stop", "")


def test_what_is_refused_changes_nothing(talk: Talk) -> None:
    talk.silent("position 12")
    for line in ("position 12/1", "position - moves 12 55", "position a1b1", "newgame rules x"):
        assert talk.ask(line).startswith("error ")
    answer = talk.ask("go nodes 5").removeprefix("bestmove ")
    parse_move(answer, parse_position("12"))


REFUSED = {
    "please": "error unknown no command 'please': there are qttt, isready, setoption, newgame, "
    "position, go, stop, quit",
    "setoption hash 5": "error syntax no option 'hash': there are seed, threads, megabytes",
    "setoption threads 0": "error syntax threads is a whole number from 1 to 64",
    "newgame goff": "error syntax say newgame rules and a preset, such as goff",
    "newgame rules gof": "error rules no preset 'gof'; there are ",
    "position 1/": "error notation '' is no place for O2; ",
    "position - moves 12 x": "error notation 'x' is no move; ",
    "position 12/1": "error illegal this position cannot be reached: X1 shares its square with ",
    "position 12/12 moves 34": "error illegal 34 is not legal in 12/12: a loop must be ",
    "go": "error syntax say go time MS, go nodes N, go level NAME or go infinite",
    "go level nobody": "error unsupported there is no such level: there are random, ",
    "go level eval-easy": "error unsupported no level eval-easy under these rules: there are ",
}


@pytest.mark.parametrize("line", REFUSED)
def test_errors(talk: Talk, line: str) -> None:
    assert talk.ask(line).startswith(REFUSED[line])


def test_nothing_to_choose(talk: Talk) -> None:
    over = talk.ask("position 1/3/5/4/9", "go nodes 5")
    assert over == "error state there is nothing to choose: the game is over"
    chance = talk.ask("newgame rules qubic3", "position 12/12", "go nodes 5")
    assert chance == "error state there is nothing to choose: chance decides this collapse"


def test_board_too_big_for_the_search(talk: Talk) -> None:
    answer = talk.ask("newgame rules krist rows=9 cols=9", "go nodes 5")
    assert answer == "error unsupported the search takes boards of at most 64 squares"
    assert talk.ask("go level random").startswith("bestmove ")


def test_line_that_could_not_be_read(talk: Talk) -> None:
    talk.engine.refuse("this line is too long")
    assert talk.said.get() == "error syntax this line is too long"


def test_fault_of_ours_is_told_and_not_hidden(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    monkeypatch.setattr("qttt.arena.engine.think", lambda *_: 1 / 0)
    assert talk.ask("go nodes 5") == "error fault ZeroDivisionError('division by zero')"
    talk.silent()
    assert raised[0].exc_type is ZeroDivisionError


def test_end_of_input_waits_for_the_move_and_quit_does_not(talk: Talk) -> None:
    talk.engine.obey("go nodes 2000")
    talk.engine.finish()
    assert [*talk.said.queue][-1].startswith("bestmove ")
    talk.engine.obey("go infinite")
    talk.engine.finish()
    assert [*talk.said.queue][-1].startswith("bestmove ")
    talk.engine.obey("go infinite")
    told = talk.said.qsize()
    assert not talk.engine.obey("quit")
    talk.engine.leave()
    assert talk.said.qsize() <= told + 1
