"""Standard streams, any of which can be closed or without a reader."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import CliError

USAGE_ERROR = 2
"""The exit code for invalid input and failed commands."""
_STDERR = 2
"""The descriptor of standard error, the last of the three."""
CLOSED_PIPE_ERRNO = errno.EINVAL if os.name == "nt" else errno.EPIPE
"""What writing to a pipe without a reader raises: on Windows often not ``BrokenPipeError``.

https://github.com/python/cpython/issues/79935
"""


def prepare() -> None:
    """Replace closed streams, and accept file names that are not valid text."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _reserve_numbers()
    errors = {"stdin": "surrogateescape", "stdout": "backslashreplace", "stderr": None}
    for name, handling in errors.items():
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        elif handling and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=handling)
    if CLOSED_PIPE_ERRNO != errno.EPIPE:
        _name_closed_pipes()


def _name_closed_pipes() -> None:
    """Let standard output raise ``BrokenPipeError`` if it has no reader."""
    output = sys.stdout
    if isinstance(output, io.TextIOWrapper) and not output.isatty():
        file: Any = getattr(output.buffer, "raw", output.buffer)  # without a buffer: python -u
        buffer = io.BufferedWriter(_Output(file))
        sys.stdout = io.TextIOWrapper(buffer, output.encoding, output.errors)


class _Output(io.RawIOBase):
    """Writes to a file, and raises ``BrokenPipeError`` if that is a pipe without a reader.

    A buffer above it can drop what it cannot write, so that later nobody knows which file failed.
    """

    def __init__(self, file: io.RawIOBase) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, data: Any, /) -> int | None:
        try:
            return self._file.write(data)
        except OSError as error:
            if error.errno == CLOSED_PIPE_ERRNO:
                raise BrokenPipeError from error
            raise


def _reserve_numbers() -> None:
    """Open closed standard descriptors, or other files and sockets would get their numbers.

    What is written to standard error during a crash would go there. Started processes inherit them.
    """
    while (file := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        os.set_inheritable(file, True)
    os.close(file)


def report_error(error: "CliError", args: Sequence[str]) -> int:
    """Print an error and return the exit code, even without a reader."""
    from .output import note, show_json

    try:
        note(str(error))
        if "--json" in args:
            show_json({"error": error.json})
        sys.stdout.flush()  # a later flush by Python would print a traceback
    except OSError:
        return silence(USAGE_ERROR)
    return USAGE_ERROR


def silence(code: int) -> int:
    """Discard pending output, which Python could not flush at exit, and return ``code``."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.close()
    return code
