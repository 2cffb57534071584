"""Accounts in the database: passkeys, recovery codes, progress and deletion.

The digest chain of a game starts with its terms, which include the players' names. Removing the
name of a deleted user recomputes the chain from the unchanged entries, so ``verify`` still passes.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace

from sqlalchemy import (
    Connection,
    Delete,
    and_,
    bindparam,
    delete,
    exists,
    func,
    not_,
    or_,
    select,
    update,
)

from qttt.play.log import entry_digest
from qttt.server.errors import StoreCorrupt
from qttt.server.game_errors import log_game_error
from qttt.server.games.terms import DELETED_NAME, Identity, Terms

from .calling_off import ClosedRooms, close_rooms
from .database import StorePart, insert_new, reads, upsert, writes
from .entities import AuthToken, Passkey, User
from .homework import delete_homework
from .packing import pack_terms
from .people import IS_DELETED, USER_COLUMNS, lock_user, replace_tokens, store_password
from .schema import (
    AWAITS_RATING,
    challenges,
    deleted_users,
    entries,
    games,
    homework,
    open_games,
    passkey_challenges,
    passkeys,
    passwords,
    poll_answers,
    polls,
    progress,
    ratings,
    recovery_codes,
    reserved_names,
    room_members,
    rooms,
    seats,
    seeks,
    tokens,
    users,
)
from .verify import read_logs, readable_terms

_PASSKEY = tuple(passkeys.c[name] for name in Passkey.__slots__)
_OWNED = (
    *(passwords, passkeys, passkey_challenges, recovery_codes),
    *(tokens, ratings, seeks, challenges, progress),
)
"""Tables whose rows are deleted with their user."""

_IS_ENTRY = (entries.c.game == bindparam("which"), entries.c.version == bindparam("number"))
_UPDATE_DIGEST = update(entries).where(*_IS_ENTRY).values(digest=bindparam("new_digest"))


class AccountStore(StorePart):
    """Passkeys, recovery codes, progress in the app, and account deletion."""

    # --- progress in the app -----------------------------------------------------------------

    @reads
    def progress(self, connection: Connection, user: str) -> bytes | None:
        query = select(progress.c.text).where(progress.c.user == user)
        return connection.execute(query).scalar_one_or_none()

    @writes
    def update_progress(
        self, connection: Connection, user: str, change: Callable[[bytes | None], bytes]
    ) -> bytes:
        """Store and return what ``change`` makes of the user's progress, atomically."""
        lock_user(connection, user)  # there may be no progress yet
        query = select(progress.c.text).where(progress.c.user == user)
        changed = change(connection.execute(query).scalar_one_or_none())
        upsert(connection, progress, [{"user": user, "text": changed}], changed=["text"])
        return changed

    # --- recovery codes ----------------------------------------------------------------------

    @writes
    def set_codes(
        self,
        connection: Connection,
        user: str,
        codes: Sequence[bytes],
        now: int,
        session: bytes = b"",
    ) -> None:
        """Replace the user's recovery codes by those with these hashes.

        Raises ``RequestError`` if the user is deleted or that session has ended.
        """
        lock_user(connection, user, session)
        rows = [{"hash": code, "user": user, "created": now} for code in codes]
        connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
        connection.execute(recovery_codes.insert(), rows)

    @writes
    def add_reset_code(
        self, connection: Connection, user: str, code: bytes, now: int, expires: int
    ) -> None:
        """Add the hash of one recovery code that expires."""
        lock_user(connection, user)
        row = {"hash": code, "user": user, "created": now, "expires": expires}
        connection.execute(recovery_codes.insert(), row)

    @reads
    def count_codes(self, connection: Connection, user: str) -> int:
        """Return the number of unused codes that do not expire."""
        query = select(func.count()).where(
            recovery_codes.c.user == user, recovery_codes.c.expires.is_(None)
        )
        return connection.execute(query).scalar_one()

    @writes
    def recover(
        self,
        connection: Connection,
        key: str,
        code: bytes,
        password: str,
        now: int,
        new_session: Callable[[str], AuthToken],
        ended: Collection[bytes] = (),
        guests: Iterable[User] = (),
    ) -> User | None:
        """Consume a code of the user with that name key, and set the password hash.

        The session that ``new_session`` returns for the user's id replaces all of their tokens, and
        the sessions ``ended`` of others. ``guests`` are those of the others who are not stored: a
        guest who is stored without a token has no session. Returns None, changing nothing, if the
        code is not valid.
        """
        owner = select(users.c.id).where(users.c.key == key).with_for_update(key_share=True)
        user = connection.execute(owner).scalar_one_or_none()
        is_valid = or_(recovery_codes.c.expires.is_(None), recovery_codes.c.expires > now)
        used = delete(recovery_codes).where(
            recovery_codes.c.hash == code, recovery_codes.c.user == user, is_valid
        )
        if user is None or connection.execute(used).rowcount == 0:
            return None
        store_password(connection, user, password)
        replace_tokens(connection, new_session(user))
        for guest in guests:
            insert_new(connection, users, asdict(guest))
        connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
        rows = connection.execute(select(*USER_COLUMNS).where(users.c.id == user))
        return User(*rows.one())

    # --- passkeys ----------------------------------------------------------------------------

    @writes
    def add_passkey_challenge(
        self, connection: Connection, challenge: bytes, user: str | None, expires: int
    ) -> None:
        """Store a WebAuthn challenge for that user, or for any user."""
        if user:
            lock_user(connection, user)
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
    def add_passkey(self, connection: Connection, passkey: Passkey, session: bytes = b"") -> bool:
        """Add a passkey; False if its id is known already.

        Raises ``RequestError`` if the user is deleted or that session has ended.
        """
        lock_user(connection, passkey.user, session)
        return insert_new(connection, passkeys, asdict(passkey))

    @reads
    def passkey(self, connection: Connection, passkey: bytes) -> tuple[Passkey, User] | None:
        query = select(*_PASSKEY, *USER_COLUMNS).join(users, users.c.id == passkeys.c.user)
        rows = connection.execute(query.where(passkeys.c.id == passkey))
        row = rows.one_or_none()
        cut = len(_PASSKEY)
        return None if row is None else (Passkey(*row[:cut]), User(*row[cut:]))

    @reads
    def passkeys(self, connection: Connection, user: str) -> list[Passkey]:
        """Return the user's passkeys, oldest first."""
        query = select(*_PASSKEY).where(passkeys.c.user == user)
        rows = connection.execute(query.order_by(passkeys.c.created, passkeys.c.id))
        return [Passkey(*row) for row in rows]

    @writes
    def use_passkey(self, connection: Connection, passkey: bytes, count: int, now: int) -> bool:
        """Record a login; False if the counter did not increase, which suggests a cloned key."""
        goes_up = passkeys.c.count < count if count else passkeys.c.count == 0
        used = update(passkeys).where(passkeys.c.id == passkey, goes_up)
        recorded = used.values(count=count, used=now)
        return connection.execute(recorded).rowcount == 1

    @writes
    def delete_passkey(
        self, connection: Connection, passkey: bytes, new: AuthToken, by: bytes = b""
    ) -> bool:
        """Delete a passkey, and replace all tokens of its user by the session ``new``.

        False, changing nothing, if it is not the user's or is their last way to log in. Raises
        ``RequestError`` if the user is deleted or the session ``by`` has ended.
        """
        user = new.user
        others = passkeys.alias("others")
        another = exists().where(others.c.user == user, others.c.id != passkey)
        secret = exists().where(passwords.c.user == user)
        dropped = delete(passkeys).where(
            passkeys.c.user == user, passkeys.c.id == passkey, or_(another, secret)
        )
        return _delete_login(connection, dropped, new, by)

    @writes
    def delete_password(self, connection: Connection, new: AuthToken, by: bytes = b"") -> bool:
        """Delete the password hash, and replace all tokens of its user by the session ``new``.

        False, changing nothing, if the user has no passkey. Raises like ``delete_passkey``.
        """
        another = exists().where(passkeys.c.user == new.user)
        dropped = delete(passwords).where(passwords.c.user == new.user, another)
        return _delete_login(connection, dropped, new, by)

    # --- deletion ----------------------------------------------------------------------------

    @writes
    def delete_expired(self, connection: Connection, now: int) -> None:
        """Delete expired codes, challenges and name reservations."""
        for table in (recovery_codes, passkey_challenges, reserved_names):
            connection.execute(delete(table).where(table.c.expires <= now))

    @writes
    def delete_user(
        self, connection: Connection, user: str, now: int, expires: int, session: bytes = b""
    ) -> ClosedRooms | None:
        """Delete all data of the user except games; None, changing nothing, during a game.

        Returns the class rooms that the user taught, which are closed. The name stays reserved
        until ``expires``. Raises ``RequestError`` if the user is deleted or that session has ended.
        """
        # The lock delays concurrent transactions that write anything for this user.
        owner = select(users.c.key).where(users.c.id == user).with_for_update()
        key = connection.execute(owner).scalar_one()
        lock_user(connection, user, session)
        plays = select(seats.c.game).where(seats.c.user == user, not_(seats.c.over)).limit(1)
        if connection.execute(plays).first():
            return None
        closed = _delete_owned(connection, user, now)
        without = {"name": DELETED_NAME, "key": None, "listed": False}
        connection.execute(update(users).where(users.c.id == user).values(**without))
        if key:
            insert_new(connection, reserved_names, {"key": key, "expires": expires})
        insert_new(connection, deleted_users, {"user": user})
        return closed

    @reads
    def users_to_delete_again(self, connection: Connection) -> list[str]:
        """Return deleted users for whom earlier versions have stored something later."""
        owned = [exists().where(table.c.user == users.c.id) for table in _OWNED]
        teaches = exists().where(rooms.c.teacher == users.c.id, rooms.c.stage != "over")
        sets = exists().where(homework.c.teacher == users.c.id)
        attends = exists().where(
            room_members.c.user == users.c.id, room_members.c.presence != "removed"
        )
        known = exists().where(deleted_users.c.user == users.c.id)
        plays = and_(exists().where(seats.c.user == users.c.id), not_(known))
        query = select(users.c.id).where(IS_DELETED, or_(*owned, teaches, sets, attends, plays))
        return list(connection.execute(query).scalars())

    @writes
    def delete_again(self, connection: Connection, user: str, now: int) -> ClosedRooms:
        """Delete all data of a deleted user except games, and return the rooms that are closed."""
        connection.execute(select(users.c.id).where(users.c.id == user).with_for_update())
        closed = _delete_owned(connection, user, now)
        insert_new(connection, deleted_users, {"user": user})
        return closed

    @reads
    def games_of_deleted_users(self, connection: Connection) -> list[tuple[str, str]]:
        """Return (user, game) for the few unfinished games of deleted users."""
        deleted = select(deleted_users.c.user)
        query = select(seats.c.user, seats.c.game).where(
            seats.c.user.in_(deleted), not_(seats.c.over)
        )
        return [(user, game) for user, game in connection.execute(query)]

    @writes
    def anonymize_games(self, connection: Connection, limit: int) -> int:
        """Anonymize up to ``limit`` seats of deleted users; return the number of games changed.

        Damaged games are left alone; 0 if there are no others.
        """
        count = seen = 0
        while not count and (left := _seats_of_deleted_users(connection, limit, seen)):
            count = _anonymize(connection, left)
            seen += sum(map(len, left.values()))
        _forget_deleted_users(connection)
        return count


