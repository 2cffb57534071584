"""Moves as they are written, before any board has seen them (N7-N13).

A token says what a text says and no more: whether its squares exist and the move is legal is for
``positions`` to find out.
"""

import re
from dataclasses import dataclass, field

from .errors import NOWHERE, Spot, check_size, quoted

MAX_TEXT = 65_536
"""The longest move list, position string or Goff's string that is read, in characters (N4)."""

NAME = r"(?:[1-9]|[a-z][1-9][0-9]*)"
"""A square's name on some board, as a regular expression (N6)."""

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

    squares
        Two names for a pair, one or twice the same for a whole mark, one for a collapse.
    is_collapse
        A collapse: the closing mark lands on the square, or ``mark`` does if it is given.
    mark
        The mark of the loop that is pointed at (``X1``); never written by ``qttt`` itself.
    closes_loop
        The placement bears ``~``: it says of itself that it closes a loop.
    spot
        Where it was read. Two tokens are equal wherever they stand.

    >>> [str(token) for token in read_tokens("21, A1-B2~ @5 x1@2 55")]
    ['2-1', 'a1-b2~', '@5', 'X1@2', '55']
    """

    squares: tuple[str, ...]
    is_collapse: bool = False
    mark: str | None = None
    closes_loop: bool = False
    spot: Spot = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        """The form that records use (N10)."""
        if self.is_collapse:
            return f"{self.mark or ''}@{self.squares[0]}"
        hyphen = "" if len(set(self.squares)) == 1 else "-"
        return hyphen.join(self.squares) + ("~" if self.closes_loop else "")


def read_tokens(text: str, start: int = 0) -> list[Token]:
    """The moves in a text from ``start`` on, separated by white space or commas.

    Raises ``NotationError`` at the first word that is no move.
    """
    check_size(text, MAX_TEXT)
    return [token_at(Spot(text, word.start()), word[0]) for word in _WORD.finditer(text, start)]


def token_at(spot: Spot, word: str) -> Token:
    """The one token that ``word`` spells; it stands at ``spot``."""
    match = _TOKEN.fullmatch(word)
    if match is None:
        raise spot.error(
            f"{quoted(word)} is no move; a placement is written 12 or a1-b2, a collapse @5 or X1@2"
        )
    landing = match["landing"] or match["at"]
    if landing:
        mark = match["mark"]
        return Token((landing.lower(),), is_collapse=True, mark=mark and mark.upper(), spot=spot)
    names = tuple(name.lower() for name in match.group("first", "second") if name)
    return Token(names, closes_loop=match["loop"] is not None, spot=spot)
