"""Standard streams, any of which can be closed or without a reader."""

import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import CliError

USAGE_ERROR = 2
"""The exit code for invalid input and failed commands."""


def prepare() -> None:
    """Replace closed streams, and accept file names that are not valid text."""
    errors = {"stdin": "surrogateescape", "stdout": "backslashreplace", "stderr": None}
    for name, handling in errors.items():
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        elif handling and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=handling)


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