def _delete_login(connection: Connection, dropped: Delete, new: AuthToken, by: bytes) -> bool:
    """Delete a way to log in, and replace all tokens of its user; False if nothing is deleted."""
    lock_user(connection, new.user, by)
    if connection.execute(dropped).rowcount == 0:
        return False
    replace_tokens(connection, new)
    return True


def _delete_owned(connection: Connection, user: str, now: int) -> ClosedRooms:
    """Delete all data of the user but the name and games."""
    for table in _OWNED:
        connection.execute(delete(table).where(table.c.user == user))
    closed = _leave_rooms(connection, user, now)
    delete_homework(connection, homework.c.teacher == user)
    return closed


def _leave_rooms(connection: Connection, user: str, now: int) -> ClosedRooms:
    """Remove the user from all class rooms, and close those that they taught, without polls."""
    later = {"version": rooms.c.version + 1}
    joined = select(room_members.c.room).where(room_members.c.user == user)
    connection.execute(update(rooms).where(rooms.c.code.in_(joined)).values(**later))
    own = select(rooms.c.code).where(rooms.c.teacher == user)
    for table in (polls, poll_answers):
        connection.execute(delete(table).where(table.c.room.in_(own)))
    taught = update(rooms).where(rooms.c.teacher == user)
    connection.execute(taught.values(stage="over", is_paused=False, title="", **later))
    member = update(room_members).where(room_members.c.user == user)
    connection.execute(member.values(name=DELETED_NAME, presence="removed"))
    return close_rooms(connection, connection.execute(own).scalars().all(), now)


