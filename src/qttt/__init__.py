"""Quantum tic-tac-toe: rules, notation, a perfect engine, and matches between players.

    >>> import qttt
    >>> position = qttt.read("14 34 45 49 59").position
    >>> qttt.solve(position).value
    -0.5

These are the names that most programs need. They come from ``qttt.game``, ``qttt.notation``,
``qttt.engine``, ``qttt.play`` and ``qttt.study``, which have more, and which are imported on first
use. ``docs/library.md`` is a tour, and says what is stable.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine import (
        Analysis,
        Estimate,
        KernelError,
        Level,
        MoveValue,
        Solver,
        UnsolvableError,
        choose_move,
        levels_for,
        perft,
        search,
        solve,
    )
    from .extras import MissingExtraError
    from .game import (
        PRESETS,
        Board,
        Collapse,
        IllegalMoveError,
        IllegalPositionError,
        Move,
        Node,
        Outcome,
        Placement,
        Player,
        Points,
        Position,
        Rules,
        RulesError,
    )
    from .notation import (
        NotationError,
        Record,
        UnwritableError,
        format_move,
        format_moves,
        from_record,
        parse_move,
        parse_moves,
        parse_position,
        read,
        read_records,
        to_record,
        write_record,
    )
    from .notation.svg import board_svg
    from .notation.text import board_text
    from .play import Match, MatchError, Seat, Series, seeded_coin, system_coin
    from .study import Puzzle, Review, puzzles, review

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Analysis",
    "Board",
    "Collapse",
    "Estimate",
    "IllegalMoveError",
    "IllegalPositionError",
    "KernelError",
    "Level",
    "Match",
    "MatchError",
    "MissingExtraError",
    "Move",
    "MoveValue",
    "Node",
    "NotationError",
    "Outcome",
    "Placement",
    "Player",
    "Points",
    "Position",
    "Puzzle",
    "Record",
    "Review",
    "Rules",
    "RulesError",
    "Seat",
    "Series",
    "Solver",
    "UnsolvableError",
    "UnwritableError",
    "board_svg",
    "board_text",
    "choose_move",
    "format_move",
    "format_moves",
    "from_record",
    "levels_for",
    "parse_move",
    "parse_moves",
    "parse_position",
    "perft",
    "puzzles",
    "read",
    "read_records",
    "review",
    "search",
    "seeded_coin",
    "solve",
    "system_coin",
    "to_record",
    "write_record",
]

_PACKAGES = {
    "extras": ("MissingExtraError",),
    "engine": (
        "Analysis",
        "Estimate",
        "KernelError",
        "Level",
        "MoveValue",
        "Solver",
        "UnsolvableError",
        "choose_move",
        "levels_for",
        "perft",
        "search",
        "solve",
    ),
    "game": (
        "Board",
        "Collapse",
        "IllegalMoveError",
        "IllegalPositionError",
        "Move",
        "Node",
        "Outcome",
        "PRESETS",
        "Placement",
        "Player",
        "Points",
        "Position",
        "Rules",
        "RulesError",
    ),
    "notation": (
        "NotationError",
        "Record",
        "UnwritableError",
        "format_move",
        "format_moves",
        "from_record",
        "parse_move",
        "parse_moves",
        "parse_position",
        "read",
        "read_records",
        "to_record",
        "write_record",
    ),
    "notation.svg": ("board_svg",),
    "notation.text": ("board_text",),
    "play": (
        "Match",
        "MatchError",
        "Seat",
        "Series",
        "seeded_coin",
        "system_coin",
    ),
    "study": (
        "Puzzle",
        "Review",
        "puzzles",
        "review",
    ),
}
_LAZY = {name: package for package, names in _PACKAGES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if "IPython" in sys.modules:
    import_module(f"{__name__}.notation.notebooks").register()
