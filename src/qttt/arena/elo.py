"""How much stronger one player is than another, and how sure that is.

A win counts 1, a draw ½, a loss 0; the *share* is the mean of that. Elo's logistic scale (Elo
1978) turns a share s into 400·log₁₀(s / (1 − s)).

The interval of a share is that of Agresti and Coull (1998), carried over from wins to scores: two
won and two lost games are added, then the plain normal interval is taken. The observations are
pairs of games with both colours and one opening, so that what these explain is no noise; of the
games added, a pair is won and a pair is lost. Unlike the plain interval it never shrinks to a
point, and after nothing but wins it ends at 1: the difference in Elo then has a lower bound, and
no upper one. After few games it can end there, too, though not all were won.
"""

from collections.abc import Sequence
from math import inf, log10, sqrt
from typing import NamedTuple

Z = 1.959964
"""Of a normal distribution 95 % are within so many standard deviations."""
_ADDED = (0.0, 1.0)


class Interval(NamedTuple):
    """Where the truth lies in 95 of 100 cases; ends can be infinite."""

    low: float
    high: float


def share_interval(pairs: Sequence[float]) -> Interval:
    """The 95 % interval of the expected share, from the mean share of each pair of games."""
    seen = (*pairs, *_ADDED)
    mean = sum(seen) / len(seen)
    variance = sum((each - mean) ** 2 for each in seen) / len(seen)
    reach = Z * sqrt(variance / len(seen))
    return Interval(max(0.0, mean - reach), min(1.0, mean + reach))


def elo(share: float) -> float:
    """The difference in Elo at which that share is expected; infinite for 0 and 1.

    >>> round(elo(0.75)), elo(1)
    (191, inf)
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


def elo_interval(pairs: Sequence[float]) -> Interval:
    """The 95 % interval of the difference in Elo."""
    low, high = share_interval(pairs)
    return Interval(elo(low), elo(high))
