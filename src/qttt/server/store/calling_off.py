"""Games of class rooms that the server ends, within the transaction that changes the room."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, update

from qttt.play.log import ABORTED, EntryKind, LogEntry
from qttt.server.games.game import AppendRequest, notices_of_entries

from .append import NO_RESULT
from .games import append_batch
from .schema import games, room_games
from .verify import readable_terms

OffReason = Literal["round", "room", "member"]
"""Why games are called off: the next round begins, the room is closed, a member is removed."""


class CallOff(NamedTuple):
    """Games of a room to be called off at the time ``at``."""

    games: frozenset[str]
    reason: OffReason
    at: int


class ClosedRooms(NamedTuple):
    """The codes of rooms that were closed, and their games that this has ended."""

    codes: tuple[str, ...] = ()
    games: tuple[str, ...] = ()


_GAME = (games.c.id, games.c.terms, games.c.version, games.c.at)


def call_off(connection: Connection, off: CallOff) -> bool:
    """Abort these games; False, changing nothing, if one of them is over already."""
    ends = _ends(connection, games.c.id.in_(off.games), off.reason, off.at)
    if len(ends) < len(off.games):
        return False
    append_batch(connection, ends, is_new=True)
    return True


def close_rooms(connection: Connection, codes: Sequence[str], at: int) -> ClosedRooms:
    """Abort the unfinished games of these rooms."""
    if not codes:
        return ClosedRooms()
    theirs = select(room_games.c.game).where(room_games.c.room.in_(codes))
    ends = _ends(connection, games.c.id.in_(theirs), "room", at)
    append_batch(connection, ends, is_new=True)
    ended = tuple(end.game for end in ends)
    if ended:
        off = update(room_games).where(room_games.c.game.in_(ended))
        connection.execute(off.values(is_off=True))
    return ClosedRooms(tuple(codes), ended)


def _ends(
    connection: Connection, which: ColumnElement[bool], reason: OffReason, at: int
) -> list[AppendRequest]:
    """Lock the unfinished ones of these games, and return the appends that end them."""
    query = select(*_GAME).where(which, games.c.result == "").order_by(games.c.id)
    rows = connection.execute(query.with_for_update(key_share=True)).all()
    return [_end(*row, reason=reason, at=at) for row in rows]


def _end(
    game: str, text: str, version: int, updated_at: int, *, reason: OffReason, at: int
) -> AppendRequest:
    entry = LogEntry(version + 1, EntryKind.ABORT, "", reason, max(at, updated_at))
    terms = readable_terms(game, text)
    notices = notices_of_entries(terms, (entry,), "", has_ended=True) if terms else ()
    return AppendRequest(game, (entry,), None, NO_RESULT, ABORTED, notices=notices)
