"""Ctrl-C, for the commands that answer it; any other it ends at once and without a word."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from .output import note

INTERRUPTED = 130
"""The exit code of a command that was stopped."""
GOES_ON = "stopped; the same command goes on from here"


def catch_interrupts() -> None:
    """Let Ctrl-C be an exception again."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def catch_ends() -> None:
    """Let Ctrl-C, and being told to end, be the same exception."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.default_int_handler)


@contextmanager
def stoppable(told: str) -> Iterator[None]:
    """Work that Ctrl-C stops with the line ``told``, and the command with it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt as error:
        note(told)
        raise typer.Exit(INTERRUPTED) from error
    finally:
        signal.signal(signal.SIGINT, before)
