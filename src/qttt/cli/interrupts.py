"""Handling of Ctrl-C; commands that do not call this module exit at once and silently."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from .output import note

INTERRUPTED = 130
"""The exit code of an interrupted command."""
RESUMABLE = "stopped; the same command continues from here"


def catch_interrupts() -> None:
    """Make Ctrl-C raise ``KeyboardInterrupt`` again."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def catch_termination() -> None:
    """Make Ctrl-C and SIGTERM raise ``KeyboardInterrupt``."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.default_int_handler)


@contextmanager
def stoppable(message: str) -> Iterator[None]:
    """Exit on Ctrl-C with ``message`` on standard error."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt as error:
        note(message)
        raise typer.Exit(INTERRUPTED) from error
    finally:
        signal.signal(signal.SIGINT, before)
