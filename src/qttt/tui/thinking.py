"""Questions to the computer that can be withdrawn: asked in one thread, answered in another."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from qttt.engine import Analysis, Depth, solve
from qttt.engine.levels import Solve
from qttt.game import Move, Player, Position

from .table import Table

T = TypeVar("T")


class WithdrawnError(Exception):
    """Nobody waits for the answer any more."""


class Question(Generic[T]):
    """Something to be found out with the help of the solver."""

    def __init__(self, work: Callable[[Solve], T]) -> None:
        self._work = work
        self._withdrawn = threading.Event()

    def withdraw(self) -> None:
        """Stop the search; ``answer`` then raises ``WithdrawnError``."""
        self._withdrawn.set()

    def answer(self) -> T:
        """The answer. Raises ``WithdrawnError`` if nobody waits for it any more."""
        found = self._work(self._solve)
        self._check()
        return found

    def _solve(self, position: Position, *, depth: Depth = Depth.DISTANCES) -> Analysis:
        self._check()
        analysis = solve(position, depth=depth, stop=self._withdrawn)
        self._check()
        return analysis

    def _check(self) -> None:
        if self._withdrawn.is_set():
            raise WithdrawnError


def next_move(table: Table) -> Question[Move]:
    """What the computer that is to move plays."""
    position = table.match.position
    computer = table.opponents[Player(str(position.to_move))]
    return Question(lambda solve: replace(computer, solve=solve).choose(position))


def analysis(position: Position) -> Question[Analysis]:
    """What the position and each of its moves are worth."""
    return Question(lambda solve: solve(position))


def takes_draw(position: Position, computer: Player) -> Question[bool]:
    """Whether the computer accepts a draw: only if it is not better off playing on."""
    sign = 1 if computer is Player.X else -1
    return Question(lambda solve: sign * solve(position).value <= 0)
