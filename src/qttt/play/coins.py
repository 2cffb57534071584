"""Coins, which decide collapses if the rules leave them to chance (R7).

A coin is a callable that takes a position with a pending loop and returns a ``Toss``: a bit and
its source. Bit 0 is the first collapse in ``legal_moves`` (the closing mark lands on the smaller of
its squares), bit 1 the second.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from qttt.game import Node, Position, Rules
from qttt.game.arguments import as_int, check_type, checked
from qttt.quantum import (
    DEFAULT_TIMEOUT_S,
    DeviceError,
    Measurement,
    Source,
    loop_circuit,
    open_source,
)
from qttt.quantum.audit import check_measurement, shot_key
from qttt.quantum.measurement import parse_time

from .errors import CoinError, ResumeError
from .navigation import coin_nodes


@dataclass(frozen=True, slots=True)
class Toss:
    """One bit and a description of its ``source``, with the device's ``measurement`` if any.

    Raises:
        CoinError: The bit is not 0 or 1 or contradicts the measurement, or the source is not one
            line of printable text.

    >>> Toss(1, "operating system").bit
    1
    """

    bit: int
    source: str
    measurement: Measurement | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", as_int(self.bit))
        if type(self.bit) is not int or self.bit not in (0, 1):
            raise CoinError(f"a coin's bit must be 0 or 1, not {self.bit!r}")
        check_type("Toss: source", self.source, str)
        if not self.source.strip() or not self.source.isprintable():
            raise CoinError(f"a coin's source must be one line of text, not {self.source!r}")
        if self.measurement is None:
            return
        check_type("Toss: measurement", self.measurement, Measurement)
        if self.measurement.bit != self.bit:
            raise CoinError(f"the coin shows {self.bit}, but {self.measurement.bit} was measured")


Coin = Callable[[Position], Toss]
"""Decides a pending loop: a function of the position."""


@checked
def system_coin(position: Position) -> Toss:
    """Toss with the operating system's random numbers."""
    return Toss(secrets.randbits(1), "operating system")


@checked
def seeded_coin(seed: int) -> Coin:
    """Return a reproducible coin."""
    return partial(_toss_random, Random(seed), f"seed {seed}")


def _toss_random(rng: Random, source: str, position: Position) -> Toss:
    return Toss(rng.getrandbits(1), source)


@checked
def measured_coin(source: Source) -> Coin:
    """Return a coin that measures the loop's circuit with ``source``. It raises ``DeviceError``."""

    def coin(position: Position) -> Toss:
        measurement = source.toss(loop_circuit(position))
        return Toss(measurement.bit, _printable(measurement.origin), measurement)

    return coin


@checked
def with_fallback(coin: Coin, other: Coin) -> Coin:
    """Return a coin that uses ``other`` if ``coin`` raises ``DeviceError``, and records why."""

    def toss_either(position: Position) -> Toss:
        try:
            return coin(position)
        except DeviceError as error:
            toss = other(position)
            return Toss(toss.bit, _printable(f"{toss.source}, as {error}"), toss.measurement)

    return toss_either


def without_repetition(coin: Coin, tosses: Iterable[Toss]) -> Coin:
    """Return a coin that is tossed again if its shot decided one of ``tosses``.

    A simulator with a seed repeats its shots if a saved game is continued with the same seed.
    """
    used = {shot_key(toss.measurement) for toss in tosses if toss.measurement}

    def toss_unused(position: Position) -> Toss:
        toss = toss_coin(coin, position)
        for _ in used:
            if toss.measurement is None or shot_key(toss.measurement) not in used:
                break
            toss = toss_coin(coin, position)
        return toss

    return toss_unused


@checked
def named_coin(name: str, *, seed: int | None = None, timeout_s: float = DEFAULT_TIMEOUT_S) -> Coin:
    """Return the coin of a named source, with the operating system as a recorded fallback.

    A toss times out after ``timeout_s`` seconds.

    Raises:
        DeviceError: The source is unknown or does not respond.
        MissingExtraError: The source's packages are not installed.
    """
    system = measured_coin(open_source("os"))
    if name == "os":
        return system
    return with_fallback(measured_coin(open_source(name, seed=seed, timeout_s=timeout_s)), system)


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text).strip()


def toss_coin(coin: Coin, position: Position) -> Toss:
    """Toss ``coin``. Raises ``CoinError`` if it returns no ``Toss``; its own errors propagate."""
    result: object = coin(position)
    if not isinstance(result, Toss):
        raise CoinError(f"the coin returned {result!r}: it must return a Toss(bit, source)")
    return result


def check_tosses(root: Node, tosses: Mapping[Node, Toss]) -> None:
    """Raise ``ResumeError`` unless ``tosses`` matches the collapses by chance in the tree."""
    nodes = coin_nodes(root)
    for node in nodes:
        if len(node.children) > 1:
            raise ResumeError(f"the coin for {node.position} has both results; keep one of them")
        result = tosses.get(node)
        if result is None or node.position.legal_moves[result.bit] != node.children[0].move:
            raise ResumeError(f"the coin for {node.position} does not match the collapse played")
    if set(tosses) - set(nodes):
        raise ResumeError("a toss belongs to no collapse in this tree")


# --- a test for any coin ------------------------------------------------------------------------


class CoinFault(AssertionError):  # noqa: N818  a failed test, not an error in the program
    """The coin violates the contract of ``Coin``."""


_CHANCE = Rules.preset("qubic3")
TEST_LOOPS = (
    Position.after((0, 1), (0, 1), rules=_CHANCE),
    Position.after((0, 1), (1, 4), (4, 8), (0, 4), rules=_CHANCE),
    Position.after((6, 7), (0, 1), (1, 2), (2, 5), (5, 0), rules=_CHANCE),
)
"""Positions for ``check_coin``: a pair, a loop with a stem, a loop and a separate mark."""


@checked
def check_coin(coin: Coin, *, tosses: int = 120) -> None:
    """Raise ``CoinFault`` unless ``coin`` returns valid, fair tosses.

    Measurements must belong to their loops and be in chronological order. A fair coin fails with a
    probability below 10⁻⁶: the limit is five standard deviations.
    """
    results = [
        _checked_toss(coin, TEST_LOOPS[number % len(TEST_LOOPS)]) for number in range(tosses)
    ]
    times = [parse_time(toss.measurement.time) for toss in results if toss.measurement]
    if times != sorted(times):
        raise CoinFault(f"{coin!r} returns measurements out of order")
    ones = sum(toss.bit for toss in results)
    if abs(2 * ones - tosses) > 5 * tosses**0.5:
        raise CoinFault(f"{coin!r} is not fair: {ones} of {tosses} bits were 1")


def _checked_toss(coin: Coin, position: Position) -> Toss:
    try:
        result = toss_coin(coin, position)
        if result.measurement:
            check_measurement(result.measurement, position)
    except Exception as error:
        raise CoinFault(f"{coin!r} at {position}: {error!r}") from error
    return result
