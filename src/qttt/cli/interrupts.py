"""Handling of Ctrl-C; commands that do not call this module exit at once and silently."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import click

from .output import note

INTERRUPTED = 130
"""The exit code of an interrupted command."""
RESUMABLE = "stopped; the same command continues from here"


def catch_interrupts() -> None:
    """Make Ctrl-C raise ``KeyboardInterrupt`` again."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def exit_on_signals() -> Iterator[None]:
    """End the process with code 0 on Ctrl-C and SIGTERM, without an exception.

    Imports and finalizers can swallow exceptions, and the system ignores signals without a handler
    in the first process of a container.
    """
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [(number, signal.signal(number, lambda *_: os._exit(0))) for number in signals]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextmanager
def stoppable(message: str) -> Iterator[None]:
    """Exit on Ctrl-C with ``message`` on standard error."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt as error:
        note(message)
        raise click.exceptions.Exit(INTERRUPTED) from error
    finally:
        signal.signal(signal.SIGINT, before)
