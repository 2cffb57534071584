"""Glicko-2 ratings of users.

Each game is a rating period, so that its effect is visible at once; both players are rated against
the other's rating before the game. Glickman recommends periods of ten or more games; with one game
the volatility moves less, and the deviation of an active player converges to about 60. Each day
without a game is a period without games (step 6): after 78 of them such a player is provisional
again.

Users have one rating per preset of the rules and per pace. More points are a win, narrow or double;
Glicko-2 distinguishes only wins, draws and losses. Only a few games a day between the same two
players count, so that they cannot move ratings at will.

The transaction that ends a rated game sets its column ``awaits_rating``. ``rate`` clears it in the
transaction that updates the ratings, so a crash neither repeats nor loses an update.
"""

from dataclasses import replace
from functools import partial
from math import hypot, sqrt

from qttt.game import Points, Rules
from qttt.server.errors import StoreCorrupt
from qttt.server.game_errors import log_game_error
from qttt.server.games.terms import is_live
from qttt.server.protocol.shared import Pace
from qttt.server.retention import DAY_MS
from qttt.server.store.entities import Ladder, Rating, UnratedGame
from qttt.server.store.ratings import RatingStore

from .glicko import SCALE, Strength

PROVISIONAL_DEVIATION = 110.0
"""Ratings with a higher deviation are provisional."""
NEW_RATING = Rating(value=1500.0, deviation=350.0, volatility=0.06, games=0, at=0)
"""The rating of a user without rated games."""
BATCH_SIZE = 100
MAX_DAILY_GAMES = 5
"""Games between the same two players that count within 24 hours."""


async def update_ratings(ratings: RatingStore) -> int:
    """Rate all pending games but damaged ones, in order of their end; return their number."""
    count = damaged = 0
    while pending := await ratings.unrated_games(BATCH_SIZE, skip=damaged):
        for game in pending:
            name = game.terms.game
            try:
                count += await ratings.rate(name, ladder_for(game), partial(_change, game))
            except (ValueError, StoreCorrupt) as error:  # of its rules, its result or its rows
                log_game_error(f"game {name} is corrupt: it cannot be rated ({error})")
                damaged += 1
    return count


def ladder_for(game: UnratedGame) -> Ladder:
    """Return the ladder in which a game is rated."""
    return Ladder(str(Rules.parse(game.terms.rules)), pace_of(game.terms.clock))


def is_provisional(rating: Rating) -> bool:
    """Return whether the rating is too uncertain for a comparison."""
    return rating.deviation > PROVISIONAL_DEVIATION


def rating_at(rating: Rating, now: int) -> Rating:
    """Return the rating at that time; its deviation grows each day without a game."""
    days = max(0, now - rating.at) / DAY_MS if rating.games else 0.0
    wider = hypot(rating.deviation, rating.volatility * SCALE * sqrt(days))
    return replace(rating, deviation=min(NEW_RATING.deviation, wider))


def rate_game(x: Rating, o: Rating, points: Points, now: int) -> tuple[Rating, Rating]:
    """Return the ratings of X and O after a game that ended at ``now``."""
    score = score_of(points)
    x, o = rating_at(x, now), rating_at(o, now)
    return _after(x, o, score, now), _after(o, x, 1 - score, now)


def score_of(points: Points) -> float:
    """Return X's score: 1 for more points than O, ½ for as many, 0 for fewer."""
    return (1 + (points.x > points.o) - (points.x < points.o)) / 2


def pace_of(clock: str) -> Pace:
    """Return the pace of a clock: live if it has an increment, otherwise correspondence.

    >>> [pace_of(clock) for clock in ("300+5", "3d", "none")]
    ['live', 'correspondence', 'correspondence']
    """
    return "live" if is_live(clock) else "correspondence"


def _change(game: UnratedGame, x: Rating | None, o: Rating | None) -> tuple[Rating, Rating] | None:
    """Return the new ratings, or None for a game that does not count."""
    if game.result == "*" or game.earlier >= MAX_DAILY_GAMES:
        return None
    points = Points(*map(float, game.result.split("-")))
    return rate_game(x or NEW_RATING, o or NEW_RATING, points, game.ended)


def _after(mine: Rating, other: Rating, score: float, now: int) -> Rating:
    new = _strength(mine).after([(_strength(other), score)])
    deviation = min(NEW_RATING.deviation, new.deviation)
    return Rating(new.rating, deviation, new.sigma, mine.games + 1, now)


def _strength(rating: Rating) -> Strength:
    return Strength.of(rating.value, rating.deviation, rating.volatility)
