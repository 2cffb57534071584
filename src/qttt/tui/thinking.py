"""Questions to the computer that can be withdrawn: asked in one thread, answered in another."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from qttt.engine import Analysis, Decision, can_solve, decide, solve
from qttt.engine.search import Estimate, Progress, search
from qttt.game import Player, Position
from qttt.play import Coin, Toss
from qttt.study import judge_for

from .table import Table

HINT_SECONDS = 5.0
"""How long an estimate for hints is improved."""

T = TypeVar("T")


class WithdrawnError(Exception):
    """Nobody waits for the answer any more."""


def nobody(_: Estimate) -> None:
    """Who is told of progress and does not care."""


class Question(Generic[T]):
    """Something to be found out by ``work``.

    It gets an event, at which it ends early with what it has, and whom to tell of its progress.
    """

    def __init__(self, work: Callable[[threading.Event, Progress], T]) -> None:
        self._work = work
        self._stop = threading.Event()
        self._is_withdrawn = False

    def withdraw(self) -> None:
        """Stop the search; ``answer`` then raises ``WithdrawnError``."""
        self._is_withdrawn = True
        self._stop.set()

    def hurry(self) -> None:
        """Stop the search; ``answer`` then returns the best that it has found."""
        self._stop.set()

    def answer(self, tell: Progress = nobody) -> T:
        """The answer. Raises ``WithdrawnError`` if nobody waits for it any more."""
        self._check()
        found = self._work(self._stop, tell)
        self._check()
        return found

    def _check(self) -> None:
        if self._is_withdrawn:
            raise WithdrawnError


def next_move(table: Table) -> Question[Decision]:
    """What the computer that is to move plays, and what it found out."""
    position = table.match.position
    computer = table.opponents[Player(str(position.to_move))]
    return Question(
        lambda stop, tell: decide(position, computer.level, computer.rng, stop=stop, progress=tell)
    )


def tossed(coin: Coin, position: Position) -> Question[Toss]:
    """What the coin shows. It falls to the end, whoever waits for it."""
    return Question(lambda stop, tell: coin(position))


def opinion(position: Position) -> Question[Analysis | Estimate]:
    """What the position and its moves are worth: exactly if it can be solved, else about."""
    if can_solve(position):
        return Question(lambda stop, _: solve(position, stop=stop))
    return Question(
        lambda stop, tell: search(position, seconds=HINT_SECONDS, stop=stop, progress=tell)
    )


def takes_draw(position: Position, computer: Player) -> Question[bool]:
    """Whether the computer accepts a draw: only if it is not better off playing on.

    On boards that are not solved it must be better off by more than estimates may err.
    """
    judge = judge_for(position.rules)
    ahead = 1 if computer is Player.X else -1
    return Question(lambda stop, _: judge(position).sign != ahead)
