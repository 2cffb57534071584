"""Arrows to where the marks of a pending loop would land.

The marks move around the loop in one direction in the first collapse and in the other direction in
the second; stems land on the same squares in both (R8).
"""

from enum import StrEnum
from typing import NamedTuple

from qttt.game import Collapse, Position


class WhichCollapse(StrEnum):
    """The collapse that an arrow belongs to, in the order of ``legal_moves``, or both."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class LandingArrow(NamedTuple):
    """An arrow from the half of a mark that vanishes to the half that stays, by their squares."""

    mark: int
    start: int
    end: int
    collapse: WhichCollapse


def landing_arrows(position: Position, collapse: Collapse | None = None) -> list[LandingArrow]:
    """Return the arrows of all marks in both collapses of the pending loop, or in ``collapse``.

    Sorted by mark, then by collapse. Empty if no loop is pending.

    >>> [arrow[:3] for arrow in landing_arrows(Position.after((0, 1), (0, 1)))]
    [(1, 0, 1), (1, 1, 0), (2, 1, 0), (2, 0, 1)]
    """
    entanglement = next((part for part in position.entanglements if part.is_loop), None)
    if entanglement is None:
        return []
    first, second = entanglement.realities()
    realities = [
        (which, reality)
        for which, reality in ((WhichCollapse.FIRST, first), (WhichCollapse.SECOND, second))
        if collapse is None or collapse.square == reality[entanglement.closing]
    ]
    return [
        LandingArrow(mark, b if reality[mark] == a else a, reality[mark], which)
        for mark, (a, b) in sorted(entanglement.marks.items())
        for which, reality in (
            [(WhichCollapse.BOTH, first)] if first[mark] == second[mark] else realities
        )
    ]
