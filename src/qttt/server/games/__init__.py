"""Event-sourced games: immutable terms, and an append-only log of entries.

No I/O and no clock: the caller passes times in milliseconds.
"""

from .deciding import Command, Span, decide, refund_entries, timeout_entries, toss_entries
from .entries import Append, Appended, Entry, Kind, chain, digest, read_entry
from .game import ABORTED, TIME, CorruptLog, Game, Offer, read_toss, write_toss
from .record import to_record
from .refusals import Code, Refusal
from .terms import Terms, Who, game_id, is_game_id

__all__ = [
    "ABORTED",
    "TIME",
    "Append",
    "Appended",
    "Code",
    "Command",
    "CorruptLog",
    "Entry",
    "Game",
    "Kind",
    "Offer",
    "Refusal",
    "Span",
    "Terms",
    "Who",
    "chain",
    "decide",
    "digest",
    "game_id",
    "is_game_id",
    "read_entry",
    "read_toss",
    "refund_entries",
    "timeout_entries",
    "to_record",
    "toss_entries",
    "write_toss",
]
