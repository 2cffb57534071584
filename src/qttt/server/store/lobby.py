"""Seeks and challenges in the database."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, not_, or_, select, update

from qttt.server.games.terms import Terms

from .database import StorePart, insert_new, reads, upsert, writes
from .games import begin_game
from .schema import challenges, seeks, users
from .values import Challenge, Seek

_SEEK = tuple((users if name == "name" else seeks).c[name] for name in Seek.__slots__)
_CHALLENGE = tuple(
    (users if name == "name" else challenges).c[name] for name in Challenge.__slots__
)


class LobbyStore(StorePart):
    """Seeks and challenges, each accepted at most once."""

    @writes
    def add_seek(self, connection: Connection, seek: Seek) -> None:
        """Add a seek, replacing the user's earlier one with the same ``stays``."""
        row = {**_row(seek), "game": None}
        upsert(connection, seeks, [row], changed=row, keys=["user", "stays"])

    @writes
    def renew_seek(
        self, connection: Connection, seek: str, user: str, now: int, expires: int
    ) -> bool:
        """Extend a seek; False if it is gone, accepted, expired or another user's."""
        renewed = (
            update(seeks)
            .where(seeks.c.id == seek, seeks.c.user == user)
            .where(seeks.c.expires > now, seeks.c.game.is_(None))
            .values(expires=expires)
        )
        return connection.execute(renewed).rowcount == 1

    @writes
    def withdraw_seek(self, connection: Connection, seek: str, user: str) -> bool:
        """Withdraw a seek; False if it is gone, accepted or another user's."""
        is_open = (seeks.c.id == seek, seeks.c.user == user, seeks.c.game.is_(None))
        dropped = delete(seeks).where(*is_open)
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

    @writes
    def accept_seek(
        self, connection: Connection, seek: str, terms: Terms, now: int, own: str = ""
    ) -> bool:
        """Accept a seek and create the game ``terms``; True for exactly one caller.

        If the seek stays, ``collect_matches`` returns the game later. ``own``, a seek of the
        accepting user, must be open too and is deleted, so that a user cannot accept and be
        accepted at once. On False nothing has changed.
        """
        wanted = sorted({seek, own} - {""})
        is_open = (seeks.c.id.in_(wanted), seeks.c.expires > now, seeks.c.game.is_(None))
        chosen = select(seeks.c.id).where(*is_open)
        locked = connection.execute(chosen.order_by(seeks.c.id).with_for_update())
        if list(locked.scalars()) != wanted:
            return False
        begin_game(connection, terms)
        is_done = or_(not_(seeks.c.stays), seeks.c.id == own)
        connection.execute(delete(seeks).where(seeks.c.id.in_(wanted), is_done))
        accepted = update(seeks).where(seeks.c.id == seek).values(game=terms.game)
        connection.execute(accepted)
        return True

    async def collect_matches(self, users: Sequence[str]) -> list[tuple[str, str]]:
        """Return (user, game) for each accepted seek that stays, and delete these seeks.

        Each pair is returned once, to the first caller.
        """
        has_any = await self._has_any(select(seeks.c.id).where(*_is_accepted(users)))
        return await self._delete_matches(users) if has_any else []  # usually none

    @writes
    def _delete_matches(
        self, connection: Connection, users: Sequence[str]
    ) -> list[tuple[str, str]]:
        deleted = delete(seeks).where(*_is_accepted(users))
        rows = connection.execute(deleted.returning(seeks.c.user, seeks.c.game))
        return [(user, game) for user, game in rows]

    @writes
    def add_challenge(self, connection: Connection, challenge: Challenge) -> bool:
        """Add a challenge; False if its code is in use."""
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

    @writes
    def accept_challenge(self, connection: Connection, code: str, terms: Terms, now: int) -> bool:
        """Accept a challenge and create the game ``terms``; True for exactly one caller."""
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
    def withdraw_challenge(self, connection: Connection, code: str, user: str) -> bool:
        """Withdraw an open challenge; False if the user has none with that code."""
        dropped = delete(challenges).where(
            challenges.c.code == code, challenges.c.user == user, challenges.c.game.is_(None)
        )
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
    joined = select(*_SEEK).join(users, users.c.id == seeks.c.user)
    return joined.where(seeks.c.expires > now, seeks.c.game.is_(None))


def _is_accepted(users: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
    return seeks.c.user.in_(users), seeks.c.game.is_not(None)


def _open_challenges(now: int) -> Select[Any]:
    joined = select(*_CHALLENGE).join(users, users.c.id == challenges.c.user)
    return joined.where(challenges.c.expires > now)
