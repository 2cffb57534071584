"""Calls of the kernel in threads, which a time limit, an event or an exception ends.

Ctrl-C is such an exception: the main thread only waits, so that Python can raise it.
"""

import ctypes
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Self

from qttt.copies import Uncopyable
from qttt.forks import renew_after_fork

from .kernel import HAS_THREADS, check_threads

POLL_S = 0.002
"""Interval between looks at what can end a call."""

StoppableCall = Callable[[object], int]
"""A call of the kernel; its argument is the stop flag, None if nothing can end it."""


class RunningCalls(Uncopyable):
    """Calls that run in threads, and that take a stop flag; when the context ends, they have ended.

    An exception in a call ends the others, and the context raises it unless it ends by another. In
    a process that is forked meanwhile, the context raises ``RuntimeError``.
    It waits for locks, which Ctrl-C interrupts cleanly. An interrupted wait for an event can raise
    ``RuntimeError`` instead, and before Python 3.13 a thread counts as ended when its ``join`` was
    interrupted.
    """

    copying = "start other calls"

    def __init__(self, calls: Sequence[StoppableCall], end: int = 1) -> None:
        """Prepare the calls; ``end`` is the value of the flag that ends them."""
        self.results = [0] * len(calls)
        self._end = end
        self._error: BaseException | None = None
        self._flag = ctypes.c_int32(0)
        self._over = [False for _ in calls]
        self._running = [threading.Lock() for _ in calls]  # each held until its call has ended
        for lock in self._running:
            lock.acquire()
        self._threads = [
            threading.Thread(target=self._run, args=(number, call))
            for number, call in enumerate(calls)
        ]
        renew_after_fork(self, RunningCalls._abandon)

    def _abandon(self) -> None:
        """End the calls in a forked process, which has no threads that run them."""
        self._over = [True for _ in self._over]
        self._error = RuntimeError(
            "this process was forked during a search or solution: start it again"
        )

    def __enter__(self) -> Self:
        try:
            for thread in self._threads:
                thread.start()
        except BaseException as error:
            self.__exit__(type(error))
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stop()
        for number, thread in enumerate(self._threads):
            if thread.ident is not None:
                while not self._has_ended(number):
                    pass
                thread.join()
        if kind is None and self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Set the flag so that the calls end soon."""
        self.set_flag(self._end)

    def set_flag(self, value: int) -> None:
        """Set the flag to a value with another meaning for these calls."""
        self._flag.value = value

    def have_ended(self) -> bool:
        """Wait a little for the calls; return whether all have ended."""
        return all(map(self._has_ended, range(len(self._threads))))

    def _has_ended(self, number: int) -> bool:
        # An interrupt can lose the result of `acquire`, but then the call has ended.
        return self._over[number] or self._running[number].acquire(timeout=POLL_S)

    def _run(self, number: int, call: StoppableCall) -> None:
        try:
            self.results[number] = call(ctypes.byref(self._flag))
        except BaseException as error:  # noqa: BLE001  raised again by __exit__
            self._error = error
            self.stop()
        finally:
            self._over[number] = True
            self._running[number].release()


@contextmanager
def held(lock: threading.Lock, flag: object) -> Iterator[bool]:
    """Hold a lock during the context, which is given False if the flag was set before."""
    if flag is None:
        with lock:
            yield True
        return
    while not (is_held := lock.acquire(timeout=POLL_S)) and not _is_set(flag):
        pass
    try:
        yield is_held
    finally:
        if is_held:
            lock.release()


def _is_set(flag: object) -> bool:
    return bool(ctypes.cast(flag, ctypes.POINTER(ctypes.c_int32)).contents.value)  # type: ignore[arg-type]


def run_stoppable(
    call: StoppableCall,
    *,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    is_short: bool = False,
) -> int:
    """Return the result of a call that ends early after ``seconds``, or when ``stop`` is set.

    Args:
        call: The call.
        seconds: Its time limit.
        stop: The event.
        is_short: It takes at most 0.2 s, so that Ctrl-C can wait; often a thread would take longer.

    Raises:
        NotImplementedError: There is a limit, but there are no threads.
    """
    is_limited = seconds is not None or stop is not None
    if is_limited:
        check_threads("solving with a time limit or a stop event")
    elif is_short or not HAS_THREADS:
        return call(None)
    deadline = inf if seconds is None else time.monotonic() + seconds
    with RunningCalls([call]) as running:
        while not running.have_ended():
            if time.monotonic() >= deadline or (stop is not None and stop.is_set()):
                running.stop()
    return running.results[0]
