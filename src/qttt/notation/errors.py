"""Errors with a position in the text that was read (N5)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from qttt.copies import RebuiltError
from qttt.game import IllegalMoveError, IllegalPositionError

_EXCERPT = 60
_BREAK = re.compile(r"[\r\n]")


class TextLocation(NamedTuple):
    r"""A position in a text: ``offset`` counts from 0, ``line`` and ``column`` from 1.

    ``text`` can be a part of a longer one that begins with a line; ``lines_before`` come before it.

    >>> str(TextLocation("12\r\n25", 5))
    'line 2, column 2'
    """

    text: str
    offset: int = 0
    lines_before: int = 0

    @property
    def line(self) -> int:
        """The line number; LF, CR LF and CR are line breaks."""
        before = self.text[: self.offset]
        breaks = before.count("\n") + before.count("\r") - before.count("\r\n")
        return 1 + self.lines_before + breaks

    @property
    def column(self) -> int:
        """The column number."""
        return self.offset - self._line_start + 1

    @property
    def excerpt(self) -> str:
        """The surrounding line with a caret below; unprintable characters are replaced."""
        start = max(self._line_start, self.offset - _EXCERPT)
        line = _BREAK.split(self.text[start : self.offset + _EXCERPT], maxsplit=1)[0]
        shown = "".join(char if char.isprintable() else "\ufffd" for char in line)
        return f"  {shown}\n  {' ' * (self.offset - start)}^"

    def shifted(self, by: int) -> "TextLocation":
        """Return the position ``by`` characters later."""
        return self.at(self.offset + by)

    def at(self, offset: int) -> "TextLocation":
        """Return another position in the same text."""
        return self._replace(offset=offset)

    def error(self, message: str) -> "NotationError":
        """Return an error that points here."""
        return NotationError(message, *self)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"

    @property
    def _line_start(self) -> int:
        return max(self.text.rfind(end, 0, self.offset) for end in "\r\n") + 1


NO_LOCATION = TextLocation("")
"""The position of objects that were not read from text."""


class NotationError(RebuiltError, ValueError):
    """The text cannot be parsed: ``message`` is the reason, ``line`` and ``column`` count from 1.

    ``str`` has the position, the message and an excerpt of the text.
    """

    def __init__(
        self, message: str, text: str = "", offset: int = 0, lines_before: int = 0
    ) -> None:
        location = TextLocation(text, offset, lines_before)
        super().__init__(_with_location(location, message))
        self.message, self.location = message, location
        self.text, self.offset = text, offset
        self.line, self.column = location.line, location.column


class IllegalMoveInTextError(IllegalMoveError):
    """A move in a text that is not legal, with its position in the text."""

    def __init__(self, error: IllegalMoveError, location: TextLocation) -> None:
        super().__init__(error.move, error.position, error.reason)
        self.message, self.location = str(self), location
        self.text, self.line, self.column = location.text, location.line, location.column
        self.args = (_with_location(location, self.message),)


class IllegalPositionInTextError(RebuiltError, IllegalPositionError):
    """A game position in a text that no game reaches, with its place in the text."""

    def __init__(self, message: str, location: TextLocation) -> None:
        super().__init__(_with_location(location, message))
        self.message, self.location = message, location
        self.text, self.line, self.column = location.text, location.line, location.column


class UnwritableError(ValueError):
    """This notation cannot express the value."""


def quote(text: str, limit: int = 24) -> str:
    """Quote and shorten a text and escape unprintable characters."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def check_size(text: str, limit: int) -> None:
    """Raise ``NotationError`` if the text has more than ``limit`` characters (N4)."""
    if len(text) > limit:
        raise TextLocation(text, limit).error(
            f"the text has {len(text):,} characters; at most {limit:,} are read"
        )


@contextmanager
def locate_errors(location: TextLocation) -> Iterator[None]:
    """Add the position in the text to errors about illegal moves and positions."""
    try:
        yield
    except IllegalMoveError as error:
        raise IllegalMoveInTextError(error, location) from None
    except IllegalPositionError as error:
        raise IllegalPositionInTextError(str(error), location) from None


def _with_location(location: TextLocation, message: str) -> str:
    return f"{location}: {message}\n{location.excerpt}"
