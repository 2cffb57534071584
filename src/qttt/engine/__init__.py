"""The kernel's binding, the exact solver, the tree search, and computer players."""

from .levels import Decision, Level, choose, decide, levels_for
from .perft import Playouts, perft, playouts
from .solver import Analysis, Depth, MoveValue, Solver, UnsolvableError, can_solve, solve

__all__ = [
    "Analysis",
    "Decision",
    "Depth",
    "Level",
    "MoveValue",
    "Playouts",
    "Solver",
    "UnsolvableError",
    "can_solve",
    "choose",
    "decide",
    "levels_for",
    "perft",
    "playouts",
    "solve",
]
