"""Automatic players, and ``check_player``."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from qttt.engine.levels import Level
from qttt.game import Collapse, Move, Placement, Player, Position, Rules
from qttt.play import (
    Computer,
    History,
    Match,
    Seat,
    check_player,
    computers,
    play_step,
    seeded_coin,
)
from qttt.play.players import PlayerFault
from tests.engine import minimax

from .helpers import ANN, TINY


@dataclass
class Subject:
    """A player with a given answer."""

    answer: Callable[[Position], object]

    def choose(self, game: History) -> Move:
        return self.answer(game.position)  # type: ignore[return-value]

    def __repr__(self) -> str:
        return "Subject()"


def test_computers_pass() -> None:
    check_player(Computer(Level.RANDOM, Random(1)))
    optimal = Computer(Level.OPTIMAL, Random(1), minimax.solve)
    check_player(optimal, rules=[Rules.parse(TINY), Rules.parse(f"{TINY} chooser=closer")])
    check_player(Computer(Level.THESIS_MEDIUM, Random(2)), rules=[Rules.parse(TINY)])
    check_player(Computer(Level.EVAL_EASY, Random(3)), rules=[Rules.preset("classic3")])
    large = [Rules.parse("krist rows=2 cols=5"), Rules.parse("qubic4 rows=3")]
    check_player(Computer(Level.EASY, Random(4)), rules=large, games=1)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (lambda _: None, r"Subject\(\) as X in - \(goff\) chose None, which is not a move"),
        (lambda _: (0, 1), r"Subject\(\) as X in - \(goff\) chose \(0, 1\), which is not a move"),
        (
            lambda _: Placement(0, 0),
            r"Subject\(\) as X in - \(goff\) chose 11, not legal: a quantum mark needs two",
        ),
        (lambda _: 1 / 0, r"Subject\(\) as X in - \(goff\) raised ZeroDivisionError"),
    ],
)
def test_broken_players_fail(answer: Callable[[Position], object], fault: str) -> None:
    with pytest.raises(PlayerFault, match=fault):
        check_player(Subject(answer))


def test_players_that_break_at_a_collapse_fail() -> None:
    def first_square(position: Position) -> Move:
        return Collapse(0) if position.has_loop else position.legal_moves[0]

    with pytest.raises(PlayerFault, match=r"chose @1, not legal: the closing mark cannot land"):
        check_player(Subject(first_square), games=20)


def test_the_error_of_a_player_is_the_cause() -> None:
    with pytest.raises(PlayerFault) as raised:
        check_player(Subject(lambda _: dict[str, Move]()["there"]))
    assert isinstance(raised.value.__cause__, KeyError)


def test_a_game_between_computers_is_reproducible() -> None:
    def play(seed: int) -> tuple[Move, ...]:
        computer = Seat.computer(Level.RANDOM)
        match = Match(Rules.preset("qubic3"), x=computer, o=computer)
        players, coin = computers(match, Random(seed)), seeded_coin(seed)
        while match.outcome is None:
            assert play_step(match, players, coin)
        return match.node.moves

    assert play(5) == play(5)
    assert len({play(seed) for seed in range(10)}) > 1


def test_a_step_does_nothing_for_people_missing_coins_or_a_finished_match() -> None:
    match = Match(Rules.preset("qubic3"), x=Seat.computer(Level.RANDOM), o=ANN)
    players = computers(match, Random(1))
    assert set(players) == {Player.X}
    assert len(play_step(match, players, at=2.5)) == 1
    assert play_step(match, players) == ()
    pair = match.position.marks[0]
    assert isinstance(pair, tuple)
    match.play(Placement(*pair), by=Player.O)
    assert play_step(match, players) == ()
    assert match.to_move == "chance"
    assert play_step(match, players, seeded_coin(1))
    match.resign(Player.O)
    assert play_step(match, players, seeded_coin(1)) == ()
