"""Passkeys and recovery codes in the database."""

from collections.abc import Sequence

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database, unbroken
from .leaving import SqlLeaving
from .people import keep_password
from .schema import (
    kept_names,
    passkey_challenges,
    passkeys,
    passwords,
    recovery_codes,
    tokens,
    users,
)
from .values import Passkey, User

_USER = tuple(users.c[name] for name in User.__slots__)
_PASSKEY = tuple(passkeys.c[name] for name in Passkey.__slots__)


@unbroken
class SqlAccounts(SqlLeaving):
    """The ``AccountStore`` of a database."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._database = database

    # --- recovery codes ----------------------------------------------------------------------

    async def set_codes(self, user: str, codes: Sequence[bytes], now: int) -> None:
        """Keep these hashes of codes, and no others that there were."""
        rows = [{"hash": code, "user": user, "created": now} for code in codes]
        async with self._database.write() as connection:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
            await connection.execute(recovery_codes.insert(), rows)

    async def add_code(self, user: str, code: bytes, now: int, expires: int) -> None:
        """Keep the hash of one more code, until it expires."""
        row = {"hash": code, "user": user, "created": now, "expires": expires}
        async with self._database.write() as connection:
            await connection.execute(recovery_codes.insert(), row)

    async def codes(self, user: str) -> int:
        """How many of those are left that do not expire."""
        chosen = select(func.count()).where(
            recovery_codes.c.user == user, recovery_codes.c.expires.is_(None)
        )
        async with self._database.read() as connection:
            return (await connection.execute(chosen)).scalar_one()

    async def recover(self, key: str, code: bytes, password: str, now: int) -> User | None:
        """Use up a code of whoever has the name with that key, and set the password's hash."""
        owner = select(users.c.id).where(users.c.key == key).scalar_subquery()
        lasts = or_(recovery_codes.c.expires.is_(None), recovery_codes.c.expires > now)
        used = (
            delete(recovery_codes)
            .where(recovery_codes.c.hash == code, recovery_codes.c.user == owner, lasts)
            .returning(recovery_codes.c.user)
        )
        async with self._database.write() as connection:
            user = (await connection.execute(used)).scalar_one_or_none()
            if user is None:
                return None
            await keep_password(self._database, connection, user, password)
            await connection.execute(delete(tokens).where(tokens.c.user == user))
            found = await connection.execute(select(*_USER).where(users.c.id == user))
            return User(*found.one())

    # --- passkeys ----------------------------------------------------------------------------

    async def add_challenge(self, challenge: bytes, user: str | None, expires: int) -> None:
        """Remember what has to be signed, by that user, or by anybody."""
        row = {"challenge": challenge, "user": user, "expires": expires}
        async with self._database.write() as connection:
            await connection.execute(passkey_challenges.insert(), row)

    async def take_challenge(self, challenge: bytes, user: str | None, now: int) -> bool:
        """Forget it: True once, for whom it was made, until it expires."""
        taken = delete(passkey_challenges).where(
            passkey_challenges.c.challenge == challenge,
            passkey_challenges.c.user.is_not_distinct_from(user),
            passkey_challenges.c.expires > now,
        )
        async with self._database.write() as connection:
            return (await connection.execute(taken)).rowcount == 1

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Let it be used from now on; False if it is known already."""
        row = {name: getattr(passkey, name) for name in Passkey.__slots__}
        new = self._database.insert(passkeys).on_conflict_do_nothing()
        async with self._database.write() as connection:
            return (await connection.execute(new, row)).rowcount == 1

    async def passkey(self, passkey: bytes) -> tuple[Passkey, User] | None:
        """The passkey of that id and its user."""
        chosen = select(*_PASSKEY, *_USER).join(users, users.c.id == passkeys.c.user)
        async with self._database.read() as connection:
            found = await connection.execute(chosen.where(passkeys.c.id == passkey))
            row = found.one_or_none()
        cut = len(_PASSKEY)
        return None if row is None else (Passkey(*row[:cut]), User(*row[cut:]))

    async def passkeys(self, user: str) -> list[Passkey]:
        """The user's passkeys, the oldest first."""
        chosen = select(*_PASSKEY).where(passkeys.c.user == user)
        async with self._database.read() as connection:
            rows = await connection.execute(chosen.order_by(passkeys.c.created, passkeys.c.id))
        return [Passkey(*row) for row in rows]

    async def use_passkey(self, passkey: bytes, count: int, now: int) -> bool:
        """Note that it was used; False if its count does not go up, as that of a copy would not."""
        goes_up = passkeys.c.count < count if count else passkeys.c.count == 0
        used = update(passkeys).where(passkeys.c.id == passkey, goes_up)
        async with self._database.write() as connection:
            noted = used.values(count=count, used=now)
            return (await connection.execute(noted)).rowcount == 1

    async def drop_passkey(self, user: str, passkey: bytes) -> bool:
        """Forget it; False if the user has no such one, or nothing else to come in with."""
        others = passkeys.alias("others")
        another = exists().where(others.c.user == user, others.c.id != passkey)
        secret = exists().where(passwords.c.user == user)
        dropped = delete(passkeys).where(
            passkeys.c.user == user, passkeys.c.id == passkey, or_(another, secret)
        )
        async with self._database.write() as connection:
            await _lock(connection, user)
            return (await connection.execute(dropped)).rowcount == 1

    async def drop_password(self, user: str) -> bool:
        """Forget the password's hash; False if there is no passkey to come in with."""
        another = exists().where(passkeys.c.user == user)
        dropped = delete(passwords).where(passwords.c.user == user, another)
        async with self._database.write() as connection:
            await _lock(connection, user)
            return (await connection.execute(dropped)).rowcount == 1

    # --- what has expired --------------------------------------------------------------------

    async def sweep(self, now: int) -> None:
        """Forget codes, challenges and kept names that have expired."""
        async with self._database.write() as connection:
            for table in (recovery_codes, passkey_challenges, kept_names):
                await connection.execute(delete(table).where(table.c.expires <= now))


async def _lock(connection: AsyncConnection, user: str) -> None:
    """Of several changes of how one comes in, the second sees the first."""
    await connection.execute(select(users.c.id).where(users.c.id == user).with_for_update())
