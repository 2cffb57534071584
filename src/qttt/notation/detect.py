"""Reads text of unknown format: a position string, a list of moves, or Goff's string (N20)."""

import re

from qttt.game import Node, Position, Rules
from qttt.game.arguments import checked

from .errors import TextLocation, check_size
from .goff import parse_goff
from .positions import parse_moves, parse_position_at, play_tokens
from .tokens import MAX_TEXT_CHARS, read_tokens

_WORD = re.compile(r"\S+")
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
    text = text.removeprefix("\ufeff")
    check_size(text, MAX_TEXT_CHARS)
    if "(" in text or "+" in text:
        return parse_goff(text, rules)
    first = _WORD.search(text)
    if first is None or not ("/" in first[0] or first[0] == "-"):
        return parse_moves(text, Position(rules))
    root = Node(parse_position_at(TextLocation(text, first.start()), first[0], rules))
    return play_tokens(read_tokens(text, first.end()), root)
