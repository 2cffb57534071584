"""The standard streams: any of them may be closed, and nobody may be listening."""

import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import Problem

REFUSED = 2
"""The exit code for everything that was typed wrong or cannot be done."""


def prepare() -> None:
    """Make the streams take anything: they may be closed, and names of files need not be text."""
    errors = {"stdin": "surrogateescape", "stdout": "backslashreplace", "stderr": None}
    for name, handling in errors.items():
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        elif handling and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=handling)


def refuse(told: "Problem", args: Sequence[str]) -> int:
    """Tell what is wrong, also when nobody listens. Returns the exit code."""
    from .output import note, show_json

    try:
        note(str(told))
        if "--json" in args:
            show_json({"error": told.json})
        sys.stdout.flush()  # what is left of it would be complained about later
    except OSError:
        return silence(REFUSED)
    return REFUSED


def silence(code: int) -> int:
    """Drop what is still to be printed: Python would complain about it while it leaves."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.close()
    return code