def _anonymize(connection: Connection, left: Mapping[str, set[str]]) -> int:
    """Anonymize these seats by game; return the number of games changed, without damaged ones."""
    count = 0
    for game, terms in _locked_terms(connection, left).items():
        try:
            _rewrite(connection, _without_names(terms, left[game]))
        except StoreCorrupt as error:
            log_game_error(str(error))
            continue
        # SQLite scans the table for a list of pairs.
        freed = delete(seats).where(seats.c.game == game, seats.c.seat.in_(left[game]))
        connection.execute(freed)
        count += 1
    return count


def _seats_of_deleted_users(connection: Connection, limit: int, skip: int) -> dict[str, set[str]]:
    """Return ``limit`` seats of deleted users by game, except in games not rated yet.

    The first ``skip`` are left out.
    """
    query = (
        select(seats.c.game, seats.c.seat)
        .where(
            seats.c.user.in_(select(deleted_users.c.user)),
            seats.c.over,
            seats.c.game.not_in(select(open_games.c.game).where(AWAITS_RATING)),
        )
        .order_by(seats.c.user, seats.c.created, seats.c.game)
        .limit(limit)
        .offset(skip)
    )
    by_game: defaultdict[str, set[str]] = defaultdict(set)
    for game, seat in connection.execute(query):
        by_game[game].add(seat)
    return by_game


