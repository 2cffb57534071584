"""Reproducible random positions.

They do not use ``random``, whose choices can differ between versions of Python.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from qttt.game import Position, Rules

Item = TypeVar("Item")
WORD = 2**64 - 1


class Dice:
    """splitmix64 (Steele, Lea & Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self._next() % len(items)]

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & WORD
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
        return z ^ (z >> 31)


def random_game(rules: Rules, dice: Dice) -> Iterator[Position]:
    """Yield the positions of a random game, the empty board first."""
    position = Position(rules)
    yield position
    while moves := position.legal_moves:
        position = position.play(dice.choice(moves))
        yield position


def settled(rules: Rules, marks: int, count: int, seed: int = 1) -> list[Position]:
    """Return ``count`` random settled positions of ``marks`` marks."""
    dice, found = Dice(seed), list[Position]()
    while len(found) < count:
        found += (
            position
            for position in random_game(rules, dice)
            if len(position.marks) == marks and not position.has_loop and not position.outcome
        )
    return found[:count]
