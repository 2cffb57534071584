"""Quantum tic-tac-toe: rules, notation, a perfect engine, and matches between players.

The names below are those that most programs need, re-exported from ``qttt.game``,
``qttt.notation``, ``qttt.engine``, ``qttt.play`` and ``qttt.study``, which are imported on first
use: the command line handles Ctrl-C before anything else is imported.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine import Analysis, Level, Solver, choose_move, perft, solve
    from .game import (
        PRESETS,
        Board,
        Collapse,
        IllegalMoveError,
        IllegalPositionError,
        Node,
        Outcome,
        Placement,
        Player,
        Position,
        Rules,
        RulesError,
    )
    from .notation import NotationError, parse_move, parse_moves, parse_position, read
    from .play import Match, Series
    from .study import Puzzle, Review, puzzles, review

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Analysis",
    "Board",
    "Collapse",
    "IllegalMoveError",
    "IllegalPositionError",
    "Level",
    "Match",
    "Node",
    "NotationError",
    "Outcome",
    "Placement",
    "Player",
    "Position",
    "Puzzle",
    "Review",
    "Rules",
    "RulesError",
    "Series",
    "Solver",
    "choose_move",
    "parse_move",
    "parse_moves",
    "parse_position",
    "perft",
    "puzzles",
    "read",
    "review",
    "solve",
]

_LAZY = {
    **dict.fromkeys(("PRESETS", "Board", "Collapse", "Node", "Outcome", "Placement"), "game"),
    **dict.fromkeys(("IllegalMoveError", "IllegalPositionError", "RulesError"), "game"),
    **dict.fromkeys(("Player", "Position", "Rules"), "game"),
    **dict.fromkeys(("Analysis", "Level", "Solver", "choose_move", "perft", "solve"), "engine"),
    **dict.fromkeys(
        ("NotationError", "parse_move", "parse_moves", "parse_position", "read"), "notation"
    ),
    **dict.fromkeys(("Match", "Series"), "play"),
    **dict.fromkeys(("Puzzle", "Review", "puzzles", "review"), "study"),
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


if "IPython" in sys.modules:
    import_module(f"{__name__}.notation.notebooks").register()
