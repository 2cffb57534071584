"""Overlaps are inner products, and equal brute-force sums."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, Position, Rules
from qttt.notation import read
from qttt.quantum import Amplitude, overlap
from tests.quantum.positions import random_positions
from tests.strategies import QUANTUM, Mood, any_rules, pending, random_walk

MAX_REALITIES = 2_000


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Position, Position]:
    """Two positions with the same board and number of marks, often of the same game."""
    rules = draw(any_rules(4))
    mood: Mood = draw(st.sampled_from(("any", "trees")))
    one, other = (random_walk(rules, draw(st.integers(0, 999)), mood=mood) for _ in range(2))
    a = draw(st.sampled_from(one.positions))
    candidates = [
        position
        for position in (*one.positions, *other.positions)
        if len(position.marks) == len(a.marks)
    ]
    return a, draw(st.sampled_from(candidates or [a]))


def by_force(a: Position, b: Position) -> Amplitude:
    """⟨a|b⟩ as the sum over all realities."""
    ours, theirs = ([sorted(each.items()) for each in p.ensemble()] for p in (a, b))
    shared = sum(each in theirs for each in ours)
    return Amplitude(Fraction(shared**2, len(ours) * len(theirs)))


@given(pairs())
def test_overlap_is_an_inner_product_of_unit_vectors(pair: tuple[Position, Position]) -> None:
    a, b = pair
    assert overlap(a, a).square == 1
    assert overlap(a, b) == overlap(b, a)
    assert 0 <= overlap(a, b).square <= 1


@given(pairs())
def test_overlap_is_the_sum_over_realities(pair: tuple[Position, Position]) -> None:
    if all(position.ensemble().count <= MAX_REALITIES for position in pair):
        assert overlap(*pair) == by_force(*pair)


def test_overlap_of_all_pairs_of_a_few_games() -> None:
    positions = [
        position
        for position in random_positions(Rules.parse("krist rows=2 cols=3"), 6)
        if position.quantum
    ]
    seen = {
        overlap(a, b).square
        for a, b in product(positions, positions)
        if len(a.marks) == len(b.marks) and overlap(a, b) == by_force(a, b)
    }
    assert {Fraction(0), Fraction(1), Fraction(1, 4), Fraction(1, 9)} <= seen
    same = [(a, b) for a, b in product(positions, positions) if len(a.marks) == len(b.marks)]
    assert all(overlap(a, b) == by_force(a, b) for a, b in same)


@given(pending(QUANTUM))
def test_the_two_collapses_are_orthogonal_with_overlap_one_half(position: Position) -> None:
    one, other = (position.play(Collapse(move.square)) for move in _collapses(position))
    assert overlap(position, one).square == overlap(position, other).square == Fraction(1, 2)
    assert overlap(one, other).square == 0


def _collapses(position: Position) -> list[Collapse]:
    return [move for move in position.legal_moves if isinstance(move, Collapse)]


def test_realities_are_not_enumerated() -> None:
    """Twelve trees of two squares on each side, shifted by one: 2^12 times 2^12 realities."""
    rules = Rules.parse("krist rows=5 cols=5")
    one, other = (
        Position.after(*((first, first + 1) for first in range(start, 24, 2)), rules=rules)
        for start in (0, 1)
    )
    assert overlap(one, one).square == 1
    assert overlap(one, other).square == Fraction(1, 4**12)


@pytest.mark.parametrize(
    ("one", "other", "square"),
    [
        ("12", "12", 1),
        ("12", "23", Fraction(1, 4)),
        ("12", "34", 0),
        ("12 23", "12 13", Fraction(4, 9)),
        ("12 23 13", "12 23 34", Fraction(1, 8)),
        ("-", "-", 1),
    ],
)
def test_overlaps_by_hand(one: str, other: str, square: Fraction) -> None:
    assert overlap(read(one).position, read(other).position).square == square


def test_states_of_different_registers_have_no_overlap() -> None:
    with pytest.raises(ValueError, match=r"^states of 1 and 2 marks have no overlap: compare pos"):
        overlap(read("12").position, read("12 23").position)
    wide = Position(Rules.parse("krist rows=3 cols=4"))
    with pytest.raises(ValueError, match=r"^states on boards of 3×3 and 3×4 squares have no overl"):
        overlap(Position(), wide)
