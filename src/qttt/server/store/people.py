"""Users in the database: names, password hashes and tokens."""

from collections.abc import Sequence

from sqlalchemy import delete, exists, not_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database, shield_methods
from .ratings import RatingStore
from .schema import TABLES, challenges, passwords, reserved_names, seeks, tokens, users
from .values import AuthToken, User

MAX_VALUES = 500
"""Values in one statement."""

_IS_UNREFERENCED = tuple(
    not_(exists().where(key.parent == users.c.id))
    for table in TABLES.sorted_tables
    for key in table.foreign_keys
    if key.column is users.c.id
)
"""Conditions for a user to whom no other row belongs."""

_USER = tuple(users.c[name] for name in User.__slots__)
_TOKEN = tuple(tokens.c[name] for name in AuthToken.__slots__)


@shield_methods
class PeopleStore(RatingStore):
    """Users, their password hashes, tokens and ratings."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._database = database

    async def add_user(self, user: User, password: str = "") -> bool:
        """Add a user with an optional password hash; False if the name's key is taken."""
        row = {name: getattr(user, name) for name in User.__slots__}
        try:
            async with self._database.write() as connection:
                if user.key and await _is_reserved(connection, user.key):
                    return False
                await connection.execute(users.insert(), row)
                await store_password(self._database, connection, user.id, password)
        except IntegrityError:
            return False
        return True

    async def user(self, user: str) -> User | None:
        """Return the user with that id, or None."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(*_USER).where(users.c.id == user))
        return next((User(*row) for row in rows), None)

    async def user_by_name_key(self, key: str) -> User | None:
        """Return the user whose name has that key, or None."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(*_USER).where(users.c.key == key))
        return next((User(*row) for row in rows), None)

    async def claim_name(self, user: str, name: str, key: str, password: str) -> bool:
        """Register a guest under a name; False if it is taken or the user is registered."""
        claim = (
            update(users)
            .where(users.c.id == user, users.c.key.is_(None))
            .values(name=name, key=key)
        )
        try:
            async with self._database.write() as connection:
                if await _is_reserved(connection, key):
                    return False
                claimed = (await connection.execute(claim)).rowcount == 1
                if claimed:
                    await store_password(self._database, connection, user, password)
        except IntegrityError:
            return False
        return claimed

    async def password(self, user: str) -> str | None:
        """Return the hash of the user's password, or None."""
        chosen = select(passwords.c.hash).where(passwords.c.user == user)
        async with self._database.read() as connection:
            return (await connection.execute(chosen)).scalar_one_or_none()

    async def set_password(self, user: str, password: str, keep: bytes = b"") -> None:
        """Set the user's password hash, unless empty, and delete their tokens except ``keep``."""
        others = delete(tokens).where(tokens.c.user == user, tokens.c.hash != keep)
        async with self._database.write() as connection:
            await store_password(self._database, connection, user, password)
            await connection.execute(others)

    async def set_listed(self, user: str, listed: bool) -> None:
        """Show or hide the user on the leaderboards."""
        async with self._database.write() as connection:
            await connection.execute(update(users).where(users.c.id == user).values(listed=listed))

    async def add_token(self, token: AuthToken) -> None:
        """Add a token."""
        row = {name: getattr(token, name) for name in AuthToken.__slots__}
        async with self._database.write() as connection:
            await connection.execute(tokens.insert(), row)

    async def token_and_user(self, token: bytes, now: int) -> tuple[AuthToken, User] | None:
        """Return the token with that hash and its user, or None if unknown or expired."""
        chosen = (
            select(*_TOKEN, *_USER)
            .join(users, users.c.id == tokens.c.user)
            .where(tokens.c.hash == token, tokens.c.expires > now)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(chosen)).one_or_none()
        if row is None:
            return None
        return AuthToken(*row[: len(_TOKEN)]), User(*row[len(_TOKEN) :])

    async def valid_tokens(self, hashes: Sequence[bytes], now: int) -> set[bytes]:
        """Return those of the hashes whose tokens exist and have not expired."""
        valid: set[bytes] = set()
        async with self._database.read() as connection:
            for start in range(0, len(hashes), MAX_VALUES):
                in_chunk = tokens.c.hash.in_(hashes[start : start + MAX_VALUES])
                chosen = select(tokens.c.hash).where(in_chunk, tokens.c.expires > now)
                valid.update((await connection.execute(chosen)).scalars())
        return valid

    async def renew_token(self, token: bytes, expires: int) -> None:
        """Set when the token expires; no-op if it does not exist."""
        renewed = update(tokens).where(tokens.c.hash == token).values(expires=expires)
        async with self._database.write() as connection:
            await connection.execute(renewed)

    async def delete_token(self, token: bytes) -> bool:
        """Delete the token; False if it does not exist."""
        async with self._database.write() as connection:
            dropped = await connection.execute(delete(tokens).where(tokens.c.hash == token))
        return dropped.rowcount == 1

    async def tokens(self, user: str, kind: str) -> list[AuthToken]:
        """Return the user's tokens of that kind, oldest first."""
        chosen = select(*_TOKEN).where(tokens.c.user == user, tokens.c.kind == kind)
        async with self._database.read() as connection:
            rows = await connection.execute(chosen.order_by(tokens.c.created, tokens.c.hash))
        return [AuthToken(*row) for row in rows]

    async def delete_expired(self, before: int) -> None:
        """Delete tokens, seeks and challenges that expired before that time, and unused guests.

        Those are older and have neither tokens nor games, nor anything else in the store.
        """
        async with self._database.write() as connection:
            for table in (tokens, seeks, challenges):
                await connection.execute(delete(table).where(table.c.expires <= before))
        while await self._delete_unused_guests(before) == MAX_VALUES:
            pass

    async def _delete_unused_guests(self, before: int) -> int:
        """Delete some guests; return their number."""
        is_unused = (users.c.key.is_(None), users.c.created < before, *_IS_UNREFERENCED)
        chosen = select(users.c.id).where(*is_unused).limit(MAX_VALUES)
        async with self._database.read() as connection:  # a long scan does not block writers
            found = list((await connection.execute(chosen)).scalars())
        if not found:
            return 0
        deleted = delete(users).where(users.c.id.in_(found), *is_unused)
        async with self._database.write() as connection:
            return (await connection.execute(deleted)).rowcount


async def store_password(
    database: Database, connection: AsyncConnection, user: str, password: str
) -> None:
    """Set a user's password hash within a transaction; no-op if it is empty."""
    if password:
        upsert = database.insert(passwords).on_conflict_do_update(
            index_elements=[passwords.c.user], set_={"hash": password}
        )
        await connection.execute(upsert, {"user": user, "hash": password})


async def _is_reserved(connection: AsyncConnection, key: str) -> bool:
    """Return whether the name of a deleted user is still reserved."""
    rows = await connection.execute(select(reserved_names.c.key).where(reserved_names.c.key == key))
    return rows.first() is not None
