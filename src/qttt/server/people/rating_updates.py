"""Rating of finished games, each exactly once.

A rated game is marked as owed in the transaction that ends it, and ``rate`` clears the mark in the
transaction that updates the ratings, so a crash neither repeats nor loses an update.
"""

from functools import partial

from qttt.game import Points, Rules
from qttt.server.store import Ladder, PeopleStore, Rating, UnratedGame

from .ratings import NEW_RATING, pace_of, rate_game

BATCH_SIZE = 100


async def update_ratings(people: PeopleStore) -> int:
    """Rate all games that are owed, in order of their end; return their number."""
    count = 0
    while owed := await people.unrated_games(BATCH_SIZE):
        for game in owed:
            count += await people.rate(game.terms.game, ladder_for(game), partial(_change, game))
    return count


def ladder_for(owed: UnratedGame) -> Ladder:
    """Return the ladder in which a game is rated."""
    return Ladder(str(Rules.parse(owed.terms.rules)), pace_of(owed.terms.clock))


def _change(owed: UnratedGame, x: Rating | None, o: Rating | None) -> tuple[Rating, Rating] | None:
    """Return the new ratings, or None for a game without a result."""
    if owed.result == "*":
        return None
    points = Points(*map(float, owed.result.split("-")))
    return rate_game(x or NEW_RATING, o or NEW_RATING, points, owed.ended)
