"""The lemmas of docs/book/certificate.md, in every position of small boards."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

import pytest

from qttt.game import Collapse, Place, Position, Rules
from tests.selection import by_day

TEXTS = (
    "goff rows=2 cols=2 line=2 scoring=winner",
    "goff rows=1 cols=4 line=2 scoring=complete",
    "goff rows=1 cols=4 line=3 scoring=winner chooser=closer",
    "goff rows=1 cols=5 line=2 scoring=winner",
)
boards = pytest.mark.parametrize("rules", by_day(TEXTS[:3], TEXTS), ids=str)


@cache
def value(position: Position) -> float:
    """Plain minimax."""
    if position.outcome:
        return float(position.outcome.value)
    best = max if position.to_move == "X" else min
    return best(value(position.play(move)) for move in position.legal_moves)


@cache
def reachable(text: str) -> dict[Position, int]:
    """All positions, with the greatest number of plies that lead to them."""
    found = {Position(Rules.parse(text)): 0}
    todo = list(found)
    for position in todo:
        for move in position.legal_moves:
            after = position.play(move)
            if after not in found:
                todo.append(after)
            found[after] = max(found.get(after, 0), found[position] + 1)
    return found


@boards
def test_games_are_finite(rules: str) -> None:
    for position, plies in reachable(rules).items():
        assert len(position.marks) <= plies <= 2 * position.rules.board.size
        if position.has_loop:
            assert not any(position.play(move).has_loop for move in position.legal_moves)


def landings(position: Position) -> Iterator[tuple[Place, ...]]:
    """All ways to put each mark of the pending loop's entanglement on a square of its own."""
    part = next(entanglement for entanglement in position.entanglements if entanglement.is_loop)
    for squares in product(*(position.quantum[mark] for mark in part.marks)):
        if len(set(squares)) == len(squares):
            landed = dict(zip(part.marks, squares, strict=True))
            yield tuple(landed.get(n, place) for n, place in enumerate(position.marks, 1))


@boards
def test_a_loop_has_two_collapses(rules: str) -> None:
    loops = [position for position in reachable(rules) if position.has_loop]
    assert loops
    for position in loops:
        after = {position.play(move).marks for move in position.legal_moves}
        assert all(isinstance(move, Collapse) for move in position.legal_moves)
        assert set(landings(position)) == after
        assert len(after) == 2


def turned(place: Place, symmetry: tuple[int, ...]) -> Place:
    if isinstance(place, tuple):
        a, b = sorted(symmetry[square] for square in place)
        return a, b
    return symmetry[place]


@boards
def test_symmetric_positions_have_one_value(rules: str) -> None:
    for position in reachable(rules):
        for symmetry in position.rules.board.symmetries():
            marks = tuple(turned(place, symmetry) for place in position.marks)
            assert value(Position(position.rules, marks)) == value(position)


def relabelled(position: Position) -> Iterator[Position]:
    """The positions with the subscripts of each player's first marks permuted."""
    marks, early = position.marks, position.rules.line or 0
    count = min(len(marks), 2 * early)
    for x in permutations(range(0, count, 2)):
        for o in permutations(range(1, count, 2)):
            order = [*range(len(marks))]
            order[0:count:2], order[1:count:2] = x, o
            yield Position(position.rules, tuple(marks[n] for n in order))


@boards
def test_early_subscripts_do_not_matter(rules: str) -> None:
    for position in reachable(rules):
        if not position.has_loop and not position.outcome:
            assert {value(each) for each in relabelled(position)} == {value(position)}