def _locked_terms(connection: Connection, ids: Iterable[str]) -> dict[str, Terms]:
    """Return the terms of those games that are readable, locked until the transaction ends."""
    query = select(games.c.id, games.c.terms).where(games.c.id.in_(list(ids)))
    rows = connection.execute(query.order_by(games.c.id).with_for_update())
    return {game: terms for game, text in rows if (terms := readable_terms(game, text))}


def _rewrite(connection: Connection, terms: Terms) -> None:
    """Replace the terms of a game and recompute its digest chain."""
    game, last, digests = terms.game, terms.digest, []
    for entry in read_logs(connection, [game])[game].entries:
        last = entry_digest(last, entry)
        digests.append({"which": game, "number": entry.version, "new_digest": last})
    if digests:
        connection.execute(_UPDATE_DIGEST, digests)  # no-op if the game is folded
    changed = update(games).where(games.c.id == game)
    connection.execute(changed.values(terms=pack_terms(terms), digest=last))


def _without_names(terms: Terms, seats: set[str]) -> Terms:
    anonymous = Identity("", DELETED_NAME)
    x, o = "X" in seats, "O" in seats
    return replace(terms, x=anonymous if x else terms.x, o=anonymous if o else terms.o)


def _forget_deleted_users(connection: Connection) -> None:
    """Delete the rows of deleted users who are in no game, and ratings from their last games."""
    is_seated = exists().where(seats.c.user == deleted_users.c.user)
    done = select(deleted_users.c.user).where(not_(is_seated))
    connection.execute(delete(ratings).where(ratings.c.user.in_(done)))
    connection.execute(delete(deleted_users).where(not_(is_seated)))
