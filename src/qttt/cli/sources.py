"""Reading the text of files and of standard input, in parts that fit in memory."""

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from io import IncrementalNewlineDecoder
from pathlib import Path
from typing import BinaryIO, NamedTuple

from qttt.notation.armour import (
    HEAD,
    MAX_TEXT_BYTES,
    DamagedError,
    RecoveredText,
    encoding_problem,
    load_text,
    unarmour,
)

from .errors import CliError
from .options import STANDARD

MAX_WHOLE_BYTES = 3 * MAX_TEXT_BYTES + 2
"""Longest file that is read as a whole, as damage in it may have to be repaired."""
PART_BYTES = 1 << 16
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class SourceText(NamedTuple):
    r"""The text of a file in parts, with line breaks ``\n`` and without a byte order mark.

    ``repaired_bytes`` is the number of damaged bytes.
    """

    parts: Iterator[str]
    repaired_bytes: int = 0


def read_source(path: Path) -> SourceText:
    """Read a file or standard input of any length, repairing damage in a short one.

    Raises:
        CliError: It is not text, or is damaged, also while the parts are read; or it is too long
            to be repaired.
        OSError: It cannot be read.
    """
    stream = sys.stdin.buffer if path == STANDARD else path.open("rb")
    start = stream.read(MAX_WHOLE_BYTES + 1)
    if len(start) <= MAX_WHOLE_BYTES:
        _close(stream, path)
        read = _unarmoured(start, path) if start else RecoveredText("", armoured=False)
        return SourceText(iter([read.text]), read.repaired_bytes)
    if HEAD[:20] in start[: 2 * len(HEAD)]:
        _close(stream, path)
        raise CliError(
            "file",
            f"{path}: more than {MAX_TEXT_BYTES // 1024} KiB cannot be repaired: delete every line "
            "that starts with % to read it as it stands",
        )
    return SourceText(_decoded(start, stream, path))


def read_short_source(path: Path) -> str:
    """Read a file or standard input that is short, repairing damage.

    Raises ``CliError`` or ``OSError``.
    """
    try:
        if path == STANDARD:
            return unarmour(sys.stdin.buffer.read(MAX_WHOLE_BYTES + 1)).text
        return load_text(path).text
    except DamagedError as error:
        raise CliError("damaged", str(error)) from error
    except ValueError as error:
        raise CliError("file", f"{path}: {error}") from error


def _unarmoured(data: bytes, path: Path) -> RecoveredText:
    where = "" if path == STANDARD else f"{path}: "
    try:
        return unarmour(data)
    except DamagedError as error:
        raise CliError("damaged", f"{where}{error}") from error
    except ValueError as error:
        raise CliError("file", f"{path}: {error}") from error


def _close(stream: BinaryIO, path: Path) -> None:
    if path != STANDARD:
        stream.close()


def _parts(start: bytes, stream: BinaryIO) -> Iterator[bytes]:
    """Yield the parts of a file of which ``start`` is read, the last of them empty."""
    for first in range(0, len(start), PART_BYTES):
        yield start[first : first + PART_BYTES]
    while part := stream.read(PART_BYTES):
        yield part
    yield b""


def _decoded(start: bytes, stream: BinaryIO, path: Path) -> Iterator[str]:
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8")(), translate=True)
    offset = 0
    try:
        for data in _parts(start, stream):
            try:
                text = decoder.decode(data, final=not data)
            except UnicodeDecodeError as error:
                at = offset + len(data) - len(error.object) + error.start
                problem = encoding_problem(start, at, error.object[error.start])
                raise CliError("damaged", f"{path}: {problem}") from None
            if control := _CONTROL.search(text):
                raise CliError(
                    "damaged", f"{path}: this is not text: it contains the character {control[0]!r}"
                )
            yield text.removeprefix("\ufeff") if offset == 0 else text
            offset += len(data)
    finally:
        _close(stream, path)
