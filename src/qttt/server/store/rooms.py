"""Class rooms in the database. Results of games are read from ``games``.

All times are milliseconds since the epoch. Package ``rooms`` defines the allowed changes.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
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

from qttt.server.games.terms import Terms
from qttt.server.protocol.shared import RoomKind
from qttt.texts.folders import REFERENCE

from .append import NO_RESULT
from .calling_off import CallOff, ClosedRooms, call_off, close_rooms
from .database import StorePart, insert_new, reads, upsert, writes
from .games import begin_game, delete_guest_games
from .people import lock_user, lock_users, session_ended
from .schema import IS_PAIRING, games, poll_answers, polls, room_games, room_members, rooms

Stage = Literal["gathering", "playing", "over"]
MAX_EXPIRED_ROOMS = 20
"""Rooms deleted in one transaction."""
MemberStatus = Literal["here", "left", "removed"]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a room. ``number`` counts members from 1, ``came`` is when they last joined."""

    number: int
    user: str
    name: str
    came: int
    presence: MemberStatus = "here"

    @property
    def is_active(self) -> bool:
        """Whether the member can be paired."""
        return self.presence == "here"


@dataclass(frozen=True, slots=True)
class RoomGame:
    """A game between the members with the numbers ``x`` and ``o``.

    ``result`` is empty and ``ended`` None until the game ends. ``is_off``: the game was called off,
    which ended it without a result.
    """

    game: str
    round: int
    x: int
    o: int
    is_off: bool = False
    result: str = ""
    ended: int | None = None

    @property
    def is_unfinished(self) -> bool:
        """Whether its players cannot be paired yet."""
        return not (self.is_off or self.result)

    @property
    def counts(self) -> bool:
        """Whether it has a result that counts for the standings."""
        return not self.is_off and self.result not in ("", "*")


@dataclass(frozen=True, slots=True)
class Room:
    """A class room; every change except the end of a game increments ``version``.

    It is deleted at ``expires``. ``language`` is that of automatic nicknames. ``is_locked``: nobody
    else can join.
    ``round`` counts the rounds started; it is 0 in an arena. ``members`` are sorted by number,
    ``games`` by start.
    """

    code: str
    title: str
    teacher: str
    kind: RoomKind
    rules: str
    clock: str
    created: int
    expires: int
    language: str = REFERENCE
    stage: Stage = "gathering"
    is_paused: bool = False
    is_locked: bool = False
    round: int = 0
    version: int = 1
    members: tuple[Member, ...] = ()
    games: tuple[RoomGame, ...] = ()

    def member(self, number: int) -> Member | None:
        return self.members[number - 1] if 1 <= number <= len(self.members) else None

    def member_of(self, user: str) -> Member | None:
        return next((member for member in self.members if member.user == user), None)

    @property
    def active_members(self) -> tuple[Member, ...]:
        """The members who have neither left nor been removed."""
        return tuple(member for member in self.members if member.is_active)


_ROOM = tuple(rooms.c[name] for name in Room.__slots__ if name not in ("members", "games"))
_MEMBER = tuple(room_members.c[name] for name in Member.__slots__)
_ENDS = {"result": games.c.result, "ended": games.c.at.label("ended")}
_GAME = tuple(_ENDS[name] if name in _ENDS else room_games.c[name] for name in RoomGame.__slots__)


def _rooms_to_pair() -> Select[str]:
    """Return the query of ``RoomStore.rooms_to_pair``."""
    pair = room_games.join(games, games.c.id == room_games.c.game)
    is_theirs = or_(
        room_games.c.x == room_members.c.number, room_games.c.o == room_members.c.number
    )
    busy = exists().select_from(pair)
    busy = busy.where(room_games.c.room == room_members.c.room, is_theirs)
    is_playing = games.c.result == ""
    is_absent = and_(games.c.result == NO_RESULT, games.c.at >= room_members.c.came)
    cannot_play = and_(or_(is_playing, is_absent), not_(room_games.c.is_off))
    busy = busy.where(or_(cannot_play, games.c.at > bindparam("since")))
    return (
        select(rooms.c.code)
        .join(room_members, room_members.c.room == rooms.c.code)
        .where(IS_PAIRING, not_(rooms.c.is_paused), room_members.c.presence == "here", not_(busy))
        .group_by(rooms.c.code)
        .having(func.count() > 1)
    )


_ROOM_COLUMNS = tuple(table.c.room for table in (poll_answers, polls, room_games, room_members))
_TO_PAIR = _rooms_to_pair()
"""Built once, because it is executed every second."""


