"""Seeks and challenges in the database."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    not_,
    select,
    update,
)

from qttt.server.errors import RequestError
from qttt.server.games.terms import Terms

from .database import StorePart, chunks, insert_new, reads, writes
from .entities import Challenge, Ladder, Seek
from .games import begin_game
from .people import is_name_taken, lock_user, lock_users
from .schema import challenges, ratings, seeks, users

MAX_CANDIDATES = 200
"""Open seeks that are considered for a match, longest waiting first."""

_SEEK = tuple((users if name == "name" else seeks).c[name] for name in Seek.__slots__)
_CHALLENGE = tuple(
    (users if name == "name" else challenges).c[name] for name in Challenge.__slots__
)
_ACCEPTED = select(seeks.c.id).where(
    seeks.c.user.in_(bindparam("users", expanding=True)), seeks.c.game.is_not(None)
)


class Matching(NamedTuple):
    """How a seek is matched.

    ``rank`` sorts candidates with their ratings in ``ladder``, None if unrated, by preference;
    ``begin`` returns the terms of a game with the user of a seek.
    """

    ladder: Ladder
    rank: Callable[[Sequence[tuple[Seek, float | None]]], Iterable[Seek]]
    begin: Callable[[Seek], Terms]


class LobbyStore(StorePart):
    """Seeks and challenges, each accepted at most once."""

    @writes
    def place_seek(
        self, connection: Connection, seek: Seek, matching: Matching, now: int
    ) -> Terms | None:
        """Match a seek with an open one and return the terms of the game, or open it.

        Either replaces the user's earlier seek with the same ``stays``. All that could match are
        placed one after the other, also by other processes: of two, the later finds the earlier.
        Raises ``RequestError`` if the user is deleted.
        """
        _lock_pool(connection, seek)
        if seek.bot and _is_sought_by_person(connection, seek, now):
            raise RequestError("too-many", "the owner of this bot seeks a game: wait for its end")
        earlier = delete(seeks).where(seeks.c.user == seek.user, seeks.c.stays == seek.stays)
        if terms := _match(connection, seek, matching, now):
            connection.execute(earlier.where(seeks.c.game.is_(None)))
            return terms
        lock_user(connection, seek.user)
        connection.execute(earlier)
        connection.execute(seeks.insert(), {**_row(seek), "game": None})
        return None

    @writes
    def renew_seek(
        self, connection: Connection, seek: Seek, matching: Matching, now: int
    ) -> Terms | bool:
        """Match an open seek of the user, or set when it expires to ``seek.expires``.

        Returns the terms of the game, or whether the seek was open.
        """
        _lock_pool(connection, seek)
        is_open = (seeks.c.id == seek.id, seeks.c.user == seek.user, *_is_open(now))
        if connection.execute(select(seeks.c.id).where(*is_open)).first() is None:
            return False
        if terms := _match(connection, seek, matching, now, seek.id):
            connection.execute(delete(seeks).where(seeks.c.id == seek.id))
            return terms
        renewed = update(seeks).where(*is_open).values(expires=seek.expires)
        return connection.execute(renewed).rowcount == 1

    @writes
    def withdraw_seek(
        self, connection: Connection, seek: str, user: str, by_bot: bool = False
    ) -> bool:
        """Withdraw an open seek; False if the user, or their bot, has none with that id."""
        is_open = (seeks.c.id == seek, seeks.c.user == user, seeks.c.game.is_(None))
        dropped = delete(seeks).where(*is_open)
        dropped = dropped.where(seeks.c.bot) if by_bot else dropped
        return connection.execute(dropped).rowcount == 1

    async def seek(self, seek: str, now: int) -> Seek | None:
        """Return the open seek with that id, or None."""
        matching = await self._seeks(_open_seeks(now).where(seeks.c.id == seek))
        return matching[0] if matching else None

    async def seeks(self, now: int, limit: int, *, rules: str = "", clock: str = "") -> list[Seek]:
        """Return open seeks, optionally only for these rules and that clock.

        Seeks that do not stay, whose users are online, come first; then the oldest.
        """
        chosen = _open_seeks(now).order_by(seeks.c.stays, seeks.c.created, seeks.c.id).limit(limit)
        for column, wanted in ((seeks.c.rules, rules), (seeks.c.clock, clock)):
            chosen = chosen.where(column == wanted) if wanted else chosen
        return await self._seeks(chosen)

    async def seeks_by_user(self, user: str, now: int) -> list[Seek]:
        chosen = _open_seeks(now).where(seeks.c.user == user)
        return await self._seeks(chosen.order_by(seeks.c.stays))

    async def collect_matches(self, users: Sequence[str]) -> list[tuple[str, str]]:
        """Return (user, game) for each accepted seek that stays, and delete these seeks.

        Each pair is returned once, to the first caller.
        """
        waiting = await self._accepted_seeks(users)
        return await self._delete_matches(waiting) if waiting else []  # usually none

    @reads
    def _accepted_seeks(self, connection: Connection, users: Sequence[str]) -> Sequence[str]:
        """Return the ids of the users' accepted seeks."""
        return [
            seek
            for chunk in chunks(users)
            for seek in connection.scalars(_ACCEPTED, {"users": chunk})
        ]

    @writes
    def _delete_matches(self, connection: Connection, ids: Sequence[str]) -> list[tuple[str, str]]:
        deleted = delete(seeks).where(seeks.c.id.in_(ids)).returning(seeks.c.user, seeks.c.game)
        return [(user, game) for user, game in connection.execute(deleted)]

    @writes
    def add_challenge(self, connection: Connection, challenge: Challenge) -> bool:
        """Add a challenge; False if its code is in use.

        Raises ``RequestError`` if the user is deleted.
        """
        lock_user(connection, challenge.user)
        return insert_new(connection, challenges, _row(challenge))

    @reads
    def challenge(self, connection: Connection, code: str, now: int) -> Challenge | None:
        """Return the challenge with that code, or None if unknown or expired."""
        chosen = _open_challenges(now).where(challenges.c.code == code)
        row = connection.execute(chosen).one_or_none()
        return None if row is None else Challenge(**row._mapping)

    @reads
    def challenges_by_user(self, connection: Connection, user: str, now: int) -> list[Challenge]:
        """Return the user's open challenges, oldest first."""
        chosen = _open_challenges(now).where(challenges.c.user == user, challenges.c.game.is_(None))
        ordered = chosen.order_by(challenges.c.created, challenges.c.code)
        return [Challenge(**row._mapping) for row in connection.execute(ordered)]

    @reads
    def is_taken(self, connection: Connection, key: str) -> bool:
        """Return whether an account has the name with that key, or had it shortly before."""
        return is_name_taken(connection, key)

    @writes
    def accept_challenge(self, connection: Connection, code: str, terms: Terms, now: int) -> bool:
        """Accept a challenge and create the game ``terms``; True for exactly one caller.

        False if one of the players is deleted.
        """
        players = {terms.x.user, terms.o.user}
        if lock_users(connection, players) != players:
            return False
        chosen = select(challenges.c.code).where(
            challenges.c.code == code, challenges.c.expires > now, challenges.c.game.is_(None)
        )
        taken = update(challenges).where(challenges.c.code == code).values(game=terms.game)
        if connection.execute(chosen.with_for_update()).one_or_none() is None:
            return False
        begin_game(connection, terms)
        connection.execute(taken)
        return True

    @writes
    def withdraw_challenge(
        self, connection: Connection, code: str, user: str, by_bot: bool = False
    ) -> bool:
        """Withdraw an open challenge; False if the user, or their bot, has none with that code."""
        is_open = challenges.c.game.is_(None)
        dropped = delete(challenges).where(
            challenges.c.code == code, challenges.c.user == user, is_open
        )
        dropped = dropped.where(challenges.c.bot) if by_bot else dropped
        return connection.execute(dropped).rowcount == 1

    @reads
    def _seeks(self, connection: Connection, chosen: Select[Any]) -> list[Seek]:
        return [Seek(**row._mapping) for row in connection.execute(chosen)]


