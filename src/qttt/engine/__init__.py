"""Kernel bindings, the exact solver, the tree search, and computer players."""

from .analysis import Analysis, MoveValue, UnsolvableError
from .kernel import KernelError
from .kernel_api import SolveDepth
from .levels import Decision, Level, choose_move, decide_move, levels_for
from .perft import Playouts, perft, playouts
from .random_move import random_move
from .search import Candidate, Estimate, Search, search
from .solver import Solver, can_solve, solve

__all__ = [
    "Analysis",
    "Candidate",
    "Decision",
    "Estimate",
    "KernelError",
    "Level",
    "MoveValue",
    "Playouts",
    "Search",
    "SolveDepth",
    "Solver",
    "UnsolvableError",
    "can_solve",
    "choose_move",
    "decide_move",
    "levels_for",
    "perft",
    "playouts",
    "random_move",
    "search",
    "solve",
]
