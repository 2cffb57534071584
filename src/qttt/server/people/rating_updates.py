"""Rating of finished games, each exactly once.

The transaction that ends a rated game sets its column ``awaits_rating``. ``rate`` clears it in the
transaction that updates the ratings, so a crash neither repeats nor loses an update.

Only a few games a day between the same two players count, so that they cannot move ratings at will.
"""

from functools import partial

from qttt.game import Points, Rules
from qttt.server.store.ratings import RatingStore
from qttt.server.store.values import Ladder, Rating, UnratedGame

from .ratings import NEW_RATING, pace_of, rate_game

BATCH_SIZE = 100
MAX_DAILY_GAMES = 5
"""Games between the same two players that count within 24 hours."""


async def update_ratings(ratings: RatingStore) -> int:
    """Rate all pending games, in order of their end; return their number."""
    count = 0
    while pending := await ratings.unrated_games(BATCH_SIZE):
        for game in pending:
            count += await ratings.rate(game.terms.game, ladder_for(game), partial(_change, game))
    return count


def ladder_for(game: UnratedGame) -> Ladder:
    """Return the ladder in which a game is rated."""
    return Ladder(str(Rules.parse(game.terms.rules)), pace_of(game.terms.clock))


def _change(game: UnratedGame, x: Rating | None, o: Rating | None) -> tuple[Rating, Rating] | None:
    """Return the new ratings, or None for a game that does not count."""
    if game.result == "*" or game.earlier >= MAX_DAILY_GAMES:
        return None
    points = Points(*map(float, game.result.split("-")))
    return rate_game(x or NEW_RATING, o or NEW_RATING, points, game.ended)
