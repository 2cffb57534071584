"""Users in the database: their names, passwords' hashes and tokens."""

from collections.abc import Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database, unbroken
from .ratings import SqlRatings
from .schema import challenges, kept_names, passwords, seeks, tokens, users
from .values import Token, User

AT_ONCE = 500
"""How many values one statement names."""

_USER = tuple(users.c[name] for name in User.__slots__)
_TOKEN = tuple(tokens.c[name] for name in Token.__slots__)


@unbroken
class SqlPeople(SqlRatings):
    """The ``PeopleStore`` of a database."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._database = database

    async def add_user(self, user: User, password: str = "") -> bool:
        """Add somebody, with the hash of a password; False if the name's key is taken."""
        row = {name: getattr(user, name) for name in User.__slots__}
        try:
            async with self._database.write() as connection:
                if user.key and await _is_kept(connection, user.key):
                    return False
                await connection.execute(users.insert(), row)
                await keep_password(self._database, connection, user.id, password)
        except IntegrityError:
            return False
        return True

    async def user(self, user: str) -> User | None:
        """The user of that id."""
        async with self._database.read() as connection:
            found = await connection.execute(select(*_USER).where(users.c.id == user))
        return next((User(*row) for row in found), None)

    async def user_by_key(self, key: str) -> User | None:
        """The user whose name has that key."""
        async with self._database.read() as connection:
            found = await connection.execute(select(*_USER).where(users.c.key == key))
        return next((User(*row) for row in found), None)

    async def claim_name(self, user: str, name: str, key: str, password: str) -> bool:
        """Make a guest the owner of that name; False if it is taken or they have one already."""
        claim = (
            update(users)
            .where(users.c.id == user, users.c.key.is_(None))
            .values(name=name, key=key)
        )
        try:
            async with self._database.write() as connection:
                if await _is_kept(connection, key):
                    return False
                claimed = (await connection.execute(claim)).rowcount == 1
                if claimed:
                    await keep_password(self._database, connection, user, password)
        except IntegrityError:
            return False
        return claimed

    async def password(self, user: str) -> str | None:
        """The hash of the user's password, None if there is none."""
        chosen = select(passwords.c.hash).where(passwords.c.user == user)
        async with self._database.read() as connection:
            return (await connection.execute(chosen)).scalar_one_or_none()

    async def set_password(self, user: str, password: str, keep: bytes = b"") -> None:
        """Set the hash of the user's password and drop all their tokens but the one to keep."""
        others = delete(tokens).where(tokens.c.user == user, tokens.c.hash != keep)
        async with self._database.write() as connection:
            await keep_password(self._database, connection, user, password)
            await connection.execute(others)

    async def set_listed(self, user: str, listed: bool) -> None:
        """Show the user on the leader board, or no longer."""
        async with self._database.write() as connection:
            await connection.execute(update(users).where(users.c.id == user).values(listed=listed))

    async def add_token(self, token: Token) -> None:
        """Let who holds the token act for its user."""
        row = {name: getattr(token, name) for name in Token.__slots__}
        async with self._database.write() as connection:
            await connection.execute(tokens.insert(), row)

    async def holder(self, token: bytes, now: int) -> tuple[Token, User] | None:
        """The token with that hash and its user, None if there is none or it has expired."""
        chosen = (
            select(*_TOKEN, *_USER)
            .join(users, users.c.id == tokens.c.user)
            .where(tokens.c.hash == token, tokens.c.expires > now)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(chosen)).one_or_none()
        if row is None:
            return None
        return Token(*row[: len(_TOKEN)]), User(*row[len(_TOKEN) :])

    async def held(self, hashes: Sequence[bytes], now: int) -> set[bytes]:
        """Those of the hashes whose tokens somebody holds and that have not expired."""
        found: set[bytes] = set()
        async with self._database.read() as connection:
            for start in range(0, len(hashes), AT_ONCE):
                some = tokens.c.hash.in_(hashes[start : start + AT_ONCE])
                chosen = select(tokens.c.hash).where(some, tokens.c.expires > now)
                found.update((await connection.execute(chosen)).scalars())
        return found

    async def renew_token(self, token: bytes, expires: int) -> None:
        """Set when the token expires, if it is there."""
        renewed = update(tokens).where(tokens.c.hash == token).values(expires=expires)
        async with self._database.write() as connection:
            await connection.execute(renewed)

    async def drop_token(self, token: bytes) -> bool:
        """Forget the token; False if there is none."""
        async with self._database.write() as connection:
            dropped = await connection.execute(delete(tokens).where(tokens.c.hash == token))
        return dropped.rowcount == 1

    async def tokens(self, user: str, kind: str) -> list[Token]:
        """The user's tokens of that kind, the oldest first."""
        chosen = select(*_TOKEN).where(tokens.c.user == user, tokens.c.kind == kind)
        async with self._database.read() as connection:
            found = await connection.execute(chosen.order_by(tokens.c.created, tokens.c.hash))
        return [Token(*row) for row in found]

    async def sweep(self, now: int) -> None:
        """Forget tokens, seeks and challenges that have expired."""
        async with self._database.write() as connection:
            for table in (tokens, seeks, challenges):
                await connection.execute(delete(table).where(table.c.expires <= now))


async def keep_password(
    database: Database, connection: AsyncConnection, user: str, password: str
) -> None:
    """Set the hash of a user's password within a transaction; an empty one changes nothing."""
    if password:
        kept = database.insert(passwords).on_conflict_do_update(
            index_elements=[passwords.c.user], set_={"hash": password}
        )
        await connection.execute(kept, {"user": user, "hash": password})


async def _is_kept(connection: AsyncConnection, key: str) -> bool:
    """Whether the name had an owner lately."""
    found = await connection.execute(select(kept_names.c.key).where(kept_names.c.key == key))
    return found.first() is not None
