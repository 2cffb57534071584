"""Links: rules and a game as the path of a URL, ``goff/12_25_15`` (N60–N62)."""

import re
from urllib.parse import quote, unquote

from qttt.game import Node, Rules
from qttt.game.arguments import checked

from .detect import read
from .errors import check_size
from .positions import format_moves

__all__ = ["MAX_LINK_CHARS", "format_link", "parse_link"]

MAX_LINK_CHARS = 8_192
"""Size limit of a link in characters (N60)."""

_SAFE = "/@=~:,;()+!|-"
_SWITCH_IN_TWO_WORDS = re.compile(r"(?<= )([a-z]+) (?=[a-z]+=)")


@checked
def format_link(node: Node) -> str:
    """Format the game up to ``node`` as the end of a URL.

    >>> format_link(read("12 25 59 15 @5"))
    'goff/12_25_59_15_@5'
    """
    start = node.root.position
    words = [str(start)] if start.marks else []
    text = " ".join([*words, *format_moves(node).split()])
    path = "/".join(part for part in (str(start.rules), text) if part)
    return quote(path.replace(" ", "_"), safe=_SAFE)


@checked
def parse_link(link: str) -> Node:
    """Read the game in a link, percent-encoded or not; return its last node.

    Raises:
        RulesError: The rules are unknown or contradict each other.
        NotationError: The text cannot be parsed.
        IllegalMoveError: A move is not legal.
        IllegalPositionError: No game reaches the position.

    >>> str(parse_link("goff_last_square=empty/12/25_15").position)
    '12/25/15'
    """
    check_size(link, MAX_LINK_CHARS)
    rules, _, text = unquote(link).replace("_", " ").partition("/")
    return read(text, Rules.parse(_SWITCH_IN_TWO_WORDS.sub(r"\1_", rules)))
