"""How alike two positions are, as quantum states."""

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import NamedTuple

from qttt.game import Position

from .amplitude import Amplitude

Places = list[frozenset[int]]
"""For each mark the squares on which it may be."""


def overlap(a: Position, b: Position) -> Amplitude:
    """⟨a|b⟩, exactly. Its ``square`` is the probability to find a where b was prepared.

    Both are states of the same registers, one for each mark, whose basis states are the squares of
    the board: the superposition of all realities of the position with equal amplitudes, a
    classical mark being in one basis state. So ⟨a|b⟩ is the number of realities that both allow,
    divided by the geometric mean of their numbers. It needs the same board and as many marks
    in both, but not the same rules otherwise. Raises ``ValueError`` if they differ.

    A position and one of the two that its loop collapses to have the squared overlap 1/2.

    >>> loop = Position.after((0, 1), (1, 4), (0, 4))
    >>> str(overlap(loop, loop.play(loop.legal_moves[0]))), float(overlap(loop, loop))
    ('1/√2', 1.0)

    Cost: of the order of marks², however many realities there are; none is listed. The realities
    of a position are the ways to give each mark one of its squares and no square to two marks.
    Those of both positions give each mark a square that it has in both, and are counted as those
    of one position are: by trees and loops.
    """
    _check(a, b)
    shared = _count([x & y for x, y in zip(_places(a), _places(b), strict=True)])
    return Amplitude(Fraction(shared**2, a.ensemble().count * b.ensemble().count))


def _check(a: Position, b: Position) -> None:
    one, other = a.rules.board, b.rules.board
    if one != other:
        raise ValueError(
            f"states on boards of {one.rows}×{one.cols} and {other.rows}×{other.cols} squares have "
            "no overlap: marks on them are different registers"
        )
    if len(a.marks) != len(b.marks):
        raise ValueError(
            f"states of {len(a.marks)} and {len(b.marks)} marks have no overlap: "
            "compare positions with as many marks"
        )


def _places(position: Position) -> Places:
    return [
        frozenset((place,)) if isinstance(place, int) else frozenset(place)
        for place in position.marks
    ]


class _Group(NamedTuple):
    """Places that are connected: their squares, how many marks share them, how many are certain."""

    squares: frozenset[int]
    marks: int
    sure: int

    @property
    def ways(self) -> int:
        """In how many ways the marks can land, each on a square of its own.

        A tree leaves any of its squares empty; a mark that is certain pushes all others away from
        its square, a loop all round in one of two ways; two of these leave too few squares.
        """
        empty = len(self.squares) - self.marks
        if empty == 1:
            return len(self.squares)
        return 0 if empty < 0 else 2 - self.sure


def _count(places: Places) -> int:
    """The number of ways to give each mark one of these squares and no square to two marks."""
    if not all(places):
        return 0
    return prod(group.ways for group in _groups(places))


def _groups(places: Iterable[frozenset[int]]) -> list[_Group]:
    groups: list[_Group] = []
    for place in places:
        touched = [group for group in groups if group.squares & place]
        groups = [group for group in groups if not group.squares & place]
        groups.append(
            _Group(
                place.union(*(group.squares for group in touched)),
                1 + sum(group.marks for group in touched),
                (len(place) == 1) + sum(group.sure for group in touched),
            )
        )
    return groups
