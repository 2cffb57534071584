"""Forked processes have the threads, locks and tables that they need."""

import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from qttt.engine import Estimate, Search, Solver, solve
from qttt.engine.classical import _memory, solve_classical
from qttt.envs import Batch, places_of
from qttt.envs.values import ValueOracle
from qttt.game import Position, Rules
from tests.forks import HANG_S, is_true_in_child, needs_fork

LATE = Position.after((0, 1), (2, 3), (4, 5), (0, 2), (6, 7), (1, 4))
ORDINARY = Position(Rules.parse("classic3"))
LARGE = Position(Rules.parse("krist"))


class Busy(NamedTuple):
    """What a thread locks while it writes to its table, and the value that it computes."""

    lock: threading.Lock
    table: "ctypes.Array[Any]"
    value: Callable[[], float]


def of_solver() -> Busy:
    solver = Solver(LATE.rules, 64)
    return Busy(solver.lock, solver.memory, lambda: solver.solve(LATE).value)


def of_oracle() -> Busy:
    oracle = ValueOracle(LATE.rules)
    solver, places = oracle._solver, places_of([LATE], LATE.rules)
    return Busy(solver.lock, solver.memory, lambda: float(oracle.solve(places).values[0]))


def of_ordinary_solver() -> Busy:
    _memory.cache_clear()
    memory = _memory(ORDINARY.rules)
    return Busy(memory.lock, memory.table, lambda: solve_classical(ORDINARY).value)


@needs_fork
@pytest.mark.parametrize(
    ("make", "position"),
    [(of_solver, LATE), (of_oracle, LATE), (of_ordinary_solver, ORDINARY)],
)
def test_a_table_that_a_thread_was_writing_is_emptied(
    make: Callable[[], Busy], position: Position
) -> None:
    """The forked process has the lock and half an entry, but no thread that would finish it."""
    expected, busy = solve(position).value, make()
    with busy.lock:
        ctypes.memset(busy.table, 1, ctypes.sizeof(busy.table))
        assert is_true_in_child(lambda: busy.value() == expected)
    _memory.cache_clear()


@needs_fork
def test_a_tree_that_threads_were_changing_is_begun_anew() -> None:
    def searched(tree: Search) -> Estimate:
        return replace(tree.run(simulations=300, seed=1), seconds=0)

    expected, tree, stop = searched(Search(LARGE)), Search(LARGE), threading.Event()
    running = threading.Thread(target=tree.run, kwargs={"threads": 2, "stop": stop})
    running.start()
    try:
        while not tree.estimate.simulations:
            time.sleep(0.001)
        assert is_true_in_child(lambda: searched(tree) == expected)
    finally:
        stop.set()
        running.join()
    assert is_true_in_child(lambda: tree.estimate.simulations > 0)


@needs_fork
def test_a_search_ends_in_a_process_that_its_callback_forks() -> None:
    tree, children, stop = Search(LARGE), list[int](), threading.Event()

    def fork(_: Estimate) -> None:
        if not children:
            children.append(os.fork())
            stop.set()
            if not children[0]:
                stop.clear()
                signal.alarm(HANG_S)

    is_right = False
    try:
        tree.run(stop=stop, progress=fork)
    except RuntimeError as error:
        is_right = "forked during a search" in str(error) and not tree.estimate.seconds
        raise
    finally:
        if children == [0]:
            os._exit(not is_right)
    assert tree.estimate.seconds > 0
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0


@needs_fork
def test_a_batch_has_threads_in_forked_processes() -> None:
    one, two = Batch(games=50, seed=3), Batch(games=50, seed=3, threads=3)

    def is_same() -> bool:
        arrays = one.step(one.sample()), two.step(two.sample())
        return np.array_equal(arrays[0].places, arrays[1].places)

    assert is_same()
    assert is_true_in_child(is_same)
    assert is_same()
