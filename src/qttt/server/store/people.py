"""Users in the database: names, password hashes and tokens."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    not_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from qttt.server.errors import RequestError
from qttt.server.games.terms import DELETED_NAME, Terms

from .batching import Batcher
from .columns import TABLES
from .database import Database, StorePart, chunks, execute_many, insert_new, reads, upsert, writes
from .entities import AuthToken, User
from .schema import (
    challenges,
    passkeys,
    passwords,
    ratings,
    reserved_names,
    seeks,
    server_keys,
    tokens,
    users,
)

_IS_UNREFERENCED = tuple(
    not_(exists().where(key.parent == users.c.id))
    for table in TABLES.sorted_tables
    for key in table.foreign_keys
    if key.column is users.c.id and table is not ratings
)
"""Conditions for a user to whom no row but ratings belongs."""

IS_DELETED = and_(users.c.key.is_(None), users.c.name == DELETED_NAME)
"""The condition for a user whose account was deleted."""

USER_COLUMNS = tuple(users.c[name] for name in User.__slots__)
_TOKEN = tuple(tokens.c[name] for name in AuthToken.__slots__)
_HOLDERS = (
    select(*_TOKEN, *USER_COLUMNS)
    .join(users, users.c.id == tokens.c.user)
    .where(tokens.c.hash.in_(bindparam("hashes", expanding=True)))
)
_RENEW = (
    update(tokens)
    .where(tokens.c.hash == bindparam("token"))
    .ordered_values((tokens.c.expires, bindparam("expires")))
)


class Credential(NamedTuple):
    """What entitles to a token: a session, a password's hash, or a passkey's id."""

    session: bytes = b""
    password: str = ""
    passkey: bytes = b""


ANY = Credential()
"""For a user who has just been created."""


class PeopleStore(StorePart):
    """Users, their password hashes and tokens."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._holders = Batcher(self._tokens_and_users)
        self._renewals = Batcher(self._renew_tokens)

    async def add_user(self, user: User) -> bool:
        """Add a user; False if the name's key is taken."""
        try:
            return await self._add_user(user)
        except IntegrityError:
            return False

    @writes
    def _add_user(self, connection: Connection, user: User) -> bool:
        if user.key and _is_reserved(connection, user.key):
            return False
        connection.execute(users.insert(), asdict(user))
        return True

    @writes
    def add_guest(self, connection: Connection, user: User, token: AuthToken) -> bool:
        """Add a guest with a session; False if the session has ended."""
        is_new = insert_new(connection, users, asdict(user))
        if is_new:
            connection.execute(tokens.insert(), asdict(token))
        own = select(tokens.c.hash).where(tokens.c.hash == token.hash)
        return is_new or connection.execute(own).first() is not None

    @writes
    def key(self, connection: Connection, name: str, new: bytes) -> bytes:
        """Return the server's key of that name; ``new`` is stored if there is none."""
        insert_new(connection, server_keys, {"name": name, "key": new})
        chosen = select(server_keys.c.key).where(server_keys.c.name == name)
        return bytes(connection.execute(chosen).scalar_one())

    @reads
    def user(self, connection: Connection, user: str) -> User | None:
        rows = connection.execute(select(*USER_COLUMNS).where(users.c.id == user))
        return next((User(*row) for row in rows), None)

    @reads
    def user_by_name_key(self, connection: Connection, key: str) -> User | None:
        rows = connection.execute(select(*USER_COLUMNS).where(users.c.key == key))
        return next((User(*row) for row in rows), None)

    async def claim_name(
        self, name: str, key: str, password: str, new: AuthToken, by: bytes = b""
    ) -> bool:
        """Register a guest under a name, and replace their session ``by`` by ``new``.

        Their invitations then show the name instead of the guest's aliases. False, changing
        nothing, if it is taken or the user is registered. Raises like ``set_password``.
        """
        try:
            return await self._claim_name(name, key, password, new, by)
        except IntegrityError:
            return False

    @writes
    def _claim_name(
        self,
        connection: Connection,
        name: str,
        key: str,
        password: str,
        new: AuthToken,
        by: bytes,
    ) -> bool:
        user = new.user
        lock_user(connection, user, by)
        is_guest = (users.c.id == user, users.c.key.is_(None))
        claim = update(users).where(*is_guest).values(name=name, key=key)
        if _is_reserved(connection, key) or connection.execute(claim).rowcount == 0:
            return False
        store_password(connection, user, password)
        own = update(challenges).where(challenges.c.user == user)
        connection.execute(own.values(alias=None))
        replace_tokens(connection, new)
        return True

    @reads
    def password(self, connection: Connection, user: str) -> str | None:
        chosen = select(passwords.c.hash).where(passwords.c.user == user)
        return connection.execute(chosen).scalar_one_or_none()

    @writes
    def set_password(
        self, connection: Connection, password: str, new: AuthToken, by: bytes = b""
    ) -> None:
        """Set a user's password hash, and replace all of their tokens by the session ``new``.

        Raises ``RequestError`` if the user is deleted or the session ``by`` has ended.
        """
        lock_user(connection, new.user, by)
        store_password(connection, new.user, password)
        replace_tokens(connection, new)

    @writes
    def set_listed(self, connection: Connection, user: str, listed: bool) -> None:
        """Show the user on the leaderboards or not."""
        lock_user(connection, user)
        connection.execute(update(users).where(users.c.id == user).values(listed=listed))
        copies = update(ratings).where(ratings.c.user == user)
        connection.execute(copies.values(is_listed=listed))

    @writes
    def add_token(self, connection: Connection, token: AuthToken, by: Credential = ANY) -> None:
        """Add a token, if what entitles to it is still valid.

        Raises ``RequestError`` otherwise, or if the user is deleted.
        """
        lock_user(connection, token.user, by.session)
        if not _is_valid(connection, token.user, by):
            raise RequestError("wrong-login", "the way to log in has just changed; try again")
        connection.execute(tokens.insert(), asdict(token))

    async def token_and_user(self, token: bytes, now: int) -> tuple[AuthToken, User] | None:
        """Return the token with that hash and its user, or None if unknown or expired."""
        holder = await self._holders.get(token)
        return holder if holder and holder[0].expires > now else None

    @reads
    def _tokens_and_users(
        self, connection: Connection, hashes: Sequence[bytes]
    ) -> dict[bytes, tuple[AuthToken, User]]:
        cut, holders = len(_TOKEN), {}
        for chunk in chunks(hashes):
            for row in connection.execute(_HOLDERS, {"hashes": chunk}):
                token = AuthToken(*row[:cut])
                holders[token.hash] = (token, User(*row[cut:]))
        return holders

    @reads
    def valid_tokens(self, connection: Connection, hashes: Sequence[bytes], now: int) -> set[bytes]:
        """Return those of the hashes whose tokens exist and have not expired."""
        valid: set[bytes] = set()
        for chunk in chunks(hashes):
            chosen = select(tokens.c.hash).where(tokens.c.hash.in_(chunk), tokens.c.expires > now)
            valid.update(connection.execute(chosen).scalars())
        return valid

    async def renew_token(self, token: bytes, expires: int) -> None:
        """Set when the token expires; no-op if it does not exist."""
        await self._renewals.get((token, expires))

    @writes
    def _renew_tokens(
        self, connection: Connection, renewals: Sequence[tuple[bytes, int]]
    ) -> dict[tuple[bytes, int], None]:
        # In order: other processes may renew the same tokens.
        rows = [(expires, token) for token, expires in sorted(renewals)]
        execute_many(connection, _RENEW, rows)
        return {}

    @writes
    def delete_token(self, connection: Connection, token: bytes) -> bool:
        """Delete the token; False if it does not exist."""
        dropped = connection.execute(delete(tokens).where(tokens.c.hash == token))
        return dropped.rowcount == 1

    @reads
    def tokens(self, connection: Connection, user: str, kind: str) -> list[AuthToken]:
        """Return the user's tokens of that kind, oldest first."""
        chosen = select(*_TOKEN).where(tokens.c.user == user, tokens.c.kind == kind)
        rows = connection.execute(chosen.order_by(tokens.c.created, tokens.c.hash))
        return [AuthToken(*row) for row in rows]

    @writes
    def delete_expired(self, connection: Connection, before: int) -> None:
        """Delete tokens, seeks and challenges that expired before that time."""
        for table in (tokens, seeks, challenges):
            connection.execute(delete(table).where(table.c.expires <= before))

    async def delete_unused_guests(self, before: int) -> None:
        """Delete guests created before that time without tokens, games or anything but ratings."""
        await self._delete_in_batches(
            users.c.id,
            _is_unused(before),
            lambda ids, connection: _delete_unused(connection, ids, before),
        )


