"""A game as its log: terms that never change, and entries that say all that happened.

It does no I/O and knows no clock: times are milliseconds, given by the caller.
"""

from .deciding import Command, Span, decide, due, fall, give_back
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
    "due",
    "fall",
    "game_id",
    "give_back",
    "is_game_id",
    "read_entry",
    "read_toss",
    "to_record",
    "write_toss",
]
