"""Forked processes have the threads, locks and tables that they need."""

import ctypes
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from qttt.engine import Solver, solve
from qttt.engine.classical import _memory, solve_classical
from qttt.envs import Batch, places_of
from qttt.envs.values import ValueOracle
from qttt.game import Position, Rules
from tests.forks import is_true_in_child, needs_fork

LATE = Position.after((0, 1), (2, 3), (4, 5), (0, 2), (6, 7), (1, 4))
ORDINARY = Position(Rules.parse("classic3"))


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
def test_a_batch_has_threads_in_forked_processes() -> None:
    one, two = Batch(games=50, seed=3), Batch(games=50, seed=3, threads=3)

    def is_same() -> bool:
        arrays = one.step(one.sample()), two.step(two.sample())
        return np.array_equal(arrays[0].places, arrays[1].places)

    assert is_same()
    assert is_true_in_child(is_same)
    assert is_same()
