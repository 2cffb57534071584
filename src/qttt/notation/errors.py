"""What can be wrong with a text, and where in it (N5)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from qttt.game import IllegalMoveError, IllegalPositionError

_EXCERPT = 60
_BREAK = re.compile(r"[\r\n]")


class Spot(NamedTuple):
    r"""One place in a text: ``offset`` counts characters from 0, ``line`` and ``column`` from 1.

    >>> str(Spot("12\r\n25", 5))
    'line 2, column 2'
    """

    text: str
    offset: int = 0

    @property
    def line(self) -> int:
        """The number of its line; LF, CR LF and CR each end one."""
        before = self.text[: self.offset]
        return 1 + before.count("\n") + before.count("\r") - before.count("\r\n")

    @property
    def column(self) -> int:
        """How many characters of its line come before it, plus 1."""
        return self.offset - self._line_start + 1

    @property
    def excerpt(self) -> str:
        """The line around it, with a caret below; what a terminal cannot show is replaced."""
        start = max(self._line_start, self.offset - _EXCERPT)
        line = _BREAK.split(self.text[start : self.offset + _EXCERPT], maxsplit=1)[0]
        shown = "".join(char if char.isprintable() else "\ufffd" for char in line)
        return f"  {shown}\n  {' ' * (self.offset - start)}^"

    def moved(self, by: int) -> "Spot":
        """The place that many characters later."""
        return Spot(self.text, self.offset + by)

    def error(self, message: str) -> "NotationError":
        """The error that points here."""
        return NotationError(message, self.text, self.offset)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"

    @property
    def _line_start(self) -> int:
        return max(self.text.rfind(end, 0, self.offset) for end in "\r\n") + 1


NOWHERE = Spot("")
"""The place of what was made, not read."""


class NotationError(ValueError):
    """The text cannot be read: ``message`` says why, ``line`` and ``column`` (from 1) where.

    ``str`` shows all of it and the place in the text.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0) -> None:
        spot = Spot(text, offset)
        super().__init__(_located(spot, message))
        self.message, self.text, self.offset = message, text, offset
        self.line, self.column = spot.line, spot.column

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, str, int]]:
        return type(self), (self.message, self.text, self.offset)


class IllegalMoveInTextError(IllegalMoveError):
    """A move that was read but is not allowed there; also says where it stands in the text."""

    def __init__(self, error: IllegalMoveError, spot: Spot) -> None:
        super().__init__(error.move, error.position, error.reason)
        self.message, self.spot = str(self), spot
        self.text, self.line, self.column = spot.text, spot.line, spot.column
        self.args = (_located(spot, self.message),)

    def __reduce__(  # type: ignore[override]
        self,
    ) -> tuple[type["IllegalMoveInTextError"], tuple[IllegalMoveError, Spot]]:
        plain = IllegalMoveError(self.move, self.position, self.reason)
        return type(self), (plain, self.spot)


class IllegalPositionInTextError(IllegalPositionError):
    """A position that was read but that no game reaches; also says where it stands."""

    def __init__(self, message: str, spot: Spot) -> None:
        super().__init__(_located(spot, message))
        self.message, self.spot = message, spot
        self.text, self.line, self.column = spot.text, spot.line, spot.column

    def __reduce__(self) -> tuple[type["IllegalPositionInTextError"], tuple[str, Spot]]:
        return type(self), (self.message, self.spot)


class UnwritableError(ValueError):
    """This notation has no form for the value."""


def quoted(text: str, limit: int = 24) -> str:
    """The text in quotes, shortened, with everything unprintable escaped."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def check_size(text: str, limit: int) -> None:
    """Raise ``NotationError`` if the text has more than ``limit`` characters (N4)."""
    if len(text) > limit:
        raise Spot(text, limit).error(
            f"the text has {len(text):,} characters; at most {limit:,} are read"
        )


@contextmanager
def located(spot: Spot) -> Iterator[None]:
    """Lets a move or position that is refused inside know its place in the text."""
    try:
        yield
    except IllegalMoveError as error:
        raise IllegalMoveInTextError(error, spot) from None
    except IllegalPositionError as error:
        raise IllegalPositionInTextError(str(error), spot) from None


def _located(spot: Spot, message: str) -> str:
    return f"{spot}: {message}\n{spot.excerpt}"
