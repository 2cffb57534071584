"""Coins: what decides a collapse where the rules leave it to chance (R7).

A coin is any callable that returns a ``Toss``: a bit and where it came from. Bit 0 is the first
collapse in ``legal_moves`` (the closing mark lands on the smaller of its squares), bit 1 the
second.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from qttt.game import Node

from .errors import CoinError, ResumeError
from .steps import coin_nodes


@dataclass(frozen=True, slots=True)
class Toss:
    """One bit and its ``source``, in words that can be shown and stored.

    Raises ``CoinError`` for a bit that is not 0 or 1 and for a source that is not one line of
    printable text.

    >>> Toss(1, "operating system")
    Toss(bit=1, source='operating system')
    """

    bit: int
    source: str

    def __post_init__(self) -> None:
        if type(self.bit) is not int or self.bit not in (0, 1):
            raise CoinError(f"a coin's bit is 0 or 1, not {self.bit!r}")
        if not self.source.strip() or not self.source.isprintable():
            raise CoinError(f"a coin's source is one line of text, not {self.source!r}")


Coin = Callable[[], Toss]


def system_coin() -> Toss:
    """A toss from the operating system's randomness."""
    return Toss(secrets.randbits(1), "operating system")


def seeded_coin(seed: int) -> Coin:
    """A coin that gives the same tosses again for the same ``seed``."""
    rng = Random(seed)
    return lambda: Toss(rng.getrandbits(1), f"seed {seed}")


def toss(coin: Coin) -> Toss:
    """What ``coin`` shows. Raises ``CoinError`` if that is no toss; its own errors pass through."""
    shown: object = coin()
    if not isinstance(shown, Toss):
        raise CoinError(f"the coin returned {shown!r}: it must return a Toss(bit, source)")
    return shown


def check_tosses(root: Node, tosses: Mapping[Node, Toss]) -> None:
    """Raise ``ResumeError`` unless ``tosses`` tells what decided each coin's collapse below."""
    thrown = coin_nodes(root)
    for node in thrown:
        if len(node.children) > 1:
            raise ResumeError(f"the coin for {node.position} fell on both sides; keep one of them")
        shown = tosses.get(node)
        if shown is None or node.position.legal_moves[shown.bit] != node.children[0].move:
            raise ResumeError(f"the coin for {node.position} did not show what was played")
    if set(tosses) - set(thrown):
        raise ResumeError("a coin was thrown for no collapse in this tree")
