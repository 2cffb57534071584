"""Leaving for good: what is known of a user is deleted, and the games stay without the name.

A game's chain begins with its terms, and so with the names of its players. When a name is taken out
the chain is made anew, from entries that have not changed; ``verify`` finds the game as sound as
before.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import Connection, bindparam, delete, exists, not_, select, tuple_, update

from qttt.server.games import Terms, Who, digest
from qttt.server.games.terms import GONE

from .database import Database, unbroken
from .schema import (
    challenges,
    entries,
    games,
    kept_names,
    leavers,
    passkey_challenges,
    passkeys,
    passwords,
    ratings,
    recovery_codes,
    room_members,
    rooms,
    seats,
    seeks,
    tokens,
    users,
)
from .verifying import ENTRY, read_line, read_terms

_OWN = (passwords, passkeys, passkey_challenges, recovery_codes, tokens, ratings, seeks, challenges)
"""Tables in which all that a user has is deleted."""

_WHICH = (entries.c.game == bindparam("which"), entries.c.version == bindparam("number"))
_CHAIN = update(entries).where(*_WHICH).values(digest=bindparam("made"))


@unbroken
class SqlLeaving:
    """What of the ``AccountStore`` of a database is about leaving."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leave(self, user: str, expires: int) -> bool:
        """Forget all about the user but the games; False, changing nothing, while one goes on."""

        def leave(connection: Connection) -> bool:
            # Whoever begins a game with this user meanwhile waits, and finds nobody of this name.
            owner = select(users.c.key).where(users.c.id == user).with_for_update()
            key = connection.execute(owner).scalar_one()
            plays = select(seats.c.game).where(seats.c.user == user, not_(seats.c.over)).limit(1)
            if connection.execute(plays).first():
                return False
            for table in _OWN:
                connection.execute(delete(table).where(table.c.user == user))
            _leave_rooms(connection, user)
            without = {"name": GONE, "key": None, "listed": False}
            connection.execute(update(users).where(users.c.id == user).values(**without))
            if key:
                kept = {"key": key, "expires": expires}
                connection.execute(self._database.insert(kept_names).on_conflict_do_nothing(), kept)
            connection.execute(
                self._database.insert(leavers).on_conflict_do_nothing(), {"user": user}
            )
            return True

        return await self._database.write_at_once(leave)

    async def forget_names(self, limit: int) -> int:
        """Take the names of users who have left out of so many of their games; how many it was."""

        def forget(connection: Connection) -> int:
            found = _seats_of_leavers(connection, limit)
            for game, terms in _locked(connection, found).items():
                _rewrite(connection, _without(terms, found[game]))
            taken = [(game, seat) for game, gone in found.items() for seat in gone]
            connection.execute(delete(seats).where(tuple_(seats.c.game, seats.c.seat).in_(taken)))
            _forget_leavers(connection)
            return len(found)

        return await self._database.write_at_once(forget)


def _leave_rooms(connection: Connection, user: str) -> None:
    """The user is in no class room any more, and those that they taught are over."""
    later = {"version": rooms.c.version + 1}
    joined = select(room_members.c.room).where(room_members.c.user == user)
    connection.execute(update(rooms).where(rooms.c.code.in_(joined)).values(**later))
    taught = update(rooms).where(rooms.c.teacher == user)
    connection.execute(taught.values(stage="over", is_paused=False, title="", **later))
    member = update(room_members).where(room_members.c.user == user)
    connection.execute(member.values(name=GONE, presence="removed"))


def _seats_of_leavers(connection: Connection, limit: int) -> dict[str, set[str]]:
    """Games, with the seats in which somebody sat who has left; rated games are rated before."""
    chosen = (
        select(seats.c.game, seats.c.seat)
        .join(games, games.c.id == seats.c.game)
        .where(seats.c.user.in_(select(leavers.c.user)), seats.c.over, not_(games.c.owed))
        .limit(limit)
    )
    found: defaultdict[str, set[str]] = defaultdict(set)
    for game, seat in connection.execute(chosen):
        found[game].add(seat)
    return found


def _locked(connection: Connection, wanted: Iterable[str]) -> dict[str, Terms]:
    """The terms of these games, to which nobody adds until the transaction ends."""
    chosen = select(games.c.id, games.c.terms).where(games.c.id.in_(list(wanted)))
    rows = connection.execute(chosen.order_by(games.c.id).with_for_update())
    return {game: read_terms(game, text) for game, text in rows}


def _rewrite(connection: Connection, terms: Terms) -> None:
    """Give the game these terms, and make its chain anew."""
    game, last, made = terms.game, terms.digest, []
    lines = select(*ENTRY).where(entries.c.game == game).order_by(entries.c.version)
    for line in connection.execute(lines).all():
        last = digest(last, read_line(game, line))
        made.append({"which": game, "number": line.version, "made": last})
    if made:
        connection.execute(_CHAIN, made)
    anew = update(games).where(games.c.id == game)
    connection.execute(anew.values(terms=terms.to_json(), digest=last))


def _without(terms: Terms, gone: set[str]) -> Terms:
    nobody = Who("", GONE)
    x, o = "X" in gone, "O" in gone
    return replace(terms, x=nobody if x else terms.x, o=nobody if o else terms.o)


def _forget_leavers(connection: Connection) -> None:
    """Those who are in no game any more; a rating may have come while the last was waited for."""
    is_seated = exists().where(seats.c.user == leavers.c.user)
    through = select(leavers.c.user).where(not_(is_seated))
    connection.execute(delete(ratings).where(ratings.c.user.in_(through)))
    connection.execute(delete(leavers).where(not_(is_seated)))
