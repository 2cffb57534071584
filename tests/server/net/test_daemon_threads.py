"""Threads that do not hold up the end of the process."""

import subprocess
import sys
from concurrent.futures import Future
from threading import Event, current_thread

import pytest

from qttt.server.net.daemon_threads import DaemonThreads

SLOW_TOSSES = """
import asyncio, sys
from threading import Event
from qttt.server.coin import _toss
from qttt.server.net.coin_tosser import CoinTosser
from qttt.server.net.daemon_threads import DaemonThreads
from tests.quantum.positions import PAIR

began = Event()

def slow(position):
    began.set()
    Event().wait()

async def main():
    tosses = {"game": lambda: CoinTosser(slow).toss(PAIR),
              "page": lambda: _toss(DaemonThreads(1, ""), slow, PAIR)}
    toss = asyncio.ensure_future(tosses[sys.argv[1]]())
    while not began.is_set():
        await asyncio.sleep(0.01)
    toss.cancel()

asyncio.run(main())
"""
"""Ends during a toss that would never end."""


@pytest.mark.parametrize("which", ["game", "page"])
def test_a_slow_coin_does_not_hold_up_the_end_of_the_process(which: str) -> None:
    subprocess.run((sys.executable, "-c", SLOW_TOSSES, which), check=True, timeout=120)


def test_calls_wait_for_a_free_thread() -> None:
    threads, released = DaemonThreads(2, "test"), Event()
    names: list[str] = []

    def call() -> None:
        names.append(current_thread().name)
        released.wait(60)

    futures = [threads.submit(call) for _ in range(5)]
    assert futures.pop().cancel()
    released.set()
    assert [future.result(60) for future in futures] == [None] * 4
    assert names == ["test"] * 4


def test_errors_are_raised_by_the_future() -> None:
    future: Future[float] = DaemonThreads(1, "test").submit(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        future.result(60)
