"""How our engine spends a budget on a move."""

import threading
from collections.abc import Callable
from random import Random
from typing import cast

from qttt.engine import Analysis, can_solve, solve
from qttt.engine.levels import decide, levels_for
from qttt.engine.search import Estimate, search
from qttt.game import Move, Position

from .budget import Budget
from .protocol import Info

THREADS, MEGABYTES, SQUARES = 64, 65_536, 64
"""The most threads, the biggest tree and the biggest board of the tree search."""


def refusal(position: Position, budget: Budget) -> str | None:
    """Why our engine cannot spend this budget on this board; None if it can."""
    rules = position.rules
    if budget.level:
        known = levels_for(rules)
        if budget.level not in known:
            return f"no level {budget.level} under these rules: there are {', '.join(known)}"
    elif _is_searched(position, budget) and rules.board.size > SQUARES:
        return f"the search takes boards of at most {SQUARES} squares"
    return None


def _is_searched(position: Position, budget: Budget) -> bool:
    return budget.nodes is not None or not can_solve(position)


def think(
    position: Position,
    budget: Budget,
    rng: Random,
    stop: threading.Event,
    tell: Callable[[Info], None],
    *,
    threads: int = 1,
    megabytes: int | None = None,
) -> Move:
    """The move to play in ``position``; ``tell`` gets what is found out on the way.

    A level plays as it does everywhere. With time, or without an end, a board that can be solved
    is solved; nodes, and bigger boards, are for the tree search. There must be no ``refusal``.
    """

    def estimated(so_far: Estimate) -> None:
        tell(_estimated(so_far))

    if budget.level:
        return decide(position, budget.level, rng, stop=stop, progress=estimated).move
    if _is_searched(position, budget):
        estimate = search(
            position,
            simulations=budget.nodes,
            seconds=budget.seconds,
            threads=threads,
            megabytes=megabytes,
            seed=rng.getrandbits(63),
            stop=stop,
            progress=estimated,
        )
        estimated(estimate)
        move = played(estimate)
    else:
        analysis = solve(position, seconds=budget.seconds, stop=stop)
        tell(_solved(analysis))
        move = rng.choice(analysis.best)
    if budget == Budget():
        stop.wait()
    return move


def played(estimate: Estimate) -> Move:
    """The move that the search would play; somebody must be to move."""
    return cast(Move, estimate.move)


def _solved(found: Analysis) -> Info:
    ms, line = round(found.seconds * 1000), tuple(map(found.position.name, found.line))
    return Info(found.nodes, ms, found.value, found.exact, line)


def _estimated(found: Estimate) -> Info:
    ms, line = round(found.seconds * 1000), tuple(map(found.position.name, found.line))
    return Info(found.simulations, ms, found.value, found.proven, line)
