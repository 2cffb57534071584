"""Positions of eight marks, computed from their structure."""

from random import Random

import numpy as np
import pytest

from qttt import Position, Rules, solve
from qttt.book import anatomy
from qttt.book.last_mark import (
    KINDS,
    LEADS,
    MARKS,
    SQUARES,
    add_results,
    assignments,
    board_results,
    digits_of,
    landings_of,
    positions,
)
from qttt.engine.enumeration import count_positions
from tests.book.test_anatomy import TABLES, rows_of


def random_position(rng: Random) -> Position:
    """A position of eight marks without a loop."""
    while True:
        position = Position(Rules())
        while not position.outcome and (len(position.marks) < MARKS or position.has_loop):
            position = position.play(rng.choice(position.legal_moves))
        if not position.outcome:
            return position


def final_leads(position: Position) -> dict[int, int]:
    """X's lead in half points for each square on which X9 can land, by the rules."""
    leads = {}
    for move in position.legal_moves:
        after = position.play(move)
        ends = [after.play(each) for each in after.legal_moves] if after.has_loop else [after]
        for end in ends:
            square = next(square for square, mark in end.classical.items() if mark == SQUARES)
            assert end.outcome
            leads[square] = int(2 * end.outcome.value)
    return leads


def tree_of(position: Position) -> list[tuple[int, int, int]]:
    """The edges of its tree, each with all squares on the side of its first square."""
    pairs = dict(position.quantum)
    edges = []
    for mark, (near, far) in pairs.items():
        below, last = {near}, set[int]()
        while below != last:
            last = set(below)
            for other, pair in pairs.items():
                if other != mark and below & set(pair):
                    below |= set(pair)
        edges.append((near, far, sum(1 << square for square in below)))
    return edges


def test_final_boards_are_those_of_the_rules() -> None:
    kinds, rng = assignments(), Random(8)
    results = board_results(kinds)
    kind_of = {mark: kind for kind, marks in enumerate(KINDS) for mark in marks}
    for _ in range(40):
        position = random_position(rng)
        leads = final_leads(position)
        squares, marks = list(position.classical), list(position.classical.values())
        free = [square for square in range(SQUARES) if square not in squares]
        tree = np.array(tree_of(position), np.int64).reshape(1, len(free) - 1, 3)
        row = [kind_of[mark] for mark in (*marks, *position.quantum)]
        found = add_results(results, np.array([row]), free, landings_of(tree, squares, free))
        numbers = digits_of(int(found[0, 0]))
        assert numbers == tuple(list(leads.values()).count(lead) for lead in LEADS)
        best = sorted(leads.values(), reverse=True)
        assert 2 * solve(position).value == best[min(1, len(best) - 1)]


def test_positions_with_one_empty_square() -> None:
    """Rules that end the game before its last square have no others fewer."""
    first, second = Rules(), Rules.parse("goff last_square=empty")
    counts = count_positions(first)[MARKS] - count_positions(second)[MARKS]
    assert sum(map(len, positions(MARKS))) == counts


@pytest.mark.nightly
def test_the_tables_of_eight_marks() -> None:
    level = anatomy.last_level()
    rows = (
        [level.row()],
        level.rows_by_value(),
        level.rows_by_moves(),
        level.rows_by_plies(),
        level.rows_by_worth(),
    )
    for table, found in zip(TABLES, rows, strict=True):
        marks = MARKS + (table is anatomy.CHOICES)
        assert rows_of(table, marks) == [row[1:] for row in found]
