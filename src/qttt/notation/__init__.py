"""Text formats and pictures of the game; each text format has a reader and a writer.

``spec/notation.md`` specifies grammar and errors; the code cites its clauses (N1, N2 …). Drawing
and armour are imported on first use. The function ``armour`` is not exported here, because its
module has the same name.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .detect import read
from .errors import (
    IllegalMoveInTextError,
    IllegalPositionInTextError,
    NotationError,
    TextLocation,
    UnwritableError,
)
from .goff import format_goff, parse_goff
from .positions import (
    format_move,
    format_moves,
    parse_move,
    parse_moves,
    parse_position,
    resolve_token,
    token_of,
)
from .record import RESULTS, Record, RecordNode
from .record_reader import read_records
from .record_writer import write_record
from .replay import replay, to_record
from .tokens import Token, read_tokens

if TYPE_CHECKING:
    from .armour import DamagedError, RecoveredText, load, save, unarmour
    from .svg import board_svg
    from .text import board_text

__all__ = [
    "RESULTS",
    "DamagedError",
    "IllegalMoveInTextError",
    "IllegalPositionInTextError",
    "NotationError",
    "Record",
    "RecordNode",
    "RecoveredText",
    "TextLocation",
    "Token",
    "UnwritableError",
    "board_svg",
    "board_text",
    "format_goff",
    "format_move",
    "format_moves",
    "load",
    "parse_goff",
    "parse_move",
    "parse_moves",
    "parse_position",
    "read",
    "read_records",
    "read_tokens",
    "replay",
    "resolve_token",
    "save",
    "to_record",
    "token_of",
    "unarmour",
    "write_record",
]

_LAZY = {
    **dict.fromkeys(("DamagedError", "RecoveredText", "load", "save", "unarmour"), "armour"),
    "board_svg": "svg",
    "board_text": "text",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
