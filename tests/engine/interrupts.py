"""Interrupts of long calls, as by Ctrl-C."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NEEDS_TIMER = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="needs signal.setitimer, which Windows lacks"
)


@contextmanager
def without_collections() -> Iterator[None]:
    """Collect no garbage: exceptions in callbacks of the collector, as Hypothesis has, are lost."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def interrupted() -> Iterator[None]:
    """Interrupt what runs in the context; it must not end before."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with without_collections(), pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGALRM, before)
