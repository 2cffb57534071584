"""Reading and verifying rows of games, without trusting the database."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, select

from qttt.server.games import EntryKind, LogEntry, Terms, entry_digest

from .errors import StoreCorrupt
from .schema import entries, games

Cells: TypeAlias = Row[*tuple[Any, ...]]

ENTRY_COLUMNS = tuple(entries.c[name] for name in LogEntry._fields)
_HEAD = (games.c.id, games.c.terms, games.c.version, games.c.digest)
_ENTRY = (entries.c.game, *ENTRY_COLUMNS, entries.c.digest)


def verify_some(connection: Connection, after: str, limit: int) -> list[str]:
    """Verify at most ``limit`` games with ids above ``after``; return their ids in order.

    Raises ``StoreCorrupt``, naming the first bad entry.
    """
    chosen = select(*_HEAD).where(games.c.id > after).order_by(games.c.id).limit(limit)
    return _verify(connection, connection.execute(chosen).all())


def verify_game(connection: Connection, game: str) -> None:
    """Verify one game. Raises ``StoreCorrupt``, naming the first bad entry."""
    chosen = select(*_HEAD).where(games.c.id == game)
    _verify(connection, connection.execute(chosen).all())


def parse_terms(game: str, text: str) -> Terms:
    """Parse the terms of that game. Raises ``StoreCorrupt`` if they are invalid."""
    try:
        terms = Terms.from_json(text)
    except (ValueError, TypeError, KeyError) as error:
        raise corrupt_game(game, f"its terms cannot be read ({error})") from error
    if terms.game != game:
        raise corrupt_game(game, f"its terms are those of game {terms.game}")
    return terms


def entry_from_row(game: str, columns: Sequence[Any]) -> LogEntry:
    """Return the entry with these columns. Raises ``StoreCorrupt`` for an unknown kind."""
    version, kind, *others = columns
    try:
        return LogEntry(version, EntryKind(kind), *others)
    except ValueError as error:
        raise corrupt_game(game, f"entry {version} has the unknown kind {kind!r}") from error


def _verify(connection: Connection, heads: Sequence[Cells]) -> list[str]:
    if not heads:
        return []
    # A range of ids, as the number of parameters of a statement is limited.
    chosen = select(*_ENTRY).where(entries.c.game.between(heads[0].id, heads[-1].id))
    rows = connection.execute(chosen.order_by(entries.c.game, entries.c.version))
    logs = {game: list(log) for game, log in groupby(rows, attrgetter("game"))}
    for head in heads:
        # Ignore entries added between the two queries.
        log = logs.get(head.id, [])
        _verify_log(head, [row for row in log if row.version <= head.version])
    return [head.id for head in heads]


def _verify_log(head: Cells, log: Iterable[Cells]) -> None:
    game, count, last = head.id, 0, parse_terms(head.id, head.terms).digest
    for count, row in enumerate(log, start=1):
        if row.version != count:
            raise corrupt_game(game, f"entry {count} is missing")
        last = entry_digest(last, entry_from_row(game, row[1:-1]))
        if last != row.digest:
            raise corrupt_game(game, f"entry {count} or one before it was changed")
    if count != head.version:
        raise corrupt_game(game, f"entry {count + 1} is missing")
    if last != head.digest:
        raise corrupt_game(game, f"its digest does not match entry {head.version}")


def corrupt_game(game: str, reason: str) -> StoreCorrupt:
    """Return the error for a damaged game."""
    return StoreCorrupt(f"game {game} is corrupt: {reason}; restore the game from a backup")
