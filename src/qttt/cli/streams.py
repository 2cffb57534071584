"""Standard streams, any of which can be closed or without a reader."""

import errno
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

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


def _reserve_numbers() -> None:
    """Open closed standard descriptors, or other files and sockets would get their numbers.

    What is written to standard error during a crash would go there, and libuv aborts.
    """
    while (file := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        pass
    os.close(file)


@contextmanager
def output_errors() -> Iterator[None]:
    """Raise ``BrokenPipeError`` on every system if standard output has lost its reader."""
    try:
        yield
    except OSError as error:
        if error.errno == CLOSED_PIPE_ERRNO and _is_output_lost():
            raise BrokenPipeError from error
        raise


def _is_output_lost() -> bool:
    """Return whether standard output has text that it cannot write to its pipe."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return error.errno == CLOSED_PIPE_ERRNO
    return False


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
