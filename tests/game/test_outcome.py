"""Outcomes by example (R10 to R14); the golden data has whole games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, Line, Outcome, Player, Points, Position, Rules, Termination
from qttt.game.outcome import deciding_krists
from tests.strategies import random_walk


def outcome_of(rules: str, marks: tuple[int | tuple[int, int], ...]) -> Outcome:
    outcome = Position(Rules.parse(rules), marks).outcome
    assert outcome is not None
    return outcome


NARROW = (1, 0, 4, 3, 7, 6)
"""X1 X3 X5 in the middle column, O2 O4 O6 in the left column."""


def test_a_narrow_win() -> None:
    outcome = outcome_of("goff", NARROW)
    assert outcome.points == Points(1, 0.5)
    assert outcome.result == "1-0.5"
    assert outcome.value == 0.5
    assert outcome.winner is Player.X
    assert outcome.title == "narrow win"
    assert outcome.termination is Termination.LINE
    assert outcome.lines == (Line(Player.X, (1, 4, 7), 5), Line(Player.O, (0, 3, 6), 6))


@pytest.mark.parametrize(
    ("rules", "result", "title"),
    [
        ("goff", "1-0.5", "narrow win"),
        ("goff scoring=winner", "1-0", "win"),
        ("complete", "0-0", "draw"),
        ("qubic3", "2-0", "win"),
    ],
)
def test_both_have_a_line(rules: str, result: str, title: str) -> None:
    outcome = outcome_of(rules, NARROW)
    assert (outcome.result, outcome.title) == (result, title)


@pytest.mark.parametrize(
    ("marks", "result", "title"),
    [
        ((0, 2, 4, 3, 8), "1-0", "complete win"),
        ((0, 2, (7, 8), 4, 1, 6), "0-1", "complete win"),
        ((3, 0, 4, 1, 6, 2, 5), "0.5-1", "narrow win"),
        ((0, 1, 2, 3, 4, 5, 6, 7, 8), "1.5-0", "double win"),
        ((0, 1, 4, 3, 2, 5, 8, 7, 6), "1.5-0", "double win"),
        ((0, 1, 2, 3, 8, 5, 6, 7, 4), "2-0", "double win"),
        ((0, 1, 2, 4, 3, 6, 5, 8, 7), "0-0", "cat's game"),
    ],
)
def test_points_of_goff(marks: tuple[int, ...], result: str, title: str) -> None:
    outcome = outcome_of("goff", marks)
    assert (outcome.result, outcome.title) == (result, title)


def test_other_scorings_do_not_count_lines() -> None:
    double = (0, 1, 2, 3, 8, 5, 6, 7, 4)
    assert outcome_of("goff scoring=winner", double).result == "1-0"
    assert outcome_of("complete", double).result == "1-0"
    assert outcome_of("qubic3", double).result == "2-0"
    assert outcome_of("qubic3", (0, 1, 2, 4, 3, 6, 5, 8, 7)).result == "1-1"


def test_the_game_goes_on_after_a_line_only_if_it_ends_full() -> None:
    marks = (0, 2, 4, 3, 8)
    assert Position(Rules(), marks).legal_moves == ()
    going_on = Position(Rules(ends="full"), marks)
    assert going_on.outcome is None
    assert len(going_on.legal_moves) == 6
    assert [line.squares for line in going_on.lines] == [(0, 4, 8)]


def test_a_line_must_be_classical() -> None:
    """Three quantum marks of X in a row are not a line, nor are the marks of a pending loop."""
    assert Position.after((0, 1), (3, 4), (1, 2), (6, 7), (0, 8)).lines == ()
    pending = Position.after((0, 3), (2, 3), (3, 4), (3, 8), (4, 8))
    assert pending.outcome is None
    after = pending.play(Collapse(8)).outcome
    assert after is not None
    assert after.result == "1-0"


def test_krist_prefers_the_longest_then_the_most() -> None:
    outcome = outcome_of("krist rows=3 cols=3", (0, 3, 1, 6, 2, 5, 4, 7, 8))
    assert outcome.winner is Player.X
    assert outcome.termination is Termination.FULL
    assert len(outcome.lines[0].squares) == 3


def test_krist_goes_to_the_next_shorter_length_when_the_longest_are_equal() -> None:
    """X has the top row, O the bottom row; X has more krists of two."""
    marks = (0, 6, 1, 7, 2, 8, 4, 3, 5)
    outcome = outcome_of("krist rows=3 cols=3", marks)
    of_three = [line for line in outcome.lines if len(line.squares) == 3]
    assert sorted(str(line.player) for line in of_three) == ["O", "X"]
    pairs = [str(line.player) for line in outcome.lines if len(line.squares) == 2]
    assert pairs.count("X") > pairs.count("O")
    assert outcome.result == "1-0"


def test_krist_can_be_drawn() -> None:
    outcome = outcome_of("krist rows=2 cols=2", (0, 1, 2, 3))
    assert sorted(str(line.player) for line in outcome.lines) == ["O", "X"]
    assert (outcome.result, outcome.title, outcome.winner) == ("0-0", "draw", None)


def test_points_are_written_as_in_a_record() -> None:
    texts = {str(Points(x, o)) for x, o in ((1, 0), (0.5, 1), (1.5, 0), (2, 0), (1, 1), (0, 0))}
    assert texts == {"1-0", "0.5-1", "1.5-0", "2-0", "1-1", "0-0"}
    assert str(Points(1.0, 0.0)) == "1-0"


def test_players_can_resign_or_agree_on_a_draw() -> None:
    outcome = Outcome(Points(0, 1), Termination.RESIGNATION, "resignation")
    assert outcome.winner is Player.O
    assert outcome.result == "0-1"
    assert outcome.lines == ()
    assert Outcome(Points(0, 0), Termination.AGREEMENT, "draw").winner is None


def test_terminations_by_name() -> None:
    assert sorted(map(str, Termination)) == [
        "agreement", "blocked", "full", "line", "resignation"
    ]  # fmt: skip


@given(st.integers(0, 2**32 - 1))
def test_the_krists_that_decide_are_the_winners(seed: int) -> None:
    outcome = random_walk(Rules.preset("krist", 3), seed).last.outcome
    assert outcome
    found = deciding_krists(outcome.lines)
    assert {krist.player for krist in found} == ({outcome.winner} if outcome.winner else set())
    assert len({len(krist.squares) for krist in found}) <= 1
