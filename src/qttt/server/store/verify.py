"""Reading, verifying and replaying games, without trusting the database.

A game and its entries are read with one statement, because others may be storing entries, or
folding them into the row of the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, Row, Select, select

from qttt.play.log import CorruptLog, EntryKind, LogEntry, entry_digest
from qttt.server.errors import StoreCorrupt
from qttt.server.game_errors import log_game_error
from qttt.server.games.game import GameState
from qttt.server.games.terms import Terms

from .append import NO_RESULT
from .database import MAX_VALUES, chunks, select_in
from .entities import GameLog
from .packing import unpack_log, unpack_terms
from .schema import entries, games, open_games, seats

Cells: TypeAlias = Row[*tuple[Any, ...]]

ENTRY_COLUMNS = tuple(entries.c[name] for name in LogEntry._fields)
_LOGS = (
    select(games.c.id, games.c.terms, games.c.log, *ENTRY_COLUMNS)
    .outerjoin(entries)
    .order_by(games.c.id, entries.c.version)
)
_VERIFIED = (
    select(*(games.c[name] for name in ("id", "terms", "log", "version", "digest")))
    .add_columns(*ENTRY_COLUMNS, entries.c.digest)
    .outerjoin(entries)
    .order_by(games.c.id, entries.c.version)
)
_SEAT = (
    *(seats.c.seat, seats.c.user, seats.c.created.label("seated"), seats.c.over),
    seats.c.is_private.label("is_seat_private"),
)
_OPEN = (
    open_games.c.created.label("opened"),
    open_games.c.is_private.label("is_open_private"),
    *(open_games.c[name] for name in ("check_at", "ended", "awaits_rating")),
)


def read_logs(connection: Connection, ids: Iterable[str]) -> dict[str, GameLog]:
    """Return those of the games that exist. Raises ``StoreCorrupt`` if one cannot be read."""
    logs = {}
    for chunk in chunks([*ids]):
        for game, rows in groupby(select_in(connection, _LOGS, games.c.id, chunk), itemgetter(0)):
            (_, text, log, *first), *others = rows
            terms = parse_terms(game, text)
            if log is not None:
                logs[game] = GameLog(terms, folded_entries(terms, log))
            else:
                stored = [
                    columns for columns in (first, *(row[3:] for row in others)) if columns[0]
                ]
                entered = (entry_from_row(game, columns) for columns in stored)
                logs[game] = GameLog(terms, tuple(entered))
    return logs


def verify_some(connection: Connection, after: str, limit: int) -> list[str]:
    """Verify at most ``limit`` games with ids above ``after``; return their ids in order.

    Raises ``StoreCorrupt``, naming the first bad entry.
    """
    page = select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(limit)
    return list(_verify(connection, games.c.id.in_(page)))


def verify_game(connection: Connection, game: str) -> None:
    """Verify one game. Raises ``StoreCorrupt``, naming the first bad entry."""
    list(_verify(connection, games.c.id == game))


def parse_terms(game: str, text: str) -> Terms:
    """Parse the terms of that game. Raises ``StoreCorrupt`` if they are invalid."""
    try:
        return unpack_terms(game, text)
    except (ValueError, TypeError) as error:
        raise corrupt_game(game, f"its terms cannot be read ({error})") from error


def readable_terms(game: str, text: str) -> Terms | None:
    """Parse the terms of that game; None if they are invalid, which is logged once."""
    try:
        return parse_terms(game, text)
    except StoreCorrupt as error:
        log_game_error(str(error))
        return None


def readable_games(
    connection: Connection, query: Select[Any], limit: int | None = None, skip: int = 0
) -> list[tuple[Any, ...]]:
    """Return the terms and further columns of the readable games among the rows of ``query``.

    The query returns id, packed terms and further columns, without a limit: it is read until there
    are ``limit`` games after the first ``skip``, so that damaged ones take no place.
    """
    streamed = query.execution_options(yield_per=limit or MAX_VALUES)
    with connection.execute(streamed) as rows:
        readable = (
            (terms, *others)
            for game, text, *others in rows
            if (terms := readable_terms(game, text))
        )
        return list(islice(readable, skip, limit and skip + limit))


def folded_entries(terms: Terms, log: str) -> tuple[LogEntry, ...]:
    """Return the entries of a folded game. Raises ``StoreCorrupt`` if they cannot be read."""
    try:
        return tuple(unpack_log(terms.created, log))
    except (ValueError, LookupError) as error:
        raise corrupt_game(terms.game, f"its folded log cannot be read ({error})") from error


def entry_from_row(game: str, columns: Sequence[Any]) -> LogEntry:
    """Return the entry with these columns. Raises ``StoreCorrupt`` for an unknown kind."""
    version, kind, *others = columns
    try:
        return LogEntry(version, EntryKind(kind), *others)
    except ValueError as error:
        raise corrupt_game(game, f"entry {version} has the unknown kind {kind!r}") from error


def _verify(connection: Connection, which: ColumnElement[bool]) -> Iterator[str]:
    """Verify these games, and yield their ids in order."""
    rows = connection.execute(_VERIFIED.where(which))
    for game, log in groupby(rows, itemgetter(0)):
        _verify_game(list(log))
        yield game


def _verify_game(rows: Sequence[Cells]) -> None:
    game, text, log, version, digest = rows[0][:5]
    count, terms = 0, parse_terms(game, text)
    last = terms.digest
    if log is None:
        chain = ((entry_from_row(game, row[5:-1]), row[-1]) for row in rows if row[5])
    else:
        chain = ((entry, None) for entry in folded_entries(terms, log))
    for count, (entry, wanted) in enumerate(chain, start=1):
        if entry.version != count:
            raise corrupt_game(game, f"entry {count} is missing")
        last = entry_digest(last, entry)
        if wanted not in (None, last):
            raise corrupt_game(game, f"entry {count} or one before it was changed")
    if count != version:
        raise corrupt_game(game, f"entry {count + 1} is missing")
    if last != digest:
        raise corrupt_game(game, f"its digest does not match entry {version}")


def corrupt_game(game: str, reason: str) -> StoreCorrupt:
    """Return the error for a damaged game."""
    return StoreCorrupt(f"game {game} is corrupt: {reason}; restore the game from a backup")


# --- replay ---------------------------------------------------------------------------------------


def replay_some(connection: Connection, after: str, limit: int) -> list[str]:
    """Replay at most ``limit`` games with ids above ``after``; return their ids in order.

    Raises ``StoreCorrupt``, naming the first wrong column.
    """
    page = select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(limit)
    query = select(*games.c, *_SEAT, *_OPEN).outerjoin(seats).outerjoin(open_games)
    query = query.where(games.c.id.in_(page))
    rows = connection.execute(query.order_by(games.c.id, seats.c.seat)).all()
    heads = {game: list(seated) for game, seated in groupby(rows, attrgetter("id"))}
    logs = read_logs(connection, heads)
    for game, seated in heads.items():
        _verify_columns(seated, logs[game].entries)
    return list(heads)


def _verify_columns(rows: Sequence[Cells], log: Sequence[LogEntry]) -> None:
    """Compare the row of a game, joined with its seats, with its replay."""
    head = rows[0]
    terms = parse_terms(head.id, head.terms)
    log = log[: head.version]  # entries can be added between the two queries
    state = _replayed(terms, log)
    is_open = head.opened is not None
    if is_open != (head.log is None):
        raise corrupt_game(head.id, f"it is {'open' if is_open else 'not open'}, unlike its log")
    for name, value in _columns(state, is_open=is_open).items():
        if getattr(head, name) != value:
            raise corrupt_game(head.id, f"{name} is {getattr(head, name)!r} and not {value!r}")
    is_late = head.check_at is None or head.check_at > (head.deadline or 0)
    if head.deadline is not None and is_late:
        raise corrupt_game(head.id, f"it is checked at {head.check_at!r}, after its deadline")
    is_ratable = head.rated and head.result not in ("", NO_RESULT)
    if head.awaits_rating and not is_ratable:
        raise corrupt_game(head.id, "it awaits a rating, but cannot be rated")
    _verify_seats(terms, rows, is_over=head.result != "")


def _replayed(terms: Terms, log: Sequence[LogEntry]) -> GameState:
    try:
        return GameState.replay(terms, log)
    except (CorruptLog, ValueError) as error:
        raise corrupt_game(terms.game, f"it cannot be replayed ({error})") from error


def _columns(state: GameState, *, is_open: bool) -> dict[str, Any]:
    """Return the columns that follow from a game's terms and entries."""
    terms = state.terms
    opened = {
        "opened": terms.created,
        "is_open_private": terms.private,
        "ended": state.ended_at,
    }
    return {
        "created": terms.created,
        "private": terms.private,
        # A deleted account is neither a user nor a level.
        "rated": terms.rated and not (terms.x.level or terms.o.level),
        "at": state.updated_at,
        "deadline": state.deadline,
        "result": state.result,
        "termination": state.termination,
        "turn": str(state.decider or ""),
        **(opened if is_open else {}),
    }


def _verify_seats(terms: Terms, rows: Sequence[Cells], *, is_over: bool) -> None:
    users = {seat: who.user for seat, who in (("X", terms.x), ("O", terms.o)) if who.user}
    if {row.seat: row.user for row in rows if row.seat} != users:
        raise corrupt_game(terms.game, "its seats are not those of its terms")
    for row in rows:
        if row.seat and row.seated != terms.created:
            raise corrupt_game(terms.game, f"seat {row.seat} has another time of creation")
        if row.seat and row.is_seat_private != terms.private:
            raise corrupt_game(terms.game, f"seat {row.seat} is private: {row.is_seat_private}")
        # A class room can call a game off before it ends.
        if row.seat and row.over != is_over and not (row.over and terms.room):
            raise corrupt_game(terms.game, f"seat {row.seat} is listed as over: {row.over}")
