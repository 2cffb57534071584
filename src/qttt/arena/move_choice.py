"""Choosing a move within a budget: by level, solver or tree search."""

import threading
from collections.abc import Callable
from random import Random
from typing import cast

from qttt.engine import Analysis, can_solve, solve
from qttt.engine.evaluator import shipped_evaluator
from qttt.engine.kernel_api import MAX_SQUARES
from qttt.engine.levels import decide_move, levels_for
from qttt.engine.search import Estimate, search
from qttt.game import Move, Position

from .budget import Budget
from .protocol import Info

MAX_THREADS, MAX_MEGABYTES = 64, 65_536
"""Limits of the tree search: threads, and size of the tree."""


def unsupported_reason(position: Position, budget: Budget) -> str | None:
    """Return why this budget is not supported on this board, or None if it is."""
    rules = position.rules
    if budget.level:
        known = levels_for(rules)
        if budget.level not in known:
            return f"no level {budget.level} under these rules: choose from {', '.join(known)}"
    elif _is_searched(position, budget) and rules.board.size > MAX_SQUARES:
        return f"the search supports boards of at most {MAX_SQUARES} squares"
    return None


def _is_searched(position: Position, budget: Budget) -> bool:
    return budget.nodes is not None or not can_solve(position)


def think(
    position: Position,
    budget: Budget,
    rng: Random,
    stop: threading.Event,
    on_info: Callable[[Info], None],
    *,
    threads: int = 1,
    megabytes: int | None = None,
    learned: int = 0,
) -> Move:
    """Choose a move in ``position``, passing progress to ``on_info``.

    With a time limit or none, boards that can be solved are solved; with nodes, and on bigger
    boards, the tree search is used, with the shipped evaluator if ``learned`` is 1 and there is one
    for the rules. ``unsupported_reason`` must be None.
    """

    def on_estimate(estimate: Estimate) -> None:
        on_info(_search_info(estimate))

    if budget.level:
        return decide_move(position, budget.level, rng, stop=stop, progress=on_estimate).move
    if _is_searched(position, budget):
        estimate = search(
            position,
            simulations=budget.nodes,
            seconds=budget.seconds,
            threads=threads,
            megabytes=megabytes,
            evaluator=shipped_evaluator(position.rules) if learned else None,
            seed=rng.getrandbits(63),
            stop=stop,
            progress=on_estimate,
        )
        on_estimate(estimate)
        move = chosen_move(estimate)
    else:
        analysis = solve(position, seconds=budget.seconds, stop=stop)
        on_info(_solver_info(analysis))
        move = rng.choice(analysis.best)
    if budget == Budget():
        stop.wait()
    return move


def chosen_move(estimate: Estimate) -> Move:
    """Return the move that the search chose; a player must be to move."""
    return cast(Move, estimate.move)


def _solver_info(analysis: Analysis) -> Info:
    ms, line = round(analysis.seconds * 1000), tuple(map(analysis.position.name, analysis.line))
    return Info(analysis.nodes, ms, analysis.value, analysis.is_exact, line)


def _search_info(estimate: Estimate) -> Info:
    ms, line = round(estimate.seconds * 1000), tuple(map(estimate.position.name, estimate.line))
    return Info(estimate.simulations, ms, estimate.value, estimate.is_proven, line)