def lock_users(connection: Connection, ids: Iterable[str]) -> set[str]:
    """Serialize concurrent changes of users' data; return those of them who are not deleted.

    Whatever is written for a user locks the user first: so nothing is written after a deletion, and
    all locks are taken in one order.
    """
    wanted = sorted(set(ids) - {""})
    chosen = select(users.c.id).where(users.c.id.in_(wanted), not_(IS_DELETED)).order_by(users.c.id)
    # A weaker lock than that of a deletion: it does not delay rows that reference the user.
    locked = chosen.with_for_update(key_share=True)
    return set(connection.execute(locked).scalars()) if wanted else set()


def deleted_users_of(connection: Connection, terms: Terms) -> list[str]:
    """Return the deleted players of a game that was created in this transaction."""
    # Their rows are locked, as the seats refer to them.
    players = {terms.x.user, terms.o.user} - {""}
    chosen = select(users.c.id).where(users.c.id.in_(sorted(players)), IS_DELETED)
    return list(connection.execute(chosen).scalars())


def lock_user(connection: Connection, user: str, session: bytes = b"") -> None:
    """Lock one user. Raises ``RequestError`` if they are deleted, or the session has ended."""
    is_valid = bool(lock_users(connection, [user]))
    if is_valid and session:
        own = select(tokens.c.hash).where(tokens.c.hash == session, tokens.c.user == user)
        is_valid = connection.execute(own).first() is not None
    if not is_valid:
        raise session_ended()


