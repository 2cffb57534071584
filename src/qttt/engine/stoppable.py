"""Calls of the kernel in threads, which an exception such as Ctrl-C ends."""

import ctypes
import threading
from collections.abc import Callable, Sequence
from typing import Self

from qttt.copies import Uncopyable

POLL_S = 0.002
"""Interval between looks at what can end a call."""


class RunningCalls(Uncopyable):
    """Calls that run in threads, and that take a stop flag; when the context ends, they have ended.

    It waits for events instead of joining threads: before Python 3.13 a thread counts as ended when
    its ``join`` was interrupted.
    """

    copying = "start other calls"

    def __init__(self, calls: Sequence[Callable[[object], int]]) -> None:
        self.results = [0] * len(calls)
        self._flag = ctypes.c_int32(0)
        self._ended = [threading.Event() for _ in calls]
        self._threads = [
            threading.Thread(target=self._run, args=(number, call))
            for number, call in enumerate(calls)
        ]

    def __enter__(self) -> Self:
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for event, thread in zip(self._ended, self._threads, strict=True):
            if thread.ident is not None:
                event.wait()
                thread.join()

    def stop(self) -> None:
        """Set the flag."""
        self._flag.value = 1

    def have_ended(self) -> bool:
        """Wait a little for the calls; return whether all have ended."""
        return all(event.wait(POLL_S) for event in self._ended)

    def _run(self, number: int, call: Callable[[object], int]) -> None:
        try:
            self.results[number] = call(ctypes.byref(self._flag))
        finally:
            self._ended[number].set()
