"""Kernel bindings, the exact solver, the tree search, and computer players."""

from .kernel_api import SolveDepth
from .levels import Decision, Level, choose_move, decide_move, levels_for
from .perft import Playouts, perft, playouts
from .solver import Analysis, MoveValue, Solver, UnsolvableError, can_solve, solve

__all__ = [
    "Analysis",
    "Decision",
    "Level",
    "MoveValue",
    "Playouts",
    "SolveDepth",
    "Solver",
    "UnsolvableError",
    "can_solve",
    "choose_move",
    "decide_move",
    "levels_for",
    "perft",
    "playouts",
    "solve",
]
