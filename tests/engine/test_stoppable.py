"""Long calls of the kernel end at a time limit, at an event, and at an exception such as Ctrl-C."""

import ctypes
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from qttt.engine import Solver, perft, playouts
from qttt.engine.classical import EvalLevel, _memory, search_classical, solve_classical
from qttt.engine.enumeration import count_games
from qttt.engine.experiments import TextbookSearch
from qttt.engine.stoppable import RunningCalls, run_stoppable
from qttt.game import Position, Rules
from tests.engine.interrupts import NEEDS_TIMER, interrupted, without_collections

EMPTY = Position()
LARGE = Position(Rules.parse("krist rows=3 cols=4"))
ORDINARY = Position(Rules.parse("classic4 rows=6 cols=6"))
ENDLESS = EvalLevel((6, 3, 1), cutoff_seconds=None, max_seconds=None)


def spin(flag: object) -> int:
    """Run until the flag is set, as the kernel does; return its value."""
    value = ctypes.cast(flag, ctypes.POINTER(ctypes.c_int32)).contents  # type: ignore[arg-type]
    while not value.value:
        pass
    return value.value


@NEEDS_TIMER
@pytest.mark.parametrize(
    "call",
    [
        lambda: Solver(LARGE.rules, 64, wide=True).solve(LARGE),
        lambda: TextbookSearch(prunes=False).solve(EMPTY),
        lambda: search_classical(ORDINARY, ENDLESS),
        lambda: perft(LARGE, 12),
        lambda: perft(ORDINARY, 12),
        lambda: playouts(EMPTY, 10**12, seed=1),
        lambda: count_games(EMPTY, entries=4),
        lambda: run_stoppable(spin),
    ],
    ids=["solver", "textbook", "level", "paths", "ordinary", "playouts", "games", "call"],
)
def test_an_interrupt_ends_a_long_call(call: Callable[[], object]) -> None:
    before = threading.active_count()
    with interrupted():
        call()
    assert threading.active_count() == before


def interrupt_at_line(number: int, wait: Callable[[], object]) -> None:
    """Call a function, and interrupt it at one of its lines, those of its callees included."""
    left, before = number, sys.gettrace()

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise KeyboardInterrupt
        return trace

    with without_collections():
        sys.settrace(trace)
        try:
            wait()
        finally:
            sys.settrace(before)


@pytest.mark.parametrize("number", range(60))
def test_a_wait_can_be_interrupted_at_any_line(number: int) -> None:
    before = threading.active_count()
    with suppress(KeyboardInterrupt), RunningCalls([spin, spin]) as running:
        interrupt_at_line(number, running.have_ended)
    assert threading.active_count() == before


@NEEDS_TIMER
def test_a_solver_can_be_used_after_an_interrupt() -> None:
    solver = Solver(LARGE.rules, 64, wide=True)
    with interrupted():
        solver.solve(LARGE)
    assert solver.solve(LARGE, nodes=10).nodes < 1000


@pytest.mark.parametrize("is_short", [True, False])
def test_a_limit_or_an_event_sets_the_flag(is_short: bool) -> None:
    stop = threading.Event()
    assert run_stoppable(spin, seconds=0.01, is_short=is_short) == 1
    stop.set()
    assert run_stoppable(spin, stop=stop, is_short=is_short) == 1


def test_a_short_call_without_a_limit_runs_in_the_same_thread() -> None:
    calls: list[tuple[object, int]] = []

    def note(flag: object) -> int:
        calls.append((flag, threading.get_ident()))
        return len(calls)

    assert run_stoppable(note, is_short=True) == 1
    assert run_stoppable(note) == 2
    assert calls[0] == (None, threading.get_ident())
    assert calls[1][1] != threading.get_ident()


def test_calls_end_at_their_own_value_of_the_flag() -> None:
    with RunningCalls([spin], end=2) as ended:
        pass
    assert ended.results == [2]
    with RunningCalls([spin, spin], end=2) as running:
        running.set_flag(7)
        while not running.have_ended():
            pass
    assert running.results == [7, 7]


@pytest.mark.parametrize("is_short", [True, False])
def test_an_exception_in_a_call_is_raised(is_short: bool) -> None:
    def fail(_flag: object) -> int:
        raise LookupError("no result")

    with pytest.raises(LookupError, match="no result"):
        run_stoppable(fail, seconds=60, is_short=is_short)
    calls = RunningCalls([spin, fail]).__enter__()
    while not calls.have_ended():
        pass
    with pytest.raises(LookupError, match="no result"):
        calls.__exit__(None)


def test_a_level_of_a_wrong_type_is_an_error() -> None:
    level = EvalLevel((1, 2, 3), depth=2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        search_classical(Position(Rules.preset("classic3")), level)


def test_an_event_ends_a_solution_that_waits_for_another() -> None:
    stop = threading.Event()
    stop.set()
    solver = Solver(LARGE.rules, 64, wide=True)
    with solver.lock:
        analysis = solver.solve(LARGE, stop=stop)
    assert not analysis.is_exact
    assert len(analysis.moves) == len(LARGE.legal_moves)
    classic = Position(Rules.preset("classic4"))
    with _memory(classic.rules).lock:
        analysis = solve_classical(classic, stop=stop)
    assert not analysis.is_exact
    assert len(analysis.moves) == len(classic.legal_moves)
