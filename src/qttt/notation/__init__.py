"""Text formats and pictures of the game; each text format has a reader and a writer.

``spec/notation.md`` specifies grammar and errors; the code cites its clauses (N1, N2 …). Pictures
are in ``qttt.notation.svg`` and ``qttt.notation.text``, files with armour in
``qttt.notation.armour``.
"""

from .detect import looks_like_records, read
from .errors import IllegalMoveInTextError, NotationError, UnwritableError
from .goff import parse_goff
from .goff_writer import format_goff
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
from .record_reader import iter_records, read_records
from .record_writer import write_record
from .replay import from_record, to_record
from .tokens import read_tokens

__all__ = [
    "RESULTS",
    "IllegalMoveInTextError",
    "NotationError",
    "Record",
    "RecordNode",
    "UnwritableError",
    "format_goff",
    "format_move",
    "format_moves",
    "from_record",
    "iter_records",
    "looks_like_records",
    "parse_goff",
    "parse_move",
    "parse_moves",
    "parse_position",
    "read",
    "read_records",
    "read_tokens",
    "resolve_token",
    "to_record",
    "token_of",
    "write_record",
]
