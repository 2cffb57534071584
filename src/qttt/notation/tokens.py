"""Tokens: moves as written, not yet checked against a board (N7-N13).

``positions`` checks that the squares exist and the move is legal.
"""

import re
from dataclasses import dataclass, field

from qttt.game.arguments import checked

from .errors import NO_LOCATION, TextLocation, check_size, quote

MAX_TEXT_CHARS = 65_536
"""Size limit of a move list, position string or Goff's string, in characters (N4)."""

NAME = r"(?:[1-9]|[a-z][1-9][0-9]*)"
"""Regular expression of a square's name on any board (N6)."""

_WORD = re.compile(r"[^\s,]+")
_TOKEN = re.compile(
    rf"""
      @(?P<landing>{NAME})
    | (?P<mark>[xo][1-9][0-9]{{0,2}})@(?P<at>{NAME})
    | (?P<first>{NAME})(?:-?(?P<second>{NAME}))?(?P<loop>~)?
    """,
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One unchecked move.

    - ``squares``: two names for a pair, one name (once or twice) for a whole mark, one name for a
      collapse.
    - ``is_collapse``: the closing mark, or ``mark`` if given, lands on the square.
    - ``mark``: the selected mark of the loop (``X1``); accepted, but never written by ``qttt``.
    - ``closes_loop``: the placement has the suffix ``~``: it closes a loop.
    - ``location``: position in the text; does not count for equality.

    >>> [str(token) for token in read_tokens("21, A1-B2~ @5 x1@2 55")]
    ['2-1', 'a1-b2~', '@5', 'X1@2', '55']
    """

    squares: tuple[str, ...]
    is_collapse: bool = False
    mark: str | None = None
    closes_loop: bool = False
    location: TextLocation = field(default=NO_LOCATION, compare=False, repr=False)

    def __str__(self) -> str:
        """The form used in records (N10)."""
        if self.is_collapse:
            return f"{self.mark or ''}@{self.squares[0]}"
        hyphen = "" if len(set(self.squares)) == 1 else "-"
        return hyphen.join(self.squares) + ("~" if self.closes_loop else "")


@checked
def read_tokens(text: str, start: int = 0) -> list[Token]:
    """Parse moves from ``start`` on, separated by white space or commas.

    Raises ``NotationError`` at the first word that is not a move.
    """
    check_size(text, MAX_TEXT_CHARS)
    return [
        parse_token(TextLocation(text, word.start()), word[0])
        for word in _WORD.finditer(text, start)
    ]


def parse_token(location: TextLocation, word: str) -> Token:
    """Parse ``word``, which starts at ``location``, as one token."""
    match = _TOKEN.fullmatch(word)
    if match is None:
        raise location.error(
            f"{quote(word)} is not a move; a placement is written 12 or a1-b2, "
            "a collapse @5 or X1@2"
        )
    landing = match["landing"] or match["at"]
    if landing:
        mark = match["mark"]
        return Token(
            (landing.lower(),), is_collapse=True, mark=mark and mark.upper(), location=location
        )
    names = tuple(name.lower() for name in match.group("first", "second") if name)
    return Token(names, closes_loop=match["loop"] is not None, location=location)
