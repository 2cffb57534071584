"""Ratings by Glicko-2, and what they are of.

A game is a rating period of its own, so that both see the change at once; it is weighed with what
both were before it. Glickman advises periods of ten games or more, whose average the volatility
needs; with one game it moves less, and the deviation of somebody who keeps playing settles at
about 60. Days without a game are periods without one (step 6): after 78 of them somebody settled
is provisional again.

There is one rating for each preset of the rules and each pace. Whoever got more points has won,
by a narrow win or a double one alike: the system knows a win, a draw and a loss.
"""

from dataclasses import replace
from math import hypot, sqrt
from typing import Literal

from qttt.game import Points
from qttt.server.store import Rating

from .glicko import SCALE, Strength

Pace = Literal["live", "correspondence"]

PROVISIONAL = 110.0
"""A deviation above this says that not much is known yet."""
DAY = 24 * 60 * 60 * 1000


STRANGER = Rating(value=1500.0, deviation=350.0, volatility=0.06, games=0, at=0)
"""Somebody of whom nothing is known."""


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known of somebody to compare them."""
    return rating.deviation > PROVISIONAL


def waited(rating: Rating, now: int) -> Rating:
    """The rating at that time, less certain for every day without a game."""
    days = max(0, now - rating.at) / DAY if rating.games else 0.0
    wider = hypot(rating.deviation, rating.volatility * SCALE * sqrt(days))
    return replace(rating, deviation=min(STRANGER.deviation, wider))


def rated(x: Rating, o: Rating, points: Points, now: int) -> tuple[Rating, Rating]:
    """The ratings of X and O after a game that ended now."""
    score = score_of(points)
    x, o = waited(x, now), waited(o, now)
    return _after(x, o, score, now), _after(o, x, 1 - score, now)


def score_of(points: Points) -> float:
    """What X's game counts: 1 for more points than O, ½ for as many, 0 for fewer."""
    return (1 + (points.x > points.o) - (points.x < points.o)) / 2


def pace_of(clock: str) -> Pace:
    """Live if both sit there and wait, else correspondence.

    >>> [pace_of(clock) for clock in ("300+5", "3d", "none")]
    ['live', 'correspondence', 'correspondence']
    """
    return "live" if "+" in clock else "correspondence"


def _after(mine: Rating, other: Rating, score: float, now: int) -> Rating:
    new = _strength(mine).after([(_strength(other), score)])
    deviation = min(STRANGER.deviation, new.deviation)
    return Rating(new.rating, deviation, new.sigma, mine.games + 1, now)


def _strength(rating: Rating) -> Strength:
    return Strength.of(rating.value, rating.deviation, rating.volatility)