class RoomStore(StorePart):
    """Class rooms, changed with optimistic locking by ``Room.version``."""

    @writes
    def add(self, connection: Connection, room: Room) -> bool:
        """Add a room without members; False if its code is in use.

        Raises ``RequestError`` if the teacher is deleted.
        """
        lock_user(connection, room.teacher)
        return insert_new(connection, rooms, _row(room))

    @reads
    def room(self, connection: Connection, code: str) -> Room | None:
        """Return the room with that code and the current results of its games, or None."""
        matching = _rooms(connection, rooms.c.code == code)
        return matching[0] if matching else None

    @reads
    def open_rooms(self, connection: Connection, teacher: str) -> list[Room]:
        """Return the teacher's rooms that are not over, newest first."""
        is_open = and_(rooms.c.teacher == teacher, rooms.c.stage != "over")
        return _rooms(connection, is_open)

    @writes
    def update(
        self,
        connection: Connection,
        room: Room,
        new: Sequence[Terms] = (),
        joining: str = "",
        off: CallOff | None = None,
    ) -> bool:
        """Store the room, create its new games and call games off, atomically.

        Returns False, changing nothing, unless the version is one more than the stored one, no
        player of the new games is deleted, and no game of ``off`` has ended. Members and games must
        not be removed. Raises ``RequestError`` if the user ``joining`` is deleted.
        """
        wanted = {
            joining,
            *(user for pairing in new for user in (pairing.x.user, pairing.o.user)),
        } - {""}
        missing = wanted - lock_users(connection, wanted)
        if joining in missing:
            raise session_ended()
        if missing:
            return False
        stored = select(rooms.c.version).where(rooms.c.code == room.code).with_for_update()
        if connection.execute(stored).scalar_one_or_none() != room.version - 1:
            return False
        if off and not call_off(connection, off):
            return False
        connection.execute(update(rooms).where(rooms.c.code == room.code).values(_row(room)))
        for terms in new:
            begin_game(connection, terms)
        _put_members(connection, room)
        _put_games(connection, room)
        return True

    @reads
    def rooms_to_pair(self, connection: Connection, since: int) -> list[str]:
        """Return running arenas in which two or more members have not played since then.

        Members whose last game was aborted do not count until they join again.
        """
        return list(connection.execute(_TO_PAIR, {"since": since}).scalars())

    async def delete_expired(self, before: int, now: int) -> ClosedRooms:
        """Delete rooms that expired before that time, with all but their games, which end.

        At most ``MAX_EXPIRED_ROOMS`` at a time: each can have hundreds of games.
        """
        expired = select(rooms.c.code).where(rooms.c.expires <= before)
        first = expired.order_by(rooms.c.expires, rooms.c.code).limit(MAX_EXPIRED_ROOMS)
        if not await self._has_any(expired):
            return ClosedRooms()
        return await self._database.write(partial(_delete_rooms, first, now))

    @writes
    def delete(self, connection: Connection, code: str, now: int) -> None:
        """Delete a room, and its finished games in which no account plays."""
        # The lock waits for polls and answers that are being added, and delays others.
        connection.execute(select(rooms.c.code).where(rooms.c.code == code).with_for_update())
        query = select(room_games.c.game).where(room_games.c.room == code)
        played = connection.execute(query).scalars().all()
        _delete(connection, [code])
        delete_guest_games(connection, played, now)


def _delete_rooms(query: Select[str], now: int, connection: Connection) -> ClosedRooms:
    """Delete the rooms that the query returns, in its order."""
    codes = connection.execute(query.with_for_update()).scalars().all()
    closed = close_rooms(connection, codes, now)
    _delete(connection, closed.codes)
    return closed


def _delete(connection: Connection, codes: Sequence[str]) -> None:
    """Delete these rooms, with all but their games."""
    for column in (*_ROOM_COLUMNS, rooms.c.code):
        connection.execute(delete(column.table).where(column.in_(codes)))


def _put_members(connection: Connection, room: Room) -> None:
    rows = [{"room": room.code, **asdict(member)} for member in room.members]
    upsert(connection, room_members, rows, changed=["name", "came", "presence"])


def _put_games(connection: Connection, room: Room) -> None:
    rows = [
        {"room": room.code, "place": place, **asdict(pairing)}
        for place, pairing in enumerate(room.games)
    ]
    for row in rows:
        del row["result"], row["ended"]
    upsert(connection, room_games, rows, changed=["is_off"])


def _row(room: Room) -> dict[str, Any]:
    return {column.name: getattr(room, column.name) for column in _ROOM}


def _rooms(connection: Connection, which: ColumnElement[bool]) -> list[Room]:
    """Return the matching rooms with members and games, newest first."""
    query = select(*_ROOM).where(which).order_by(rooms.c.created.desc(), rooms.c.code.desc())
    return [
        Room(
            **row._mapping,
            members=_members(connection, row.code),
            games=_games(connection, row.code),
        )
        for row in connection.execute(query).all()
    ]


def _members(connection: Connection, code: str) -> tuple[Member, ...]:
    query = select(*_MEMBER).where(room_members.c.room == code).order_by(room_members.c.number)
    return tuple(Member(**row._mapping) for row in connection.execute(query))


def _games(connection: Connection, code: str) -> tuple[RoomGame, ...]:
    pair = room_games.join(games, games.c.id == room_games.c.game)
    query = select(*_GAME).select_from(pair).where(room_games.c.room == code)
    rows = connection.execute(query.order_by(room_games.c.place))
    return tuple(_game(RoomGame(**row._mapping)) for row in rows)


def _game(game: RoomGame) -> RoomGame:
    """Clear ``ended``, which holds the time of the last entry, while the game is unfinished."""
    return game if game.result else replace(game, ended=None)