def _row(record: Seek | Challenge) -> dict[str, Any]:
    """Return the columns of a record; the name is that of its user."""
    row = asdict(record)
    del row["name"]
    return row


def _open_seeks(now: int) -> Select[Any]:
    return select(*_SEEK).join(users, users.c.id == seeks.c.user).where(*_is_open(now))


def _is_open(now: int) -> tuple[ColumnElement[bool], ...]:
    return seeks.c.expires > now, seeks.c.game.is_(None)


def _lock_pool(connection: Connection, seek: Seek) -> None:
    """Delay other transactions that match seeks for the same game; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        pool = f"{seek.rules} {seek.clock} {seek.rated}".encode()
        number = int.from_bytes(blake2b(pool, digest_size=8).digest(), signed=True)
        connection.execute(select(func.pg_advisory_xact_lock(number)))


def _match(
    connection: Connection, seek: Seek, matching: Matching, now: int, own: str = ""
) -> Terms | None:
    """Begin a game with the first suitable seek, which is taken; None if there is none.

    ``own`` is the id of a seek that must be open too, so that its user gets one game.
    """
    for other in matching.rank(_candidates(connection, seek, matching.ladder, now)):
        players, wanted = {seek.user, other.user}, {other.id, own} - {""}
        if lock_users(connection, players) != players:
            continue
        chosen = select(seeks.c.id).where(seeks.c.id.in_(sorted(wanted)), *_is_open(now))
        locked = connection.execute(chosen.order_by(seeks.c.id).with_for_update())
        if set(locked.scalars()) != wanted:
            continue
        terms = matching.begin(other)
        begin_game(connection, terms)
        # The user of a seek that stays is offline: ``collect_matches`` returns the game later.
        taken = update(seeks).values(game=terms.game) if other.stays else delete(seeks)
        connection.execute(taken.where(seeks.c.id == other.id))
        return terms
    return None


def _is_sought_by_person(connection: Connection, seek: Seek, now: int) -> bool:
    """Return whether a bot's seek would replace one of its owner."""
    own = (seeks.c.user == seek.user, seeks.c.stays == seek.stays, not_(seeks.c.bot))
    return connection.execute(select(seeks.c.id).where(*own, *_is_open(now))).first() is not None


def _candidates(
    connection: Connection, seek: Seek, ladder: Ladder, now: int
) -> list[tuple[Seek, float | None]]:
    """Return open seeks that can match, with their users' ratings, longest waiting first.

    Those that stay, whose users may be offline, come last.
    """
    rated = and_(
        ratings.c.user == seeks.c.user,
        ratings.c.rules == ladder.rules,
        ratings.c.pace == ladder.pace,
    )
    same = (seeks.c.rules == seek.rules, seeks.c.clock == seek.clock, seeks.c.rated == seek.rated)
    chosen = _open_seeks(now).add_columns(ratings.c.value).outerjoin(ratings, rated)
    chosen = chosen.where(*same, seeks.c.user != seek.user)
    if seek.side:
        chosen = chosen.where(seeks.c.side != seek.side)
    ordered = chosen.order_by(seeks.c.stays, seeks.c.created, seeks.c.id).limit(MAX_CANDIDATES)
    cut = len(_SEEK)
    return [(Seek(*row[:cut]), row[cut]) for row in connection.execute(ordered)]


def _open_challenges(now: int) -> Select[Any]:
    joined = select(*_CHALLENGE).join(users, users.c.id == challenges.c.user)
    return joined.where(challenges.c.expires > now)
