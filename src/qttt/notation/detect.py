"""Reads text of unknown format: a position string, a list of moves, or Goff's string (N20)."""

import re

from qttt.game import Node, Position, Rules
from qttt.game.arguments import checked

from .errors import NotationError, TextLocation, check_size
from .goff import parse_goff
from .positions import parse_moves, parse_position_at, play_tokens
from .record import RESULTS
from .tokens import MAX_TEXT_CHARS, read_tokens

_WORD = re.compile(r"\S+")
_RECORD = re.compile(r"\s*(?:[\[{;(]|\d+\.)")
_RESULTS = frozenset(RESULTS) - {"1-1"}  # also a mark in the last square
_FILE_NAME = re.compile(r"\s*\S*\.(qtn|txt|json|svg)\s*", re.IGNORECASE)
GOFF = Rules()


@checked
def read(text: str, rules: Rules = GOFF) -> Node:
    """Read a game; return its last node, whose path is the known history.

    The text is Goff's string if it has ``(`` or ``+``; a position string, optionally followed by
    moves, if its first word is ``-`` or has ``/``; otherwise moves from the empty board. A single
    ``12`` is a move, which leads to the same position.

    Raises:
        NotationError: The text cannot be parsed.
        IllegalMoveError: A move is not legal.
        IllegalPositionError: No game reaches the position.

    >>> [len(read(text).path) for text in ("", "12 25 15", "12/25/15", "12/25 15 @5")]
    [1, 4, 1, 3]
    """
    try:
        return _read(text, rules)
    except NotationError as error:
        if not (advice := _advice(text)):
            raise
        raise NotationError(f"{error.message}; {advice}", error.text, error.offset) from error


def _advice(text: str) -> str:
    """Return which function reads a text that ``read`` does not."""
    if _FILE_NAME.fullmatch(text):
        return "this is the name of a file: read its text, or a saved game with qttt.play.load"
    if looks_like_records(text):
        return "this is a record: read_records reads it"
    return ""


def _read(text: str, rules: Rules) -> Node:
    text = text.removeprefix("\ufeff")
    check_size(text, MAX_TEXT_CHARS)
    if "(" in text or "+" in text:
        return parse_goff(text, rules)
    first = _WORD.search(text)
    if first is None or not ("/" in first[0] or first[0] == "-"):
        return parse_moves(text, Position(rules))
    root = Node(parse_position_at(TextLocation(text, first.start()), first[0], rules))
    return play_tokens(read_tokens(text, first.end()), root)


@checked
def looks_like_records(text: str) -> bool:
    """Return whether a text starts like a record or contains a result.

    >>> looks_like_records("1. 12 *"), looks_like_records("12 *"), looks_like_records("12 23")
    (True, True, False)
    """
    return bool(_RECORD.match(text)) or not _RESULTS.isdisjoint(text.split())
