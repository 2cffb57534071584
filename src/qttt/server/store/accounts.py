"""Passkeys and recovery codes in the database."""

from collections.abc import Sequence

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .account_deletion import AccountDeletion
from .database import Database, shield_methods
from .people import store_password
from .schema import (
    passkey_challenges,
    passkeys,
    passwords,
    recovery_codes,
    reserved_names,
    tokens,
    users,
)
from .values import Passkey, User

_USER = tuple(users.c[name] for name in User.__slots__)
_PASSKEY = tuple(passkeys.c[name] for name in Passkey.__slots__)


@shield_methods
class AccountStore(AccountDeletion):
    """Passkeys, recovery codes and account deletion."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._database = database

    # --- recovery codes ----------------------------------------------------------------------

    async def set_codes(self, user: str, codes: Sequence[bytes], now: int) -> None:
        """Replace the user's recovery codes by those with these hashes."""
        rows = [{"hash": code, "user": user, "created": now} for code in codes]
        async with self._database.write() as connection:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
            await connection.execute(recovery_codes.insert(), rows)

    async def add_reset_code(self, user: str, code: bytes, now: int, expires: int) -> None:
        """Add the hash of one recovery code that expires."""
        row = {"hash": code, "user": user, "created": now, "expires": expires}
        async with self._database.write() as connection:
            await connection.execute(recovery_codes.insert(), row)

    async def count_codes(self, user: str) -> int:
        """Return the number of unused codes that do not expire."""
        chosen = select(func.count()).where(
            recovery_codes.c.user == user, recovery_codes.c.expires.is_(None)
        )
        async with self._database.read() as connection:
            return (await connection.execute(chosen)).scalar_one()

    async def recover(self, key: str, code: bytes, password: str, now: int) -> User | None:
        """Consume a code of the user with that name key, and set the password hash.

        Deletes all tokens of the user. Returns None, changing nothing, if the code is not valid.
        """
        owner = select(users.c.id).where(users.c.key == key).scalar_subquery()
        is_valid = or_(recovery_codes.c.expires.is_(None), recovery_codes.c.expires > now)
        used = (
            delete(recovery_codes)
            .where(recovery_codes.c.hash == code, recovery_codes.c.user == owner, is_valid)
            .returning(recovery_codes.c.user)
        )
        async with self._database.write() as connection:
            user = (await connection.execute(used)).scalar_one_or_none()
            if user is None:
                return None
            await store_password(self._database, connection, user, password)
            await connection.execute(delete(tokens).where(tokens.c.user == user))
            rows = await connection.execute(select(*_USER).where(users.c.id == user))
            return User(*rows.one())

    # --- passkeys ----------------------------------------------------------------------------

    async def add_passkey_challenge(self, challenge: bytes, user: str | None, expires: int) -> None:
        """Store a WebAuthn challenge for that user, or for any user."""
        row = {"challenge": challenge, "user": user, "expires": expires}
        async with self._database.write() as connection:
            await connection.execute(passkey_challenges.insert(), row)

    async def consume_passkey_challenge(self, challenge: bytes, user: str | None, now: int) -> bool:
        """Consume a challenge; True once, for the user it was stored for, until it expires."""
        taken = delete(passkey_challenges).where(
            passkey_challenges.c.challenge == challenge,
            passkey_challenges.c.user.is_not_distinct_from(user),
            passkey_challenges.c.expires > now,
        )
        async with self._database.write() as connection:
            return (await connection.execute(taken)).rowcount == 1

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Add a passkey; False if its id is known already."""
        row = {name: getattr(passkey, name) for name in Passkey.__slots__}
        new = self._database.insert(passkeys).on_conflict_do_nothing()
        async with self._database.write() as connection:
            return (await connection.execute(new, row)).rowcount == 1

    async def passkey(self, passkey: bytes) -> tuple[Passkey, User] | None:
        """Return the passkey with that id and its user, or None."""
        chosen = select(*_PASSKEY, *_USER).join(users, users.c.id == passkeys.c.user)
        async with self._database.read() as connection:
            rows = await connection.execute(chosen.where(passkeys.c.id == passkey))
            row = rows.one_or_none()
        cut = len(_PASSKEY)
        return None if row is None else (Passkey(*row[:cut]), User(*row[cut:]))

    async def passkeys(self, user: str) -> list[Passkey]:
        """Return the user's passkeys, oldest first."""
        chosen = select(*_PASSKEY).where(passkeys.c.user == user)
        async with self._database.read() as connection:
            rows = await connection.execute(chosen.order_by(passkeys.c.created, passkeys.c.id))
        return [Passkey(*row) for row in rows]

    async def use_passkey(self, passkey: bytes, count: int, now: int) -> bool:
        """Record a login; False if the counter did not increase, which suggests a cloned key."""
        goes_up = passkeys.c.count < count if count else passkeys.c.count == 0
        used = update(passkeys).where(passkeys.c.id == passkey, goes_up)
        async with self._database.write() as connection:
            recorded = used.values(count=count, used=now)
            return (await connection.execute(recorded)).rowcount == 1

    async def delete_passkey(self, user: str, passkey: bytes) -> bool:
        """Delete a passkey; False if it is not the user's or is their last way to log in."""
        others = passkeys.alias("others")
        another = exists().where(others.c.user == user, others.c.id != passkey)
        secret = exists().where(passwords.c.user == user)
        dropped = delete(passkeys).where(
            passkeys.c.user == user, passkeys.c.id == passkey, or_(another, secret)
        )
        async with self._database.write() as connection:
            await _lock(connection, user)
            return (await connection.execute(dropped)).rowcount == 1

    async def delete_password(self, user: str) -> bool:
        """Delete the password hash; False if the user has no passkey."""
        another = exists().where(passkeys.c.user == user)
        dropped = delete(passwords).where(passwords.c.user == user, another)
        async with self._database.write() as connection:
            await _lock(connection, user)
            return (await connection.execute(dropped)).rowcount == 1

    # --- expiry ------------------------------------------------------------------------------

    async def delete_expired(self, now: int) -> None:
        """Delete expired codes, challenges and name reservations."""
        async with self._database.write() as connection:
            for table in (recovery_codes, passkey_challenges, reserved_names):
                await connection.execute(delete(table).where(table.c.expires <= now))


async def _lock(connection: AsyncConnection, user: str) -> None:
    """Serialize concurrent changes of a user's ways to log in."""
    await connection.execute(select(users.c.id).where(users.c.id == user).with_for_update())
