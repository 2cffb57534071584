"""Who plays the games: this process, processes on all cores, or a cluster of machines.

Each gives an executor of ``concurrent.futures`` and how many games are worth handing it at once.
"""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple, ParamSpec, TypeVar

from qttt.extras import requires_extra

from .errors import WorkersError

P = ParamSpec("P")
T = TypeVar("T")

CLUSTER_ROOM = 1024
"""Games handed to a cluster at once: more than it has cores, so that none is idle."""
CLUSTER_PATIENCE = 10
"""Seconds until the scheduler must have answered."""


class Workers(NamedTuple):
    """An executor, and how many calls it should have before it is given more."""

    executor: Executor
    room: int


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local(jobs: int) -> Iterator[Workers]:
    """So many processes; this one alone if it is one.

    The processes leave with this one, however it ends.
    """
    if jobs == 1:
        yield Workers(Here(), 1)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_live_and_die_with_parent)
    try:
        yield Workers(pool, 2 * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster; games that a lost worker had are played by others.

    Raises ``MissingExtraError`` if Dask is not installed, ``WorkersError`` if nobody answers at
    ``address``.
    """
    with requires_extra("cluster"):
        from distributed import KilledWorker
    client = _client(address)
    try:
        with client, client.get_executor(pure=False) as executor:
            yield Workers(executor, CLUSTER_ROOM)
    except KilledWorker as error:
        raise WorkersError(f"the cluster gave up: {error}") from error


def _client(address: str) -> Any:
    from distributed import Client

    try:
        return Client(  # type: ignore[no-untyped-call]
            address, timeout=CLUSTER_PATIENCE, set_as_default=False
        )
    except (OSError, ValueError) as error:
        reason = str(error)
    # A client that has failed ends when it is collected. If that is in the very moment in which
    # the next one starts its thread, each waits for the other's lock for ever.
    gc.collect()
    raise WorkersError(f"no Dask scheduler answers at {address}: {reason}")


class Here(Executor):
    """Calls at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The future, which is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  the future raises it
            future.set_exception(error)
        return future


def _live_and_die_with_parent() -> None:
    """End with the process that started this one, and at Ctrl-C without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
