"""The solver's signature, a number of nodes that changes exactly when the search does."""

from qttt.engine import Solver
from qttt.game import Position, Rules

from .positions import settled

MARKS = {
    "goff": range(9),
    "complete": range(1, 9),
    "closer": range(1, 9),
    "no-pair-loops": range(2, 8),
    "qubic3": range(3, 9),
    "classic3": range(9),
    "krist rows=3 cols=3": range(3, 8),
}


def signature_positions() -> list[Position]:
    """Return fifty early and late positions of every kind of rules that the solver supports."""
    return [
        position
        for text, marks in MARKS.items()
        for count in marks
        for position in settled(Rules.parse(text), count, 1, seed=count)
    ]


def signature() -> int:
    """Return the sum of a cold solver's nodes over ``signature_positions``."""
    return sum(Solver(p.rules, entries=1 << 16).solve(p).nodes for p in signature_positions())
