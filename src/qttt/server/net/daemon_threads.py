"""Threads for calls that can take long, and for which the process does not wait at its exit."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class DaemonThreads(Executor):
    """At most ``size`` daemon threads, whose names begin with ``name``; they end without work.

    Python waits at its exit for the threads of a ``ThreadPoolExecutor``, even after ``shutdown``.
    """

    def __init__(self, size: int, name: str) -> None:
        self._size = size
        self._name = name
        self._count = 0
        self._calls: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._lock = Lock()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        with self._lock:
            if self._count < self._size:
                Thread(target=self._run, name=self._name, daemon=True).start()
                self._count += 1
            self._calls.append((future, partial(fn, *args, **kwargs)))
        return future

    def _run(self) -> None:
        while call := self._next_call():
            future, work = call
            if future.set_running_or_notify_cancel():
                try:
                    result = work()
                except BaseException as error:  # noqa: BLE001  the caller gets it
                    future.set_exception(error)
                else:
                    future.set_result(result)

    def _next_call(self) -> tuple[Future[Any], Callable[[], Any]] | None:
        with self._lock:
            if self._calls:
                return self._calls.popleft()
            self._count -= 1
            return None
