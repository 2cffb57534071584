"""Whether bits look like those of a fair coin: eight tests, each of which tells a p-value.

A *p-value* says how often a fair coin looks at least as odd as these bits do. Whether two bits of
a fair coin are equal is one more fair toss, so most tests count tosses; they take the normal
distribution for the binomial, and ``words`` chi square for the multinomial. ``longest run`` is
exact, ``echoes`` and ``repeats`` are bounds.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import groupby
from math import erfc, exp, lgamma, log, sqrt
from typing import NamedTuple

FALSE_ALARM = 1e-6
"""How often the whole battery may reject a fair coin."""
LEAST = 1000
"""How many bits it needs."""

_PARTS = 32
"""Into how many parts ``places`` and ``times`` divide the bits."""
_FARTHEST = 1000
"""How far apart the bits are at most that ``echoes`` compares."""
_EXPECTED = 100
"""How often each word must be expected, so that chi square holds far out in its tail."""
_STRETCH = 64
"""So many bits in a row come only once."""


class Finding(NamedTuple):
    """What a ``test`` has ``seen``, in words, and how often a fair coin shows that: ``p``."""

    test: str
    seen: str
    p: float


def battery(bits: Iterable[int]) -> tuple[Finding, ...]:
    """What each test finds in these bits, in the order in which they fell.

    Raises ``ValueError`` for fewer than ``LEAST`` bits. Cost: 1 to 2 s for a million.

    >>> from random import Random
    >>> rng = Random(1)
    >>> rejecting(battery(rng.getrandbits(1) for _ in range(2000)))
    ()
    >>> rejecting(battery(int(rng.random() < 0.6) for _ in range(2000)))
    ('balance', 'words', 'places', 'times')
    """
    text = "".join("1" if bit else "0" for bit in bits)
    if len(text) < LEAST:
        raise ValueError(f"{LEAST:,} bits or more are needed to judge a coin, not {len(text):,}")
    return tuple(Finding(name, *test(text)) for name, test in _TESTS.items())


def rejecting(findings: Iterable[Finding]) -> tuple[str, ...]:
    """The tests whose p-value is so small that a fair coin would hardly ever show it.

    There are none for all but one fair coin in a million: each test has its share of
    ``FALSE_ALARM``.
    """
    return tuple(each.test for each in findings if each.p < FALSE_ALARM / len(_TESTS))


# --- the tests ---------------------------------------------------------------------------------


def _balance(text: str) -> tuple[str, float]:
    """As many ones as zeros."""
    ones = text.count("1")
    return f"{ones:,} of {len(text):,} bits are 1", _binomial(ones, len(text))


def _runs(text: str) -> tuple[str, float]:
    """A bit is like the one before it as often as not."""
    changes = text.count("01") + text.count("10")
    return f"{changes + 1:,} runs of equal bits", _binomial(changes, len(text) - 1)


def _longest(text: str) -> tuple[str, float]:
    """The longest run of equal bits is neither too long nor too short."""
    longest = max(len(list(run)) for _, run in groupby(text))
    # A run of k equal bits is k − 1 bits in a row that are each like the one before.
    longer, shorter = (_streak(len(text) - 1, k) for k in (longest - 1, longest))
    return f"{longest} equal bits in a row", min(1.0, 2 * min(longer, 1 - shorter))


def _words(text: str) -> tuple[str, float]:
    """All words of so many bits are equally frequent."""
    size = max(k for k in range(1, 9) if len(text) >= _EXPECTED * k * 2**k)
    count = len(text) // size
    found = Counter(text[i : i + size] for i in range(0, count * size, size))
    expected = count / 2**size
    square = sum(times**2 for times in found.values()) / expected - count
    return f"chi² {square:.1f} of {2**size} words of {size} bits", chi_square(square, 2**size - 1)


def _places(text: str) -> tuple[str, float]:
    """Bits are fair wherever they stand: each 32nd bit, beginning with any."""
    return _parts(text[place::_PARTS] for place in range(_PARTS))


def _times(text: str) -> tuple[str, float]:
    """Bits are fair at all times: those of each 32nd part."""
    edges = [len(text) * part // _PARTS for part in range(_PARTS + 1)]
    return _parts(text[edges[part] : edges[part + 1]] for part in range(_PARTS))


def _echoes(text: str) -> tuple[str, float]:
    """A bit is like the one so far before it as often as not, for every distance above 1."""
    number, distances = int(text, 2), range(2, min(_FARTHEST, len(text) // 10) + 1)
    differing = {d: _differing(number, len(text), d) for d in distances}
    least, distance = min((_binomial(differing[d], len(text) - d), d) for d in distances)
    equal = 1 - differing[distance] / (len(text) - distance)
    chance = min(1.0, least * len(distances))
    return f"{100 * equal:.2f} % are like the bit {distance} before", chance


def _repeats(text: str) -> tuple[str, float]:
    """No stretch of 64 bits comes again, as if a generator had begun anew."""
    starts = range(0, len(text) - _STRETCH + 1, _STRETCH)
    first = {text[i : i + _STRETCH]: i for i in reversed(starts)}
    ends = range(len(text) - _STRETCH + 1)
    again = sum(first.get(text[i : i + _STRETCH], i) != i for i in ends)
    chance = min(1.0, len(starts) * len(ends) / 2**_STRETCH) if again else 1.0
    return f"{again:,} stretches of {_STRETCH} bits come again", chance


_TESTS: dict[str, Callable[[str], tuple[str, float]]] = {
    "balance": _balance,
    "runs": _runs,
    "longest run": _longest,
    "words": _words,
    "places": _places,
    "times": _times,
    "echoes": _echoes,
    "repeats": _repeats,
}


# --- how often that happens ----------------------------------------------------------------------


def chi_square(value: float, freedom: int) -> float:
    """How often chi square with so many degrees of freedom is at least this.

    It is a finite sum for every whole ``freedom`` (Abramowitz and Stegun, 26.4.4 and 26.4.5).
    """
    half = value / 2
    if half <= 0:
        return 1.0
    powers = (freedom / 2 - step for step in range(1, freedom // 2 + 1))
    terms = sum(exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
    return min(1.0, terms + (erfc(sqrt(half)) if freedom % 2 else 0.0))


def _binomial(heads: int, tosses: int) -> float:
    """How often a fair coin shows heads at least as far from half of so many tosses."""
    return erfc(abs(2 * heads - tosses) / sqrt(2 * tosses))


def _streak(tosses: int, length: int) -> float:
    """How often so many tosses have so many heads in a row, or more."""
    likely = deque([0.0] * (length + 1), maxlen=length + 1)
    for count in range(length, tosses + 1):
        # The first streak ends with this toss: before it no streak, then tails, then heads only.
        first = 0.5**length if count == length else 0.5 ** (length + 1) * (1 - likely[0])
        likely.append(likely[-1] + first)
    return likely[-1]


def _parts(parts: Iterable[str]) -> tuple[str, float]:
    squares = [(2 * part.count("1") - len(part)) ** 2 / len(part) for part in parts]
    return f"chi² {sum(squares):.1f} of {_PARTS} parts", chi_square(sum(squares), _PARTS)


def _differing(number: int, count: int, distance: int) -> int:
    """How many of so many bits differ from the one ``distance`` before."""
    return ((number ^ number >> distance) & ((1 << count - distance) - 1)).bit_count()
