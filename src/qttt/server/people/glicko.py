"""Glicko-2, as in M. Glickman, *Example of the Glicko-2 system* (2013, revised 2022).

Notation of the paper: μ and φ are the rating and its deviation on the internal scale, σ is the
volatility, and τ limits the change of σ.
"""

from collections.abc import Sequence
from itertools import count
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE, ORIGIN = 173.7178, 1500.0
TAU = 0.5
TOLERANCE = 1e-6


class Strength(NamedTuple):
    """A player's μ, φ and σ."""

    mu: float
    phi: float
    sigma: float

    @classmethod
    def of(cls, rating: float, deviation: float, volatility: float) -> "Strength":
        """Convert from the external scale (step 2)."""
        return cls((rating - ORIGIN) / SCALE, deviation / SCALE, volatility)

    @property
    def rating(self) -> float:
        """The rating on the external scale (step 8)."""
        return self.mu * SCALE + ORIGIN

    @property
    def deviation(self) -> float:
        """The deviation on the external scale (step 8)."""
        return self.phi * SCALE

    def after(self, games: Sequence[tuple["Strength", float]]) -> "Strength":
        """Return the strength after a rating period.

        Args:
            games: Each opponent, with the score: 1 for a win, ½ for a draw, 0 for a loss.
        """
        terms = [(_weight(other), _expected(self, other), score) for other, score in games]
        variance = 1 / sum(g**2 * e * (1 - e) for g, e, _ in terms)  # step 3
        gain = sum(g * (score - e) for g, e, score in terms)
        sigma = _volatility(self, variance, variance * gain)
        before = self.phi**2 + sigma**2  # step 6
        phi = 1 / sqrt(1 / before + 1 / variance)
        return Strength(self.mu + phi**2 * gain, phi, sigma)


def _weight(other: Strength) -> float:
    return 1 / sqrt(1 + 3 * (other.phi / pi) ** 2)


def _expected(player: Strength, other: Strength) -> float:
    return 1 / (1 + exp(-_weight(other) * (player.mu - other.mu)))


def _volatility(player: Strength, variance: float, delta: float) -> float:
    """Return the new σ, from the root of f by the Illinois method (step 5)."""
    a, spread = log(player.sigma**2), player.phi**2 + variance

    def f(x: float) -> float:
        ex = exp(x)
        return ex * (delta**2 - spread - ex) / (2 * (spread + ex) ** 2) - (x - a) / TAU**2

    if delta**2 > spread:
        one, other = a, log(delta**2 - spread)
    else:
        one, other = a, next(x for k in count(1) if f(x := a - k * TAU) >= 0)
    f_one, f_other = f(one), f(other)
    while abs(other - one) > TOLERANCE:
        between = one + (one - other) * f_one / (f_other - f_one)
        f_between = f(between)
        if f_between * f_other <= 0:
            one, f_one = other, f_other
        else:
            f_one /= 2
        other, f_other = between, f_between
    return exp(one / 2)
