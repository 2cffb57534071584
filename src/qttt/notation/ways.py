"""Where the marks of a pending loop would land, before anybody chooses.

In one collapse the marks run around the loop, in the other the opposite way; stems land alike in
both (R8).
"""

from enum import StrEnum
from typing import NamedTuple

from qttt.game import Collapse, Position


class Sense(StrEnum):
    """In which of the two collapses a mark lands so, in the order of ``legal_moves``."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class Way(NamedTuple):
    """The way of a mark: from the half that vanishes to the half that stays, by their squares."""

    mark: int
    start: int
    end: int
    sense: Sense


def ways(position: Position, considered: Collapse | None = None) -> list[Way]:
    """The ways of all marks in both collapses of the pending loop, or in the ``considered`` one.

    By marks, each in the first collapse before the second. Empty if no loop is pending.

    >>> [(way.mark, way.start, way.end) for way in ways(Position.after((0, 1), (0, 1)))]
    [(1, 0, 1), (1, 1, 0), (2, 1, 0), (2, 0, 1)]
    """
    looped = next((each for each in position.entanglements if each.is_loop), None)
    if looped is None:
        return []
    first, second = looped.realities()
    shown = [
        (sense, reality)
        for sense, reality in ((Sense.FIRST, first), (Sense.SECOND, second))
        if considered is None or considered.square == reality[looped.closing]
    ]
    return [
        Way(mark, b if reality[mark] == a else a, reality[mark], sense)
        for mark, (a, b) in sorted(looped.marks.items())
        for sense, reality in ([(Sense.BOTH, first)] if first[mark] == second[mark] else shown)
    ]
