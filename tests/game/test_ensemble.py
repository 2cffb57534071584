"""Ensembles by example: trees (W states), loops (GHZ states) and products (R5, R8)."""

from fractions import Fraction

import pytest

from qttt.game import Collapse, Ensemble, Entanglement, Loop, Position, Rules


def landings(position: Position) -> list[dict[int, int]]:
    return sorted(position.ensemble(), key=lambda reality: sorted(reality.items()))


def test_one_mark_has_two_realities() -> None:
    position = Position.after((0, 1))
    assert landings(position) == [{1: 0}, {1: 1}]
    assert position.ensemble().odds() == {1: {0: Fraction(1, 2), 1: Fraction(1, 2)}}


def test_a_tree_on_three_squares_has_three_realities() -> None:
    position = Position.after((0, 1), (1, 4))
    assert landings(position) == [{1: 0, 2: 1}, {1: 0, 2: 4}, {1: 1, 2: 4}]
    assert position.ensemble().odds() == {
        1: {0: Fraction(2, 3), 1: Fraction(1, 3)},
        2: {1: Fraction(1, 3), 4: Fraction(2, 3)},
    }


def test_a_loop_has_two_realities_and_its_stems_have_no_choice() -> None:
    position = Position.after((0, 1), (1, 4), (4, 8), (0, 4))
    assert landings(position) == [{1: 0, 2: 1, 3: 8, 4: 4}, {1: 1, 2: 4, 3: 8, 4: 0}]
    half = Fraction(1, 2)
    assert position.ensemble().odds() == {
        1: {0: half, 1: half},
        2: {1: half, 4: half},
        3: {8: Fraction(1)},
        4: {0: half, 4: half},
    }


def test_separate_entanglements_multiply() -> None:
    position = Position.after((0, 1), (3, 4), (4, 5), (7, 8))
    assert [part.squares for part in position.entanglements] == [(0, 1), (3, 4, 5), (7, 8)]
    assert [part.count for part in position.entanglements] == [2, 3, 2]
    assert position.ensemble().count == 12
    assert len(landings(position)) == 12


def test_classical_marks_are_certain() -> None:
    position = Position.after((0, 1), (0, 1), Collapse(0), (3, 4))
    assert position.ensemble().odds() == {
        1: {1: Fraction(1)},
        2: {0: Fraction(1)},
        3: {3: Fraction(1, 2), 4: Fraction(1, 2)},
    }
    assert landings(position) == [{1: 1, 2: 0, 3: 3}, {1: 1, 2: 0, 3: 4}]


def test_listing_is_lazy() -> None:
    """Counting does not list the realities; iterating yields them one by one."""
    pairs = [(2 * n, 2 * n + 1) for n in range(100)]
    ensemble = Position.after(*pairs, rules=Rules.parse("krist rows=15 cols=15")).ensemble()
    assert ensemble.count == 2**100
    assert len(next(iter(ensemble))) == 100


def test_an_entanglement_by_itself() -> None:
    part = Entanglement((0, 1, 4), {1: (0, 1), 2: (1, 4)})
    assert part == Position.after((0, 1), (1, 4)).entanglements[0]
    assert not part.is_loop
    assert part.loop() is None
    assert part.closing == 2
    assert part.landing(1) == {1: 0, 2: 4}
    assert Ensemble({}, (part,)).count == 3


def test_a_loop_by_itself() -> None:
    part = Position.after((0, 1), (1, 4), (4, 8), (0, 4)).entanglements[0]
    assert part.is_loop
    assert part.loop() == Loop(closing=4, marks=(1, 2, 4), squares=(0, 1, 4), stems=(3,))
    assert part.landing(0) == {1: 1, 2: 4, 3: 8}
    assert part.collapse(0) == {1: 1, 2: 4, 3: 8, 4: 0}
    assert part.collapse(4) == {1: 0, 2: 1, 3: 8, 4: 4}


def test_long_stems_and_branches() -> None:
    """A loop of three with two stems, one of them forked, still has two realities."""
    moves = [(0, 1), (3, 6), (1, 4), (3, 4), (6, 7), (6, 8), (0, 4)]
    position = Position.after(*moves)
    assert position.loop == Loop(closing=7, marks=(1, 3, 7), squares=(0, 1, 4), stems=(2, 4, 5, 6))
    assert position.ensemble().count == 2
    odds = position.ensemble().odds()
    assert [odds[mark] for mark in (2, 4, 5, 6)] == [
        {6: 1}, {3: 1}, {7: 1}, {8: 1}
    ]  # fmt: skip


@pytest.mark.parametrize("size", range(2, 10))
def test_each_mark_of_a_star_is_at_the_centre_in_one_reality(size: int) -> None:
    """A star on k squares has k realities; the centre is empty in one of them."""
    star = Position.after(*[(0, square) for square in range(1, size)])
    assert star.ensemble().count == size
    for row in star.ensemble().odds().values():
        assert row[0] == Fraction(1, size)
