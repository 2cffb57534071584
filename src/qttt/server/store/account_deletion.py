"""Account deletion: the user's data is deleted, and their games are kept without the name.

The digest chain of a game starts with its terms, which include the players' names. Removing a name
recomputes the chain from the unchanged entries, so ``verify`` still passes.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import Connection, bindparam, delete, exists, not_, select, tuple_, update

from qttt.play.log import entry_digest
from qttt.server.games.terms import DELETED_NAME, Identity, Terms

from .database import StorePart, insert_new, writes
from .homework import delete_homework
from .packing import pack_terms
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
from .verify import parse_terms, read_logs

_OWNED = (
    *(passwords, passkeys, passkey_challenges, recovery_codes),
    *(tokens, ratings, seeks, challenges, progress),
)
"""Tables whose rows are deleted with their user."""

_IS_ENTRY = (entries.c.game == bindparam("which"), entries.c.version == bindparam("number"))
_UPDATE_DIGEST = update(entries).where(*_IS_ENTRY).values(digest=bindparam("new_digest"))


class AccountDeletion(StorePart):
    """Deletes users, and then their names in games."""

    @writes
    def delete_user(self, connection: Connection, user: str, expires: int) -> bool:
        """Delete all data of the user except games; False, changing nothing, during a game.

        The name stays reserved until ``expires``.
        """
        # The lock delays concurrent transactions that create a game with this user.
        owner = select(users.c.key).where(users.c.id == user).with_for_update()
        key = connection.execute(owner).scalar_one()
        plays = select(seats.c.game).where(seats.c.user == user, not_(seats.c.over)).limit(1)
        if connection.execute(plays).first():
            return False
        for table in _OWNED:
            connection.execute(delete(table).where(table.c.user == user))
        _leave_rooms(connection, user)
        delete_homework(connection, homework.c.teacher == user)
        without = {"name": DELETED_NAME, "key": None, "listed": False}
        connection.execute(update(users).where(users.c.id == user).values(**without))
        if key:
            insert_new(connection, reserved_names, {"key": key, "expires": expires})
        insert_new(connection, deleted_users, {"user": user})
        return True

    @writes
    def anonymize_games(self, connection: Connection, limit: int) -> int:
        """Anonymize up to ``limit`` seats of deleted users; return the number of games changed.

        The digest chains of the games are recomputed, so ``verify`` still passes.
        """
        left = _seats_of_deleted_users(connection, limit)
        for game, terms in _locked_terms(connection, left).items():
            _rewrite(connection, _without_names(terms, left[game]))
        freed = [(game, seat) for game, some in left.items() for seat in some]
        connection.execute(delete(seats).where(tuple_(seats.c.game, seats.c.seat).in_(freed)))
        _forget_deleted_users(connection)
        return len(left)


def _leave_rooms(connection: Connection, user: str) -> None:
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


def _seats_of_deleted_users(connection: Connection, limit: int) -> dict[str, set[str]]:
    """Return the seats of deleted users by game, except in games not rated yet."""
    chosen = (
        select(seats.c.game, seats.c.seat)
        .where(
            seats.c.user.in_(select(deleted_users.c.user)),
            seats.c.over,
            seats.c.game.not_in(select(open_games.c.game).where(AWAITS_RATING)),
        )
        .limit(limit)
    )
    by_game: defaultdict[str, set[str]] = defaultdict(set)
    for game, seat in connection.execute(chosen):
        by_game[game].add(seat)
    return by_game


def _locked_terms(connection: Connection, ids: Iterable[str]) -> dict[str, Terms]:
    """Return the terms of these games, locked until the transaction ends."""
    chosen = select(games.c.id, games.c.terms).where(games.c.id.in_(list(ids)))
    rows = connection.execute(chosen.order_by(games.c.id).with_for_update())
    return {game: parse_terms(game, text) for game, text in rows}


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
