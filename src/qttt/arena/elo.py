"""Elo differences and their confidence intervals.

A win counts 1, a draw ½, a loss 0; the *share* is the mean score. Elo's logistic scale (Elo
1978) maps a share s to 400·log₁₀(s / (1 − s)).

Intervals follow Agresti and Coull (1998), extended from wins to scores: add two wins and two
losses, then take the normal interval. The observations are pairs of games with swapped seats and
the same opening, which removes the variance that seats and openings cause; one won pair and one
lost pair are added. Unlike the plain normal interval, this one never has zero width. After only
wins its upper end is 1, so the Elo difference has a lower bound and no upper one; this can also
happen after a few games that were not all won.
"""

from collections.abc import Sequence
from math import inf, log10, sqrt
from typing import NamedTuple

from qttt.game.arguments import checked

Z = 1.959964
"""95 % of a normal distribution lie within ±Z standard deviations."""
_ADDED = (0.0, 1.0)


class Interval(NamedTuple):
    """A 95 % confidence interval; its ends can be infinite."""

    low: float
    high: float


def share_interval(pairs: Sequence[float]) -> Interval:
    """Return the 95 % interval of the share, given the mean share of each pair of games."""
    shares = (*pairs, *_ADDED)
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / len(shares)
    margin = Z * sqrt(variance / len(shares))
    return Interval(max(0.0, mean - margin), min(1.0, mean + margin))


@checked
def elo(share: float) -> float:
    """Return the Elo difference with this expected share; infinite for 0 and 1.

    >>> round(elo(0.75)), elo(1)
    (191, inf)
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


@checked
def elo_interval(pairs: Sequence[float]) -> Interval:
    """Return the 95 % interval of the Elo difference."""
    low, high = share_interval(pairs)
    return Interval(elo(low), elo(high))
