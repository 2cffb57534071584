"""Searches for experiments: textbook minimax and alpha-beta, and the solver without some ideas."""

import ctypes
import threading
import time
from collections.abc import Collection
from dataclasses import dataclass

from qttt.game import Position, Rules
from qttt.game.arguments import checked, checked_class

from .analysis import Analysis, check_budget
from .kernel import KernelError, check_result, encode_places, library
from .kernel_api import (
    Criterion,
    Error,
    Idea,
    QtttTextbook,
    QtttTextbookResult,
    SolveDepth,
)
from .solver import Solver
from .stoppable import run_stoppable

__all__ = ["Criterion", "Idea", "TextbookSearch", "TextbookStatistics", "solve_without"]

ALL_IDEAS = Idea.ALL_IDEAS


@dataclass(frozen=True, slots=True)
class TextbookStatistics:
    """Result of a textbook search; the sequences count by number of marks, from 0.

    ``nodes`` are the positions entered, ``expanded`` those of them that are neither finished nor
    found in the table, ``legal`` the legal moves of these, and ``searched`` the moves tried.
    ``value`` is points of X minus points of O, None if the search was stopped.
    """

    value: float | None
    nodes: tuple[int, ...]
    expanded: tuple[int, ...]
    legal: tuple[int, ...]
    searched: tuple[int, ...]
    seconds: float

    @property
    def total(self) -> int:
        """The number of nodes."""
        return sum(self.nodes)


@checked_class
@dataclass(frozen=True, slots=True)
class TextbookSearch:
    """A search as textbooks print it: every placement and every collapse is a node.

    ``prunes``: alpha-beta instead of minimax. ``criteria``: moves that satisfy the first are tried
    first, then by the second, and so on; equal moves keep the reading order. ``entries``: size of
    the transposition table, 0 for none; it has the positions of up to six marks.
    """

    prunes: bool = True
    criteria: tuple[Criterion, ...] = ()
    entries: int = 0

    def solve(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: threading.Event | None = None,
    ) -> TextbookStatistics:
        """Search ``position``, with the budgets of ``Solver.solve``.

        Raises ``ValueError`` if a coin decides collapses, and ``UnsolvableError`` for boards of
        more than nine squares.
        """
        check_budget(nodes, seconds)
        solver = Solver(position.rules, entries=self.entries)
        how = QtttTextbook(nodes or 0, self.prunes, len(self.criteria), (*self.criteria,))
        raw, places = QtttTextbookResult(), encode_places(position)
        start = time.perf_counter()

        def run(flag: object) -> int:
            return int(
                library().qttt_textbook(
                    *(solver.memory, places, len(position.marks)),
                    *(ctypes.byref(how), flag, ctypes.byref(raw)),
                )
            )

        error = run_stoppable(run, seconds=seconds, stop=stop)
        if error == Error.BAD_RULES:
            raise ValueError("textbook searches have no coins: choose rules without chooser=chance")
        check_result(position, error)
        size = position.rules.board.size + 1
        return TextbookStatistics(
            value=None if raw.stopped else raw.value / 2,
            nodes=tuple(raw.nodes[:size]),
            expanded=tuple(raw.expanded[:size]),
            legal=tuple(raw.legal[:size]),
            searched=tuple(raw.searched[:size]),
            seconds=time.perf_counter() - start,
        )


@checked
def solve_without(
    rules: Rules,
    ideas: Collection[Idea],
    entries: int = 1 << 18,
    depth: SolveDepth = SolveDepth.VALUE,
) -> Analysis:
    """Solve the empty board without some ideas of the solver, from a cold table."""
    solver = Solver(rules, entries=entries)
    kept = ALL_IDEAS
    for idea in ideas:
        kept &= ~idea
    error = library().qttt_solver_restrict(solver.memory, kept)
    if error:
        raise KernelError(f"the kernel cannot restrict its solver (error {error})")
    return solver.solve(Position(rules), depth=depth)
