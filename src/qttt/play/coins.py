"""Coins: what decides a collapse where the rules leave it to chance (R7).

A coin is any callable that is shown a position with a pending loop and returns a ``Toss``: a bit
and where it came from. Bit 0 is the first collapse in ``legal_moves`` (the closing mark lands on
the smaller of its squares), bit 1 the second.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from qttt.game import Node, Position, Rules
from qttt.quantum import PATIENCE, DeviceError, Measurement, Source, loop_circuit, source
from qttt.quantum.audit import check
from qttt.quantum.measurement import moment

from .errors import CoinError, ResumeError
from .steps import coin_nodes


@dataclass(frozen=True, slots=True)
class Toss:
    """One bit and its ``source``, in words that can be shown and stored.

    ``measurement`` is how it was measured, if a device told it.

    Raises ``CoinError`` for a bit that is not 0 or 1 or not the one measured, and for a source
    that is not one line of printable text.

    >>> Toss(1, "operating system").bit
    1
    """

    bit: int
    source: str
    measurement: Measurement | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        if type(self.bit) is not int or self.bit not in (0, 1):
            raise CoinError(f"a coin's bit is 0 or 1, not {self.bit!r}")
        if not self.source.strip() or not self.source.isprintable():
            raise CoinError(f"a coin's source is one line of text, not {self.source!r}")
        if self.measurement and self.measurement.bit != self.bit:
            raise CoinError(f"the coin shows {self.bit}, but {self.measurement.bit} was measured")


Coin = Callable[[Position], Toss]
"""What decides a pending loop where chance does: a function of the position."""


def system_coin(position: Position) -> Toss:
    """A toss from the operating system's randomness."""
    return Toss(secrets.randbits(1), "operating system")


def seeded_coin(seed: int) -> Coin:
    """A coin that gives the same tosses again for the same ``seed``."""
    rng = Random(seed)
    return lambda position: Toss(rng.getrandbits(1), f"seed {seed}")


def measured_coin(source: Source) -> Coin:
    """A coin whose bits ``source`` measures, by the circuit of the loop. Raises ``DeviceError``."""

    def coin(position: Position) -> Toss:
        measurement = source.toss(loop_circuit(position))
        return Toss(measurement.bit, _printable(measurement.told), measurement)

    return coin


def with_fallback(coin: Coin, other: Coin) -> Coin:
    """A coin that lets ``other`` decide where the device of ``coin`` cannot, and says why."""

    def either(position: Position) -> Toss:
        try:
            return coin(position)
        except DeviceError as error:
            toss = other(position)
            return Toss(toss.bit, _printable(f"{toss.source}, as {error}"), toss.measurement)

    return either


def named_coin(name: str, *, seed: int | None = None, patience: float = PATIENCE) -> Coin:
    """The coin of a source of that name; where it fails, the operating system decides, visibly.

    No toss takes longer than ``patience`` seconds. Raises ``DeviceError`` if there is no such
    source here.
    """
    here = measured_coin(source("os"))
    return here if name == "os" else with_fallback(_from(name, seed, patience), here)


def _from(name: str, seed: int | None, patience: float) -> Coin:
    return measured_coin(source(name, seed=seed, patience=patience))


def _printable(text: str) -> str:
    """What a device said about itself, in one line."""
    return "".join(each if each.isprintable() else " " for each in text).strip()


def toss(coin: Coin, position: Position) -> Toss:
    """What ``coin`` shows. Raises ``CoinError`` if that is no toss; its own errors pass through."""
    shown: object = coin(position)
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


# --- the test of any coin ------------------------------------------------------------------------


class CoinFault(AssertionError):  # noqa: N818  a failed test, not an error in the program
    """The coin that was checked does not do what a ``Coin`` must."""


_CHANCE = Rules.preset("qubic3")
LOOPS = (
    Position.after((0, 1), (0, 1), rules=_CHANCE),
    Position.after((0, 1), (1, 4), (4, 8), (0, 4), rules=_CHANCE),
    Position.after((6, 7), (0, 1), (1, 2), (2, 5), (5, 0), rules=_CHANCE),
)
"""Loops on which ``check_coin`` throws: a pair, one with a stem, one beside another mark."""


def check_coin(coin: Coin, *, tosses: int = 120) -> None:
    """Raise ``CoinFault`` unless ``coin`` is one: it returns tosses, and they seem fair.

    It is thrown ``tosses`` times. Measurements have to belong to their loops, and their times must
    not go back. A fair coin is refused less than once in a million times: then one side came more
    often than the other by over five standard deviations.
    """
    shown = [_checked(coin, LOOPS[number % len(LOOPS)]) for number in range(tosses)]
    times = [moment(toss.measurement.time) for toss in shown if toss.measurement]
    if times != sorted(times):
        raise CoinFault(f"{coin!r} measured earlier what it showed later")
    ones = sum(toss.bit for toss in shown)
    if abs(2 * ones - tosses) > 5 * tosses**0.5:
        raise CoinFault(f"{coin!r} is not fair: {ones} of {tosses} bits were 1")


def _checked(coin: Coin, position: Position) -> Toss:
    try:
        shown = toss(coin, position)
        if shown.measurement:
            check(shown.measurement, position)
    except Exception as error:
        raise CoinFault(f"{coin!r} at {position}: {error!r}") from error
    return shown
