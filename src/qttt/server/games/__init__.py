"""Event-sourced games: immutable terms, and an append-only log of entries.

No I/O and no clock: the caller passes times in milliseconds.
"""

from .commands import (
    CLAIMS,
    COMMAND_KINDS,
    Downtime,
    GameCommand,
    decide,
    refund_entries,
    timeout_entries,
    toss_entries,
)
from .entries import (
    AppendRequest,
    AppendResult,
    EntryKind,
    LogEntry,
    chain_digest,
    entry_digest,
)
from .game import ABORTED, TIME, CorruptLog, GameState, Offer, format_toss, parse_toss
from .record import game_to_record
from .rejections import CommandRejected, RejectionCode
from .terms import Identity, Terms, is_game_id, new_game_id

__all__ = [
    "ABORTED",
    "CLAIMS",
    "COMMAND_KINDS",
    "TIME",
    "AppendRequest",
    "AppendResult",
    "CommandRejected",
    "CorruptLog",
    "Downtime",
    "EntryKind",
    "GameCommand",
    "GameState",
    "Identity",
    "LogEntry",
    "Offer",
    "RejectionCode",
    "Terms",
    "chain_digest",
    "decide",
    "entry_digest",
    "format_toss",
    "game_to_record",
    "is_game_id",
    "new_game_id",
    "parse_toss",
    "refund_entries",
    "timeout_entries",
    "toss_entries",
]
