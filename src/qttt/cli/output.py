"""Printing, adapted to the characters, colours and width of the output."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TextIO

import click

from .errors import CliError, one_line

_NEEDED = "┌₁½−"
"""Samples of the characters that output with Unicode uses."""
_MIN_WIDTH, _MAX_WIDTH = 20, 100
"""Widths of lines, in characters; a narrower terminal breaks them itself."""
_HELD_CHARS = 1 << 20


@dataclass(frozen=True)
class OutputStyle:
    """The capabilities of an output stream; ``width`` is in characters."""

    unicode: bool = True
    color: bool = False
    width: int = 80

    @classmethod
    def of(cls, stream: TextIO, *, ascii: bool = False) -> "OutputStyle":
        """Detect what ``stream`` can show; colour needs a terminal and no NO_COLOR."""
        return cls(
            unicode=not ascii and _can_write(stream),
            color=stream.isatty() and not os.environ.get("NO_COLOR") and not is_dumb(),
            width=max(_MIN_WIDTH, min(shutil.get_terminal_size().columns, _MAX_WIDTH)),
        )

    def row(self, label: str, text: str, *, is_wrapped: bool = True) -> str:
        """Format a label and its text, wrapped unless the text has the name of a file."""
        first = f"{label:<{_LABEL}}"
        width = self.width - _LABEL
        lines = (wrap(text, width, break_long_words=False) if is_wrapped else [text]) or [""]
        rest = [" " * _LABEL + line for line in lines[1:]]
        first = self.paint(first, "2")
        return "\n".join([(first + lines[0]).rstrip(), *rest])

    def paint(self, text: str, code: str) -> str:
        """Colour a text by a code of ANSI, if colours can be shown."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and code and text else text


_LABEL = 11
"""Width of the column of labels, in characters."""


def stdout_style(*, ascii: bool = False) -> OutputStyle:
    """Return the capabilities of standard output, without Unicode if ``ascii``."""
    return OutputStyle.of(sys.stdout, ascii=ascii)


def show(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    click.echo("\n".join(lines))


def show_text(text: str) -> None:
    """Print text as it is on standard output."""
    click.echo(text, nl=False)


def show_bytes(text: str) -> None:
    """Print text for other programs: always UTF-8."""
    click.echo(text.encode(), nl=False)


def note(text: str) -> None:
    """Print one line on standard error."""
    click.echo(f"qttt: {one_line(text)}", err=True)


def show_json(value: object) -> None:
    """Print one JSON value on one line, in ASCII."""
    click.echo(json.dumps(value))


@contextmanager
def held_back(printer: Callable[[str], None]) -> Iterator[Callable[[str], None]]:
    """Yield a function that prints texts, the first ones only when there are many or all of them.

    An error in a short input therefore prints nothing else.
    """
    held: list[str] | None = []
    size = 0

    def write(text: str) -> None:
        nonlocal held, size
        size += len(text)
        if held is None:
            printer(text)
            return
        held.append(text)
        if size > _HELD_CHARS:
            printer("".join(held))
            held = None

    yield write
    if held:
        printer("".join(held))


@contextmanager
def json_list(fields: Mapping[str, object], name: str) -> Iterator[Callable[[object], None]]:
    """Yield a function that adds to the list ``name``; then print one JSON object with ``fields``.

    A long list is kept in a temporary file. After an error nothing is printed.
    """
    from tempfile import SpooledTemporaryFile  # slow; most commands print no list

    with SpooledTemporaryFile(_HELD_CHARS, "w+", encoding="ascii") as items:

        def add(item: object) -> None:
            items.write(f"{', ' if items.tell() else ''}{json.dumps(item)}")

        yield add
        items.seek(0)
        click.echo(json.dumps({**fields, name: []}).removesuffix("]}"), nl=False)
        while part := items.read(_HELD_CHARS):
            click.echo(part, nl=False)
        click.echo("]}")


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically, text in UTF-8. Raises ``CliError``."""
    from qttt.notation.files import replace_file

    data = content.encode() if isinstance(content, str) else content
    try:
        replace_file(path, data)
    except OSError as error:
        raise CliError("file", f"{path}: {error.strerror or error}") from error


def check_not_input(out: Path, source: Path) -> None:
    """Raise ``CliError`` if the file to write is the one that is read."""
    if out.exists() and source.exists() and out.samefile(source):
        raise CliError("usage", f"{out} is the file that is read: name another file to write")


def _can_write(stream: TextIO) -> bool:
    try:
        _NEEDED.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_dumb() -> bool:
    """Return whether the terminal shows text only, without colours or moves of the cursor."""
    return os.environ.get("TERM") == "dumb"
