"""Coins that are not fair, each in a way of its own, and what a real source gives."""

from collections.abc import Callable, Iterator
from itertools import chain, cycle, islice, repeat
from random import Random

from qttt.quantum import Source

JOB = 10_000


def bits_of(source: Source, count: int) -> Iterator[int]:
    """So many bits, in jobs."""
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
    """51 of 100 bits are like the one before, and half of them 1."""
    bit = 0
    while True:
        bit ^= int(rng.random() < 0.49)
        yield bit


def alternating(rng: Random) -> Iterator[int]:
    return cycle((0, 1))


def stuck(rng: Random) -> Iterator[int]:
    return repeat(1)


def periodic(rng: Random) -> Iterator[int]:
    """A good generator that begins anew after 40,000 bits."""
    return cycle([rng.getrandbits(1) for _ in range(40_000)])


def short(rng: Random) -> Iterator[int]:
    """The same, after 127 bits."""
    return cycle([rng.getrandbits(1) for _ in range(127)])


def drifting(rng: Random) -> Iterator[int]:
    """The share of 1 falls from 53 to 47 of 100 while 100,000 bits fall, and is a half overall."""
    for number in range(100_000):
        yield int(rng.random() < 0.53 - 0.06 * number / 100_000)


def one_bad_place(rng: Random) -> Iterator[int]:
    """Each 16th bit is 1 in 60 of 100 cases, another one in 40: a faulty place in a register."""
    for number in range(1 << 62):
        yield int(rng.random() < {3: 0.6, 10: 0.4}.get(number % 16, 0.5))


def echoing(rng: Random) -> Iterator[int]:
    """52 of 100 bits are like the one 300 before."""
    past = [rng.getrandbits(1) for _ in range(300)]
    while True:
        past = [bit ^ int(rng.random() >= 0.52) for bit in past]
        yield from past


def without_long_runs(rng: Random) -> Iterator[int]:
    """After ten equal bits the other one comes: a person who corrects chance."""
    last: list[int] = []
    while True:
        bit = rng.getrandbits(1)
        if len(last) == 10 and set(last) == {bit}:
            bit ^= 1
        last = [*last[-9:], bit]
        yield bit


def whole_words(rng: Random) -> Iterator[int]:
    """Of words of four bits 0110 and 1001 never come."""
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
"""Each with a test that must find it out in 100,000 bits."""


def some(coin: Callable[[Random], Iterator[int]], count: int, seed: int) -> list[int]:
    return [*islice(chain(coin(Random(seed))), count)]
