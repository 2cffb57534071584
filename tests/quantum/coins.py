"""Coins with different defects, and the bits of a real source."""

from collections.abc import Callable, Iterator
from itertools import chain, cycle, islice, repeat
from random import Random

from qttt.quantum import Source

JOB = 10_000


def bits_of(source: Source, count: int) -> Iterator[int]:
    """Fetch bits in jobs."""
    for first in range(0, count, JOB):
        yield from (each.bit for each in source.fetch(min(JOB, count - first)))


def fair(rng: Random) -> Iterator[int]:
    while True:
        yield rng.getrandbits(1)


def biased(rng: Random) -> Iterator[int]:
    """51 of 100 bits are 1."""
    while True:
        yield int(rng.random() < 0.51)


def sticky(rng: Random) -> Iterator[int]:
    """51 of 100 bits equal the previous one, and half of them are 1."""
    bit = 0
    while True:
        bit ^= int(rng.random() < 0.49)
        yield bit


def alternating(rng: Random) -> Iterator[int]:
    return cycle((0, 1))


def stuck(rng: Random) -> Iterator[int]:
    return repeat(1)


def periodic(rng: Random) -> Iterator[int]:
    """A good generator that restarts after 40,000 bits."""
    return cycle([rng.getrandbits(1) for _ in range(40_000)])


def short(rng: Random) -> Iterator[int]:
    """A good generator that restarts after 127 bits."""
    return cycle([rng.getrandbits(1) for _ in range(127)])


def drifting(rng: Random) -> Iterator[int]:
    """The share of 1 decreases from 53 % to 47 % over 100,000 bits, with a mean of 50 %."""
    for number in range(100_000):
        yield int(rng.random() < 0.53 - 0.06 * number / 100_000)


def one_bad_place(rng: Random) -> Iterator[int]:
    """Every 16th bit is 1 with 60 %, another one with 40 %: a faulty register."""
    for number in range(1 << 62):
        yield int(rng.random() < {3: 0.6, 10: 0.4}.get(number % 16, 0.5))


def echoing(rng: Random) -> Iterator[int]:
    """52 of 100 bits equal the one 300 before."""
    past = [rng.getrandbits(1) for _ in range(300)]
    while True:
        past = [bit ^ int(rng.random() >= 0.52) for bit in past]
        yield from past


def without_long_runs(rng: Random) -> Iterator[int]:
    """After ten equal bits the other one follows, as if a person invented the bits."""
    last: list[int] = []
    while True:
        bit = rng.getrandbits(1)
        if len(last) == 10 and set(last) == {bit}:
            bit ^= 1
        last = [*last[-9:], bit]
        yield bit


def whole_words(rng: Random) -> Iterator[int]:
    """The 4-bit words 0110 and 1001 never occur."""
    words = [word for word in range(16) if word not in (0b0110, 0b1001)]
    while True:
        word = rng.choice(words)
        yield from (word >> place & 1 for place in range(4))


BROKEN: dict[Callable[[Random], Iterator[int]], str] = {
    biased: "balance",
    sticky: "runs",
    alternating: "longest run",
    stuck: "longest run",
    short: "echoes",
    periodic: "repeats",
    drifting: "times",
    one_bad_place: "places",
    echoing: "echoes",
    without_long_runs: "longest run",
    whole_words: "words",
}
"""Each with a test that must reject it within 100,000 bits."""


def some(coin: Callable[[Random], Iterator[int]], count: int, seed: int) -> list[int]:
    return [*islice(chain(coin(Random(seed))), count)]
