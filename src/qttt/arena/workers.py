"""Workers that play games: this process, several processes, or a cluster of machines."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager
from typing import Any, NamedTuple, ParamSpec, TypeVar

from qttt.extras import requires_extra
from qttt.game.arguments import checked

from .errors import WorkersError

P = ParamSpec("P")
T = TypeVar("T")

CLUSTER_MAX_PENDING = 1024
"""Pending games of a cluster: more than its cores, so that none is idle."""
CLUSTER_TIMEOUT_S = 10
"""Timeout in seconds for connecting to the scheduler."""
MAX_WINDOWS_PROCESSES = 61
"""Most processes that Windows can wait for, in an executor."""


class Workers(NamedTuple):
    """An executor, and the number of calls that should be pending in it."""

    executor: Executor
    max_pending: int


@checked
def available_cores() -> int:
    """Return the number of cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@checked
@contextmanager
def local(jobs: int) -> Iterator[Workers]:
    """Yield ``jobs`` processes, which end with this one; 1 is this process itself.

    On Windows there are at most ``MAX_WINDOWS_PROCESSES``.
    """
    if sys.platform == "win32":
        jobs = min(jobs, MAX_WINDOWS_PROCESSES)
    if jobs == 1:
        yield Workers(InProcessExecutor(), 1)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_exit_with_parent)
    try:
        yield Workers(pool, 2 * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


@checked
@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Yield the workers of a Dask cluster, which reassigns the games of lost workers.

    Raises:
        MissingExtraError: Dask is not installed.
        WorkersError: The scheduler does not answer, or the cluster gave up.
    """
    with requires_extra("cluster"):
        from distributed import KilledWorker
    client = _client(address)
    try:
        with client, client.get_executor(pure=False) as executor:
            yield Workers(executor, CLUSTER_MAX_PENDING)
    except KilledWorker as error:
        raise WorkersError(f"the cluster gave up: {error}") from error


def _client(address: str) -> Any:
    from distributed import Client

    try:
        return Client(  # type: ignore[no-untyped-call]
            address, timeout=CLUSTER_TIMEOUT_S, set_as_default=False
        )
    except (OSError, ValueError) as error:
        reason = str(error)
    # A failed client is closed when it is garbage collected. If that happens while the next
    # client starts its thread, they deadlock.
    gc.collect()
    raise WorkersError(f"no Dask scheduler answers at {address}: {reason}")


class InProcessExecutor(Executor):
    """Runs calls immediately in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn`` and return a completed future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  the future raises it
            future.set_exception(error)
        return future


@contextmanager
def lost_workers() -> Iterator[None]:
    """Convert the errors of executors that have lost their workers to ``WorkersError``."""
    try:
        yield
    except (BrokenExecutor, CancelledError) as error:
        raise WorkersError("the worker processes have died") from error


def _exit_with_parent() -> None:
    """Exit with the parent process, and silently on Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
