"""Questions to the computer that can be withdrawn: asked in one thread, answered in another."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from qttt.engine import Analysis, Decision, decide, solve
from qttt.game import Player, Position

from .table import Table

T = TypeVar("T")


class WithdrawnError(Exception):
    """Nobody waits for the answer any more."""


class Question(Generic[T]):
    """Something to be found out by ``work``, which ends early when the event it gets is set."""

    def __init__(self, work: Callable[[threading.Event], T]) -> None:
        self._work = work
        self._withdrawn = threading.Event()

    def withdraw(self) -> None:
        """Stop the search; ``answer`` then raises ``WithdrawnError``."""
        self._withdrawn.set()

    def answer(self) -> T:
        """The answer. Raises ``WithdrawnError`` if nobody waits for it any more."""
        self._check()
        found = self._work(self._withdrawn)
        self._check()
        return found

    def _check(self) -> None:
        if self._withdrawn.is_set():
            raise WithdrawnError


def next_move(table: Table) -> Question[Decision]:
    """What the computer that is to move plays, and what it found out."""
    position = table.match.position
    computer = table.opponents[Player(str(position.to_move))]
    return Question(lambda stop: decide(position, computer.level, computer.rng, stop=stop))


def analysis(position: Position) -> Question[Analysis]:
    """What the position and each of its moves are worth."""
    return Question(lambda stop: solve(position, stop=stop))


def takes_draw(position: Position, computer: Player) -> Question[bool]:
    """Whether the computer accepts a draw: only if it is not better off playing on."""
    sign = 1 if computer is Player.X else -1
    return Question(lambda stop: sign * solve(position, stop=stop).value <= 0)
