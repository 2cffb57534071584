"""Passkeys, recovery codes and progress in the database."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, exists, func, or_, select, update

from .account_deletion import AccountDeletion
from .database import insert_new, reads, upsert, writes
from .people import USER_COLUMNS, lock_user, store_password
from .schema import (
    passkey_challenges,
    passkeys,
    passwords,
    progress,
    recovery_codes,
    reserved_names,
    tokens,
    users,
)
from .values import Passkey, User

_PASSKEY = tuple(passkeys.c[name] for name in Passkey.__slots__)


class AccountStore(AccountDeletion):
    """Passkeys, recovery codes, progress in the app, and account deletion."""

    # --- progress in the app -----------------------------------------------------------------

    @reads
    def progress(self, connection: Connection, user: str) -> bytes | None:
        chosen = select(progress.c.text).where(progress.c.user == user)
        return connection.execute(chosen).scalar_one_or_none()

    @writes
    def update_progress(
        self, connection: Connection, user: str, change: Callable[[bytes | None], bytes]
    ) -> bytes:
        """Store and return what ``change`` makes of the user's progress, atomically."""
        lock_user(connection, user)  # there may be no progress yet
        chosen = select(progress.c.text).where(progress.c.user == user)
        changed = change(connection.execute(chosen).scalar_one_or_none())
        upsert(connection, progress, [{"user": user, "text": changed}], changed=["text"])
        return changed

    # --- recovery codes ----------------------------------------------------------------------

    @writes
    def set_codes(
        self, connection: Connection, user: str, codes: Sequence[bytes], now: int
    ) -> None:
        """Replace the user's recovery codes by those with these hashes."""
        rows = [{"hash": code, "user": user, "created": now} for code in codes]
        connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
        connection.execute(recovery_codes.insert(), rows)

    @writes
    def add_reset_code(
        self, connection: Connection, user: str, code: bytes, now: int, expires: int
    ) -> None:
        """Add the hash of one recovery code that expires."""
        row = {"hash": code, "user": user, "created": now, "expires": expires}
        connection.execute(recovery_codes.insert(), row)

    @reads
    def count_codes(self, connection: Connection, user: str) -> int:
        """Return the number of unused codes that do not expire."""
        chosen = select(func.count()).where(
            recovery_codes.c.user == user, recovery_codes.c.expires.is_(None)
        )
        return connection.execute(chosen).scalar_one()

    @writes
    def recover(
        self, connection: Connection, key: str, code: bytes, password: str, now: int
    ) -> User | None:
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
        user = connection.execute(used).scalar_one_or_none()
        if user is None:
            return None
        store_password(connection, user, password)
        connection.execute(delete(tokens).where(tokens.c.user == user))
        rows = connection.execute(select(*USER_COLUMNS).where(users.c.id == user))
        return User(*rows.one())

    # --- passkeys ----------------------------------------------------------------------------

    @writes
    def add_passkey_challenge(
        self, connection: Connection, challenge: bytes, user: str | None, expires: int
    ) -> None:
        """Store a WebAuthn challenge for that user, or for any user."""
        row = {"challenge": challenge, "user": user, "expires": expires}
        connection.execute(passkey_challenges.insert(), row)

    @writes
    def consume_passkey_challenge(
        self, connection: Connection, challenge: bytes, user: str | None, now: int
    ) -> bool:
        """Consume a challenge; True once, for the user it was stored for, until it expires."""
        taken = delete(passkey_challenges).where(
            passkey_challenges.c.challenge == challenge,
            passkey_challenges.c.user.is_not_distinct_from(user),
            passkey_challenges.c.expires > now,
        )
        return connection.execute(taken).rowcount == 1

    @writes
    def add_passkey(self, connection: Connection, passkey: Passkey) -> bool:
        """Add a passkey; False if its id is known already."""
        return insert_new(connection, passkeys, asdict(passkey))

    @reads
    def passkey(self, connection: Connection, passkey: bytes) -> tuple[Passkey, User] | None:
        chosen = select(*_PASSKEY, *USER_COLUMNS).join(users, users.c.id == passkeys.c.user)
        rows = connection.execute(chosen.where(passkeys.c.id == passkey))
        row = rows.one_or_none()
        cut = len(_PASSKEY)
        return None if row is None else (Passkey(*row[:cut]), User(*row[cut:]))

    @reads
    def passkeys(self, connection: Connection, user: str) -> list[Passkey]:
        """Return the user's passkeys, oldest first."""
        chosen = select(*_PASSKEY).where(passkeys.c.user == user)
        rows = connection.execute(chosen.order_by(passkeys.c.created, passkeys.c.id))
        return [Passkey(*row) for row in rows]

    @writes
    def use_passkey(self, connection: Connection, passkey: bytes, count: int, now: int) -> bool:
        """Record a login; False if the counter did not increase, which suggests a cloned key."""
        goes_up = passkeys.c.count < count if count else passkeys.c.count == 0
        used = update(passkeys).where(passkeys.c.id == passkey, goes_up)
        recorded = used.values(count=count, used=now)
        return connection.execute(recorded).rowcount == 1

    @writes
    def delete_passkey(self, connection: Connection, user: str, passkey: bytes) -> bool:
        """Delete a passkey; False if it is not the user's or is their last way to log in."""
        others = passkeys.alias("others")
        another = exists().where(others.c.user == user, others.c.id != passkey)
        secret = exists().where(passwords.c.user == user)
        dropped = delete(passkeys).where(
            passkeys.c.user == user, passkeys.c.id == passkey, or_(another, secret)
        )
        lock_user(connection, user)
        return connection.execute(dropped).rowcount == 1

    @writes
    def delete_password(self, connection: Connection, user: str) -> bool:
        """Delete the password hash; False if the user has no passkey."""
        another = exists().where(passkeys.c.user == user)
        dropped = delete(passwords).where(passwords.c.user == user, another)
        lock_user(connection, user)
        return connection.execute(dropped).rowcount == 1

    # --- expiry ------------------------------------------------------------------------------

    @writes
    def delete_expired(self, connection: Connection, now: int) -> None:
        """Delete expired codes, challenges and name reservations."""
        for table in (recovery_codes, passkey_challenges, reserved_names):
            connection.execute(delete(table).where(table.c.expires <= now))