def session_ended() -> RequestError:
    return RequestError("no-session", "this session has just ended")


def _is_valid(connection: Connection, user: str, by: Credential) -> bool:
    """Return whether the password hash or passkey, if it is one, is still the user's."""
    if by.password:
        chosen = select(passwords.c.user).where(passwords.c.hash == by.password)
        return connection.execute(chosen.where(passwords.c.user == user)).first() is not None
    if by.passkey:
        chosen = select(passkeys.c.user).where(passkeys.c.id == by.passkey)
        return connection.execute(chosen.where(passkeys.c.user == user)).first() is not None
    return True


def store_password(connection: Connection, user: str, password: str) -> None:
    """Set a user's password hash within a transaction."""
    upsert(connection, passwords, [{"user": user, "hash": password}], changed=["hash"])


def replace_tokens(connection: Connection, new: AuthToken) -> None:
    """Replace all sessions and bot tokens of a user by a new session, within a transaction."""
    connection.execute(delete(tokens).where(tokens.c.user == new.user))
    connection.execute(tokens.insert(), asdict(new))


def _is_reserved(connection: Connection, key: str) -> bool:
    """Return whether the name of a deleted user is still reserved."""
    rows = connection.execute(select(reserved_names.c.key).where(reserved_names.c.key == key))
    return rows.first() is not None


def is_name_taken(connection: Connection, key: str) -> bool:
    """Return whether a user has the name with that key, or it is still reserved."""
    owner = connection.execute(select(users.c.id).where(users.c.key == key)).first()
    return owner is not None or _is_reserved(connection, key)


def _delete_unused(connection: Connection, guests: Sequence[str], before: int) -> None:
    unused = select(users.c.id).where(users.c.id.in_(guests), *_is_unused(before))
    still_unused = connection.execute(unused.with_for_update()).scalars().all()
    connection.execute(delete(ratings).where(ratings.c.user.in_(still_unused)))
    connection.execute(delete(users).where(users.c.id.in_(still_unused)))


def _is_unused(before: int) -> tuple[ColumnElement[bool], ...]:
    return users.c.key.is_(None), users.c.created < before, *_IS_UNREFERENCED
