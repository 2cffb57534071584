"""Seeks and challenges in the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, delete, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from qttt.server.games import Terms

from .database import Database, shield_methods
from .games import create_game
from .schema import challenges, seeks, users
from .values import Challenge, Seek

_SEEK = tuple((users if name == "name" else seeks).c[name] for name in Seek.__slots__)
_CHALLENGE = tuple(
    (users if name == "name" else challenges).c[name] for name in Challenge.__slots__
)


@shield_methods
class LobbyStore:
    """Seeks and challenges, each accepted at most once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_seek(self, seek: Seek) -> None:
        """Add a seek, replacing the user's earlier one with the same ``stays``."""
        row = {name: getattr(seek, name) for name in Seek.__slots__ if name != "name"}
        row["game"] = seek.game or None
        upsert = self._database.insert(seeks).on_conflict_do_update(
            index_elements=[seeks.c.user, seeks.c.stays], set_=row
        )
        async with self._database.write() as connection:
            await connection.execute(upsert, row)

    async def renew_seek(self, seek: str, user: str, now: int, expires: int) -> bool:
        """Extend a seek; False if it is gone, accepted, expired or another user's."""
        renewed = (
            update(seeks)
            .where(seeks.c.id == seek, seeks.c.user == user)
            .where(seeks.c.expires > now, seeks.c.game.is_(None))
            .values(expires=expires)
        )
        async with self._database.write() as connection:
            return (await connection.execute(renewed)).rowcount == 1

    async def withdraw_seek(self, seek: str, user: str) -> bool:
        """Withdraw a seek; False if it is gone, accepted or another user's."""
        is_open = (seeks.c.id == seek, seeks.c.user == user, seeks.c.game.is_(None))
        dropped = delete(seeks).where(*is_open)
        async with self._database.write() as connection:
            return (await connection.execute(dropped)).rowcount == 1

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
        """Return the user's open seeks."""
        chosen = _open_seeks(now).where(seeks.c.user == user)
        return await self._seeks(chosen.order_by(seeks.c.stays))

    async def accept_seek(self, seek: str, terms: Terms, now: int, own: str = "") -> bool:
        """Accept a seek and create the game ``terms``; True for exactly one caller.

        If the seek stays, ``collect_matches`` returns the game later. ``own``, a seek of the
        accepting user, must be open too and is deleted, so that a user cannot accept and be
        accepted at once. On False nothing has changed.
        """
        wanted = sorted({seek, own} - {""})
        is_open = (seeks.c.id.in_(wanted), seeks.c.expires > now, seeks.c.game.is_(None))
        chosen = select(seeks.c.id).where(*is_open)
        async with self._database.write() as connection:
            locked = await connection.execute(chosen.order_by(seeks.c.id).with_for_update())
            if list(locked.scalars()) != wanted:
                return False
            await self._begin(connection, terms)
            is_done = or_(not_(seeks.c.stays), seeks.c.id == own)
            await connection.execute(delete(seeks).where(seeks.c.id.in_(wanted), is_done))
            accepted = update(seeks).where(seeks.c.id == seek).values(game=terms.game)
            await connection.execute(accepted)
        return True

    async def collect_matches(self, users: Sequence[str]) -> list[tuple[str, str]]:
        """Return (user, game) for each accepted seek that stays, and delete these seeks.

        Each pair is returned once, to the first caller.
        """
        is_accepted = (seeks.c.user.in_(users), seeks.c.game.is_not(None))
        async with self._database.read() as connection:
            first = select(seeks.c.id).where(*is_accepted).limit(1)
            if (await connection.execute(first)).first() is None:
                return []
        deleted = delete(seeks).where(*is_accepted).returning(seeks.c.user, seeks.c.game)
        async with self._database.write() as connection:
            return [(user, game) for user, game in await connection.execute(deleted)]

    async def add_challenge(self, challenge: Challenge) -> bool:
        """Add a challenge; False if its code is in use."""
        row = {name: getattr(challenge, name) for name in Challenge.__slots__}
        del row["name"]
        row["game"] = challenge.game or None
        new = self._database.insert(challenges).on_conflict_do_nothing()
        async with self._database.write() as connection:
            return (await connection.execute(new, row)).rowcount == 1

    async def challenge(self, code: str, now: int) -> Challenge | None:
        """Return the challenge with that code, or None if unknown or expired."""
        chosen = _open_challenges(now).where(challenges.c.code == code)
        async with self._database.read() as connection:
            row = (await connection.execute(chosen)).one_or_none()
        return None if row is None else _challenge(row._asdict())

    async def challenges_by_user(self, user: str, now: int) -> list[Challenge]:
        """Return the user's open challenges, oldest first."""
        chosen = _open_challenges(now).where(challenges.c.user == user, challenges.c.game.is_(None))
        async with self._database.read() as connection:
            ordered = chosen.order_by(challenges.c.created, challenges.c.code)
            rows = (await connection.execute(ordered)).all()
        return [_challenge(row._asdict()) for row in rows]

    async def accept_challenge(self, code: str, terms: Terms, now: int) -> bool:
        """Accept a challenge and create the game ``terms``; True for exactly one caller."""
        chosen = select(challenges.c.code).where(
            challenges.c.code == code, challenges.c.expires > now, challenges.c.game.is_(None)
        )
        taken = update(challenges).where(challenges.c.code == code).values(game=terms.game)
        async with self._database.write() as connection:
            if (await connection.execute(chosen.with_for_update())).one_or_none() is None:
                return False
            await self._begin(connection, terms)
            await connection.execute(taken)
        return True

    async def withdraw_challenge(self, code: str, user: str) -> bool:
        """Withdraw an open challenge; False if the user has none with that code."""
        dropped = delete(challenges).where(
            challenges.c.code == code, challenges.c.user == user, challenges.c.game.is_(None)
        )
        async with self._database.write() as connection:
            return (await connection.execute(dropped)).rowcount == 1

    async def _begin(self, connection: AsyncConnection, terms: Terms) -> None:
        if not await create_game(self._database, connection, terms):
            raise ValueError(f"game {terms.game} already exists; choose another id")

    async def _seeks(self, chosen: Select[Any]) -> list[Seek]:
        async with self._database.read() as connection:
            rows = await connection.execute(chosen)
        return [Seek(**{**row._mapping, "game": row.game or ""}) for row in rows]


def _open_seeks(now: int) -> Select[Any]:
    joined = select(*_SEEK).join(users, users.c.id == seeks.c.user)
    return joined.where(seeks.c.expires > now, seeks.c.game.is_(None))


def _open_challenges(now: int) -> Select[Any]:
    joined = select(*_CHALLENGE).join(users, users.c.id == challenges.c.user)
    return joined.where(challenges.c.expires > now)


def _challenge(row: dict[str, Any]) -> Challenge:
    return Challenge(**{**row, "game": row["game"] or ""})
