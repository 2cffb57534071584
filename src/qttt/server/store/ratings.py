"""Ratings in the database: each rated game updates its two players once."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, ScalarSelect, func, select, update

from qttt.server.retention import DAY_MS

from .append import NO_RESULT
from .database import StorePart, reads, upsert, writes
from .entities import Ladder, LeaderboardEntry, Rating, UnratedGame, User
from .people import USER_COLUMNS
from .schema import AWAITS_RATING, IS_LISTED, games, open_games, ratings, seats, users
from .verify import parse_terms, readable_games

Change = Callable[[Rating | None, Rating | None], tuple[Rating, Rating] | None]

_RATING = tuple(ratings.c[name] for name in Rating.__slots__)


def _earlier_games() -> ScalarSelect[int]:
    """Return the subquery for ``UnratedGame.earlier``."""
    players = [(seats.alias(), seats.alias()) for _ in "XO"]
    (x, x_before), (o, o_before) = players
    before = games.alias()
    return (
        select(func.count())
        .where(x.c.game == games.c.id, x.c.seat == "X", o.c.game == games.c.id, o.c.seat == "O")
        .where(x_before.c.user == x.c.user, x_before.c.over.in_((False, True)))
        .where(x_before.c.created >= games.c.created - DAY_MS)
        .where(x_before.c.created < games.c.created)
        .where(o_before.c.game == x_before.c.game, o_before.c.user == o.c.user)
        .where(before.c.id == x_before.c.game, before.c.rated, before.c.result != NO_RESULT)
        .scalar_subquery()
    )


_UNRATED = (
    select(
        *(games.c.id, games.c.terms, games.c.result, games.c.termination),
        *(open_games.c.ended, _earlier_games()),
    )
    .join(open_games)
    .where(AWAITS_RATING)
    .order_by(open_games.c.ended, open_games.c.game)
)
"""Built once, because it is executed every second."""


class RatingStore(StorePart):
    """Ratings of users, updated once for each rated game."""

    @reads
    def by_user(self, connection: Connection, user: str) -> dict[Ladder, Rating]:
        query = select(ratings.c.rules, ratings.c.pace, *_RATING).where(ratings.c.user == user)
        rows = connection.execute(query.order_by(ratings.c.rules, ratings.c.pace))
        return {Ladder(*row[:2]): Rating(*row[2:]) for row in rows}

    @reads
    def leaders(
        self, connection: Connection, ladder: Ladder, limit: int, max_deviation: float
    ) -> list[LeaderboardEntry]:
        """Return the best listed users whose rating deviation is at most ``max_deviation``."""
        query = (
            select(*USER_COLUMNS, *_RATING)
            .join(ratings, ratings.c.user == users.c.id)
            .where(ratings.c.rules == ladder.rules, ratings.c.pace == ladder.pace)
            .where(IS_LISTED, ratings.c.deviation <= max_deviation)
            .order_by(ratings.c.value.desc(), users.c.id)
            .limit(limit)
        )
        rows = connection.execute(query)
        cut = len(USER_COLUMNS)
        return [LeaderboardEntry(User(*row[:cut]), Rating(*row[cut:])) for row in rows]

    @reads
    def unrated_games(self, connection: Connection, limit: int, skip: int = 0) -> list[UnratedGame]:
        """Return finished rated games between two users that await ``rate``, oldest first.

        At most ``limit`` after the first ``skip``; damaged ones are left out.
        """
        return [UnratedGame(*cells) for cells in readable_games(connection, _UNRATED, limit, skip)]

    @writes
    def rate(self, connection: Connection, game: str, ladder: Ladder, change: Change) -> bool:
        """Update both players' ratings for a game, exactly once; False if already done.

        ``change`` maps the ratings of X and O (None if unrated) to the new ones, or returns None
        if the game does not count. It may be called more than once, so it must be pure.
        """
        claim = update(open_games).where(open_games.c.game == game, AWAITS_RATING)
        if connection.execute(claim.values(awaits_rating=False)).rowcount == 0:
            return False
        text = connection.execute(select(games.c.terms).where(games.c.id == game)).scalar_one()
        terms = parse_terms(game, text)
        players = (terms.x.user, terms.o.user)
        before = _locked_ratings(connection, ladder, players)
        after = change(before.get(players[0]), before.get(players[1]))
        for user, rating in zip(players, after or (), strict=False):
            _set_rating(connection, ladder, user, rating)
        return True


def _set_rating(connection: Connection, ladder: Ladder, user: str, rating: Rating) -> None:
    values = asdict(rating)
    listed = connection.execute(select(users.c.listed).where(users.c.id == user)).scalar_one()
    row = {"user": user, **ladder._asdict(), **values, "is_listed": listed}
    upsert(connection, ratings, [row], changed=values)


def _locked_ratings(
    connection: Connection, ladder: Ladder, players: Sequence[str]
) -> dict[str, Rating]:
    """Return the ratings of these users, locked until the transaction ends.

    The rows of ``users`` are locked, because an unrated user has no row in ``ratings``.
    """
    both = select(users.c.id).where(users.c.id.in_(players)).order_by(users.c.id)
    connection.execute(both.with_for_update(key_share=True))
    query = select(ratings.c.user, *_RATING).where(
        ratings.c.user.in_(players),
        ratings.c.rules == ladder.rules,
        ratings.c.pace == ladder.pace,
    )
    return {user: Rating(*values) for user, *values in connection.execute(query)}
