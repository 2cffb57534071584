"""Cancellable computations: created in one thread, run in another."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from qttt.engine import Analysis, Decision, can_solve, decide_move, solve
from qttt.engine.search import Estimate, EstimateCallback, search
from qttt.game import Player, Position
from qttt.play import Coin, Toss
from qttt.study import evaluator_for

from .controller import GameController

HINT_S = 5.0
"""Duration of a search for hints."""

T = TypeVar("T")


class ComputationCancelledError(Exception):
    """The computation was cancelled."""


def ignore_progress(_: Estimate) -> None:
    """Ignore progress."""


class Computation(Generic[T]):
    """A computation by ``work``.

    ``work`` gets an event, at which it must return its best result so far, and a callback for
    progress.
    """

    def __init__(self, work: Callable[[threading.Event, EstimateCallback], T]) -> None:
        self._work = work
        self._stop = threading.Event()
        self._is_cancelled = False

    def cancel(self) -> None:
        """Cancel: ``run`` raises ``ComputationCancelledError``."""
        self._is_cancelled = True
        self._stop.set()

    def finish_now(self) -> None:
        """Stop early: ``run`` returns the best result so far."""
        self._stop.set()

    def run(self, progress: EstimateCallback = ignore_progress) -> T:
        """Run the computation and return its result. Raises ``ComputationCancelledError``."""
        self._check()
        result = self._work(self._stop, progress)
        self._check()
        return result

    def _check(self) -> None:
        if self._is_cancelled:
            raise ComputationCancelledError


def next_move(controller: GameController) -> Computation[Decision]:
    """Choose a move for the computer to move."""
    position = controller.match.position
    computer = controller.opponents[Player(str(position.to_move))]
    return Computation(
        lambda stop, progress: decide_move(
            position, computer.level, computer.rng, stop=stop, progress=progress
        )
    )


def toss_coin(coin: Coin, position: Position) -> Computation[Toss]:
    """Toss the coin; this cannot be stopped."""
    return Computation(lambda stop, progress: coin(position))


def evaluate(position: Position) -> Computation[Analysis | Estimate]:
    """Evaluate the position and its moves: solved if possible, otherwise estimated."""
    if can_solve(position):
        return Computation(lambda stop, _: solve(position, stop=stop))
    return Computation(
        lambda stop, progress: search(position, seconds=HINT_S, stop=stop, progress=progress)
    )


def accepts_draw(position: Position, computer: Player) -> Computation[bool]:
    """Decide whether the computer accepts a draw, which it does unless it is ahead.

    If its value is an estimate, the computer must be ahead by more than the error.
    """
    evaluator = evaluator_for(position.rules)
    ahead = 1 if computer is Player.X else -1
    return Computation(lambda stop, _: evaluator(position).sign != ahead)
