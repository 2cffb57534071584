"""Mermin's parity game on loops and trees: bounds, exact probabilities, and the simulator QX."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from random import Random

import pytest

from qttt import Position, Rules
from qttt.book import quantum
from qttt.book.tables import load_csv
from qttt.notation import read
from qttt.quantum import Factor, cqasm3, openqasm3, quantum_state
from qttt.quantum.parity import (
    ParityResult,
    classical_bound,
    classical_formula,
    expectation,
    flip_threshold,
    is_won,
    loop_game,
    measured_in,
    questions,
    tree_game,
    visibility_threshold,
    winning_probability,
)
from qttt.quantum.qx import QX
from tests.cli.helpers import error_of, stdout_of
from tests.golden import parity as golden
from tests.golden.tables import GOLDEN
from tests.selection import by_day

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"
LOOP = read("12 25 59 15").position
TREE = read("12 23").position


def loops(count: int) -> Iterator[Position]:
    """Random positions whose pending loop has at least three marks."""
    rng = Random(7)
    while count:
        position = Position(Rules())
        while not position.has_loop:
            position = position.play(rng.choice(position.legal_moves))
        if position.loop and len(position.loop.marks) >= 3:
            count -= 1
            yield position


# --- bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", by_day([3, 4, 5], [3, 4, 5, 6]))
def test_no_classical_strategy_is_better(players: int) -> None:
    assert classical_bound(players) == classical_formula(players)


def test_three_players_by_hand() -> None:
    """Strategies as tables, without the functions of the package."""
    best = 0
    for x1, y1, x2, y2, x3, y3 in product((0, 1), repeat=6):
        sums = (x1 + x2 + x3, x1 + y2 + y3, y1 + x2 + y3, y1 + y2 + x3)
        best = max(best, sum(s % 2 == right for s, right in zip(sums, (0, 1, 1, 1), strict=True)))
    assert best == 3
    assert classical_bound(3) == Fraction(best, 4)


@pytest.mark.parametrize("players", range(3, 10))
def test_thresholds_are_where_the_bound_is_met(players: int) -> None:
    bound, flips = classical_formula(players), flip_threshold(players)
    assert (1 + visibility_threshold(players)) / 2 == bound
    even = sum(
        comb(players, n) * flips**n * (1 - flips) ** (players - n) for n in range(0, players + 1, 2)
    )
    assert even == pytest.approx(float(bound))


def test_p_values() -> None:
    assert ParityResult(3, 4, 4).p_value == (3 / 4) ** 4
    assert ParityResult(3, 2, 1).p_value == 15 / 16
    assert ParityResult(3, 900, 0).p_value == 1


# --- states and circuits -------------------------------------------------------------------------


def factor(position: Position, kind: str) -> Factor:
    return next(each for each in quantum_state(position).factors if each.kind == kind)


def test_loops_always_win() -> None:
    device = QX(Random(3))
    for position in loops(6):
        game = loop_game(position)
        if game.players <= 4:
            assert winning_probability(factor(position, "GHZ")) == 1
        assert game.play(device, 12, Random(4)) == ParityResult(game.players, 12, 12)


def test_answers_agree_with_expectations() -> None:
    """The parity of the circuit's answers is certain, and is that of the state's expectation."""
    game, ghz, device = loop_game(LOOP), factor(LOOP, "GHZ"), QX(Random(5))
    for question in questions(3):
        mean = expectation(ghz, question)
        assert abs(mean) == 1
        for shot in device.run(game.ask(question), 4):
            assert (-1) ** shot.bits[:3].count("1") == mean
            assert is_won(question, game.answers(question, shot.bits))


def test_trees_win_seven_of_eight() -> None:
    tree = factor(TREE, "W")
    assert winning_probability(tree, ("z", "x")) == Fraction(7, 8)
    assert winning_probability(tree) == Fraction(1, 2)
    game = tree_game(TREE)
    shots = QX(Random(6)).run(game.ask("xxx"), 20)
    assert all(is_won("xxx", game.answers("xxx", shot.bits)) for shot in shots)


def test_other_bases_of_a_tree_are_hardly_better() -> None:
    chance, *_ = quantum.best_angles_for_tree(40)
    assert round(100 * chance, 2) == 88.07
    assert round(8 * chance - 4, 3) == 3.046


def test_programs_have_the_bases() -> None:
    circuit = measured_in(loop_game(LOOP).circuit, "xyzz")
    turned = ["H q[0]", "Sdag q[1]", "H q[1]", "b[0] = measure q[0]"]
    assert cqasm3(circuit).splitlines()[11:15] == turned
    assert "sdg q[1];\nh q[1];\nb[0] = measure q[0];" in openqasm3(circuit)


def test_games_match_the_golden_data() -> None:
    assert (GOLDEN / "parity.tsv").read_text("utf-8") == golden.parity_text()


# --- the tables ----------------------------------------------------------------------------------


def test_the_table_of_bounds() -> None:
    assert list(quantum.bounds(5)) == load_csv(quantum.BOUNDS, DATA)[:3]


@pytest.mark.nightly
def test_all_bounds() -> None:
    assert list(quantum.bounds()) == load_csv(quantum.BOUNDS, DATA)


@pytest.mark.nightly
def test_the_table_of_runs() -> None:
    assert list(quantum.run_on(QX(Random(1)))) == load_csv(quantum.RUNS, DATA)


def test_the_runs_are_plausible() -> None:
    for row in load_csv(quantum.RUNS, DATA):
        share, rounds = Fraction(str(row[3])), int(row[5] or 0)
        assert rounds * share - 5 * rounds**0.5 / 2 < int(row[6] or 0) <= rounds
        assert float(row[7] or 0) < 1e-9


# --- errors --------------------------------------------------------------------------------------


def test_positions_without_a_game() -> None:
    with pytest.raises(ValueError, match=r"^12/12 has no pending loop of 3 or more marks$"):
        loop_game(read("12 12").position)
    with pytest.raises(ValueError, match=r"^12 has no tree of 3 squares$"):
        tree_game(read("12").position)
    message = r"^question 'xxy': write x or y for each of the 3 players, with an even number of y$"
    with pytest.raises(ValueError, match=message):
        loop_game(LOOP).ask("xxy")


def test_bases_on_the_command_line() -> None:
    assert "S†─H" in stdout_of("circuit", "12 23 13", "--bases", "yxy")
    assert "S'-H" in stdout_of("circuit", "12 23 13", "--bases", "yxy", "--ascii")
    message = "bases 'xw': write x, y or z for each of the 3 qubits"
    assert error_of("circuit", "12 23 13", "--bases", "xw") == message
    message = "this position has 2 circuits, but bases belong to one: choose it with --part"
    assert error_of("circuit", "12 34", "--bases", "xx") == message
