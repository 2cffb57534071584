"""Eight statistical tests of whether bits come from a fair coin.

Each test gives a *p-value*: the probability of results at least this extreme from a fair coin.
Equality of two fair bits is itself a fair toss, so most tests count tosses and approximate the
binomial by the normal distribution; ``words`` approximates the multinomial by chi square.
``longest run`` is exact, ``echoes`` and ``repeats`` are upper bounds.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import groupby
from math import erfc, exp, lgamma, log, sqrt
from typing import NamedTuple

SIGNIFICANCE_LEVEL = 1e-6
"""Probability that the battery rejects a fair coin."""
MIN_BITS = 1000
"""Minimum number of bits."""

_PARTS = 32
"""Number of parts into which ``places`` and ``times`` divide the bits."""
_MAX_DISTANCE = 1000
"""Maximum distance of the bits that ``echoes`` compares."""
_MIN_EXPECTED = 100
"""Minimum expected count of each word, so that chi square is accurate in its tail."""
_BLOCK = 64
"""Length in bits of the blocks that ``repeats`` looks for."""


class BatteryResult(NamedTuple):
    """The result of a ``test``: what was ``seen``, as text, and its p-value ``p``."""

    test: str
    seen: str
    p: float


def battery(bits: Iterable[int]) -> tuple[BatteryResult, ...]:
    """Run all tests on these bits, which must be in chronological order.

    Raises ``ValueError`` for fewer than ``MIN_BITS`` bits. Cost: 1 to 2 s for a million.

    >>> from random import Random
    >>> rng = Random(1)
    >>> failed_tests(battery(rng.getrandbits(1) for _ in range(2000)))
    ()
    >>> failed_tests(battery(int(rng.random() < 0.6) for _ in range(2000)))
    ('balance', 'words', 'places', 'times')
    """
    text = "".join("1" if bit else "0" for bit in bits)
    if len(text) < MIN_BITS:
        raise ValueError(f"{MIN_BITS:,} bits or more are needed to judge a coin, not {len(text):,}")
    return tuple(BatteryResult(name, *test(text)) for name, test in _TESTS.items())


def failed_tests(findings: Iterable[BatteryResult]) -> tuple[str, ...]:
    """Return the tests that reject the coin.

    The significance level ``SIGNIFICANCE_LEVEL`` is divided among the tests (Bonferroni).
    """
    return tuple(
        finding.test for finding in findings if finding.p < SIGNIFICANCE_LEVEL / len(_TESTS)
    )


# --- the tests ---------------------------------------------------------------------------------


def _balance(text: str) -> tuple[str, float]:
    """Test the number of ones."""
    ones = text.count("1")
    return f"{ones:,} of {len(text):,} bits are 1", _binomial(ones, len(text))


def _runs(text: str) -> tuple[str, float]:
    """Test the number of changes from one bit to the next."""
    changes = text.count("01") + text.count("10")
    return f"{changes + 1:,} runs of equal bits", _binomial(changes, len(text) - 1)


def _longest_run(text: str) -> tuple[str, float]:
    """Test the length of the longest run of equal bits, two-sided."""
    length = max(len(list(run)) for _, run in groupby(text))
    # A run of k equal bits is a streak of k − 1 bits equal to their predecessors.
    longer, shorter = (_streak(len(text) - 1, k) for k in (length - 1, length))
    return f"{length} equal bits in a row", min(1.0, 2 * min(longer, 1 - shorter))


def _words(text: str) -> tuple[str, float]:
    """Test the frequencies of words of up to 8 bits."""
    size = max(k for k in range(1, 9) if len(text) >= _MIN_EXPECTED * k * 2**k)
    count = len(text) // size
    counts = Counter(text[i : i + size] for i in range(0, count * size, size))
    expected = count / 2**size
    square = sum(times**2 for times in counts.values()) / expected - count
    return f"chi² {square:.1f} of {2**size} words of {size} bits", chi_square(square, 2**size - 1)


def _places(text: str) -> tuple[str, float]:
    """Test every 32nd bit, for each offset."""
    return _parts(text[place::_PARTS] for place in range(_PARTS))


def _times(text: str) -> tuple[str, float]:
    """Test 32 consecutive parts."""
    edges = [len(text) * part // _PARTS for part in range(_PARTS + 1)]
    return _parts(text[edges[part] : edges[part + 1]] for part in range(_PARTS))


def _echoes(text: str) -> tuple[str, float]:
    """Test the equality of bits at every distance above 1 (autocorrelation)."""
    number, distances = int(text, 2), range(2, min(_MAX_DISTANCE, len(text) // 10) + 1)
    changes = {d: _changes(number, len(text), d) for d in distances}
    smallest, distance = min((_binomial(changes[d], len(text) - d), d) for d in distances)
    equal = 1 - changes[distance] / (len(text) - distance)
    p = min(1.0, smallest * len(distances))
    return f"{100 * equal:.2f} % equal the bit {distance} earlier", p


def _repeats(text: str) -> tuple[str, float]:
    """Test for repeated blocks of 64 bits, as from a generator that was restarted."""
    starts = range(0, len(text) - _BLOCK + 1, _BLOCK)
    first = {text[i : i + _BLOCK]: i for i in reversed(starts)}
    ends = range(len(text) - _BLOCK + 1)
    repeats = sum(first.get(text[i : i + _BLOCK], i) != i for i in ends)
    p = min(1.0, len(starts) * len(ends) / 2**_BLOCK) if repeats else 1.0
    return f"{repeats:,} blocks of {_BLOCK} bits are repeated", p


_TESTS: dict[str, Callable[[str], tuple[str, float]]] = {
    "balance": _balance,
    "runs": _runs,
    "longest run": _longest_run,
    "words": _words,
    "places": _places,
    "times": _times,
    "echoes": _echoes,
    "repeats": _repeats,
}


# --- probabilities -------------------------------------------------------------------------------


def chi_square(value: float, freedom: int) -> float:
    """Return the probability of at least ``value`` with ``freedom`` degrees of freedom.

    A finite sum for integer ``freedom`` (Abramowitz and Stegun, 26.4.4 and 26.4.5).
    """
    half = value / 2
    if half <= 0:
        return 1.0
    powers = (freedom / 2 - step for step in range(1, freedom // 2 + 1))
    terms = sum(exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
    return min(1.0, terms + (erfc(sqrt(half)) if freedom % 2 else 0.0))


def _binomial(heads: int, tosses: int) -> float:
    """Two-sided p-value of a number of heads."""
    return erfc(abs(2 * heads - tosses) / sqrt(2 * tosses))


def _streak(tosses: int, length: int) -> float:
    """Probability of at least ``length`` heads in a row."""
    p = deque([0.0] * (length + 1), maxlen=length + 1)
    for count in range(length, tosses + 1):
        # The first streak ends with this toss if it follows tails and no earlier streak.
        first = 0.5**length if count == length else 0.5 ** (length + 1) * (1 - p[0])
        p.append(p[-1] + first)
    return p[-1]


def _parts(parts: Iterable[str]) -> tuple[str, float]:
    squares = [(2 * part.count("1") - len(part)) ** 2 / len(part) for part in parts]
    return f"chi² {sum(squares):.1f} of {_PARTS} parts", chi_square(sum(squares), _PARTS)


def _changes(number: int, count: int, distance: int) -> int:
    """Number of the ``count`` bits that differ from the one ``distance`` before."""
    return ((number ^ number >> distance) & ((1 << count - distance) - 1)).bit_count()
