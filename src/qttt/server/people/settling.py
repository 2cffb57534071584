"""Putting finished games into the ratings, each once.

The store owes a rated game to the ratings from the moment of its end, and ``rate`` takes that off
together with the change, so that a crash in between repeats nothing and forgets nothing.
"""

from functools import partial

from qttt.game import Points, Rules
from qttt.server.store import Ladder, Owed, PeopleStore, Rating

from .ratings import STRANGER, pace_of, rated

AT_ONCE = 100


async def settle(people: PeopleStore) -> int:
    """Rate all games that are owed, the earliest end first. Returns how many there were."""
    done = 0
    while owed := await people.owed(AT_ONCE):
        for each in owed:
            done += await people.rate(each.terms.game, ladder_of(each), partial(_change, each))
    return done


def ladder_of(owed: Owed) -> Ladder:
    """Under which heading a game is rated."""
    return Ladder(str(Rules.parse(owed.terms.rules)), pace_of(owed.terms.clock))


def _change(owed: Owed, x: Rating | None, o: Rating | None) -> tuple[Rating, Rating] | None:
    """The ratings afterwards; None for a game without a result."""
    if owed.result == "*":
        return None
    points = Points(*map(float, owed.result.split("-")))
    return rated(x or STRANGER, o or STRANGER, points, owed.ended)
