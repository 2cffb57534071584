"""Searches that another thread can stop or cancel, and that report their progress."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Generic, TypeVar

from qttt.copies import Uncopyable

from .search import Estimate, EstimateCallback

T = TypeVar("T")

_POLL_S = 0.1
"""Interval between checks for Ctrl-C."""


class JobCancelledError(Exception):
    """The job was cancelled; it has no result."""


def ignore_progress(_: Estimate) -> None:
    """Ignore progress."""


class Job(Uncopyable, Generic[T]):
    """A computation by ``work``, which runs at most once.

    ``work`` gets an event, after which it must soon return its best result so far, and a callback
    for progress. It runs in the thread that calls ``run``.
    """

    copying = "create another job with the same work"

    def __init__(self, work: Callable[[threading.Event, EstimateCallback], T]) -> None:
        self._work = work
        self._stop = threading.Event()
        self._is_cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether the job was cancelled."""
        return self._is_cancelled

    def stop(self) -> None:
        """Stop early: ``run`` returns the best result so far."""
        self._stop.set()

    def cancel(self) -> None:
        """Cancel: ``run`` raises ``JobCancelledError``."""
        self._is_cancelled = True
        self._stop.set()

    def run(self, progress: EstimateCallback = ignore_progress) -> T:
        """Run the job in this thread. Raises ``JobCancelledError`` and the errors of ``work``."""
        self._check()
        result = self._work(self._stop, progress)
        self._check()
        return result

    def run_interruptibly(self) -> T:
        """Run the job in a separate thread, so that Ctrl-C cancels it at once."""
        executor = ThreadPoolExecutor(1)
        try:
            future = executor.submit(self.run)
            while not wait([future], _POLL_S).done:
                continue
            return future.result()
        except KeyboardInterrupt:
            self.cancel()
            raise
        finally:
            executor.shutdown(wait=False)

    def _check(self) -> None:
        if self._is_cancelled:
            raise JobCancelledError
