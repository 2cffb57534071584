"""Overlap (inner product) of two positions as quantum states."""

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import NamedTuple

from qttt.game import Position
from qttt.game.arguments import checked

from .amplitude import Amplitude

Places = list[frozenset[int]]
"""For each mark, its possible squares."""


@checked
def overlap(a: Position, b: Position) -> Amplitude:
    """Return ⟨a|b⟩, exactly; its ``square`` is the probability of measuring b as a.

    Each mark is a register whose basis states are the squares of the board, and a position is the
    equal superposition of its realities. So ⟨a|b⟩ is the number of common
    realities, divided by the geometric mean of both numbers of realities.

    >>> loop = Position.after((0, 1), (1, 4), (0, 4))
    >>> str(overlap(loop, loop.play(loop.legal_moves[0]))), float(overlap(loop, loop))
    ('1/√2', 1.0)

    Cost: O(marks²), since realities are counted by trees and loops, not enumerated.

    Raises:
        ValueError: The boards or the numbers of marks differ.
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
            "compare positions with equal numbers of marks"
        )


def _places(position: Position) -> Places:
    return [
        frozenset((place,)) if isinstance(place, int) else frozenset(place)
        for place in position.marks
    ]


class _Group(NamedTuple):
    """A connected component: its squares, and its numbers of marks and of classical marks."""

    squares: frozenset[int]
    marks: int
    certain: int

    @property
    def ways(self) -> int:
        """Number of ways for all marks to land on different squares.

        A tree leaves any one square empty; a loop has two ways, a component with one certain mark
        has one, and others have too few squares.
        """
        empty = len(self.squares) - self.marks
        if empty == 1:
            return len(self.squares)
        return 0 if empty < 0 else 2 - self.certain


def _count(places: Places) -> int:
    """Count the ways to assign each mark one of its squares, all different."""
    if not all(places):
        return 0
    return prod(group.ways for group in _groups(places))


def _groups(places: Iterable[frozenset[int]]) -> list[_Group]:
    groups: list[_Group] = []
    for place in places:
        merged = [group for group in groups if group.squares & place]
        groups = [group for group in groups if not group.squares & place]
        groups.append(
            _Group(
                place.union(*(group.squares for group in merged)),
                1 + sum(group.marks for group in merged),
                (len(place) == 1) + sum(group.certain for group in merged),
            )
        )
    return groups
