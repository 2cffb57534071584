"""Reading rows of games without trusting them: what cannot have been stored is found out."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from qttt.server.games import Entry, Kind, Terms, digest

from .errors import StoreCorrupt
from .schema import entries, games

Cells: TypeAlias = Row[*tuple[Any, ...]]

ENTRY = tuple(entries.c[name] for name in Entry._fields)
_HEAD = (games.c.id, games.c.terms, games.c.version, games.c.digest)
_LINE = (entries.c.game, *ENTRY, entries.c.digest)


async def verify_some(connection: AsyncConnection, after: str, most: int) -> list[str]:
    """Verify the next games in the order of their ids; those that were verified.

    Raises ``StoreCorrupt``, naming the first bad entry.
    """
    chosen = select(*_HEAD).where(games.c.id > after).order_by(games.c.id).limit(most)
    return await _verify(connection, (await connection.execute(chosen)).all())


async def verify_game(connection: AsyncConnection, game: str) -> None:
    """Verify one game. Raises ``StoreCorrupt``, naming the first bad entry."""
    chosen = select(*_HEAD).where(games.c.id == game)
    await _verify(connection, (await connection.execute(chosen)).all())


def read_terms(game: str, text: str) -> Terms:
    """The terms of that game from its row. Raises ``StoreCorrupt`` for others."""
    try:
        terms = Terms.from_json(text)
    except (ValueError, TypeError, KeyError) as error:
        raise _bad(game, f"its terms cannot be read ({error})") from error
    if terms.game != game:
        raise _bad(game, f"its terms are those of game {terms.game}")
    return terms


def read_line(game: str, columns: Sequence[Any]) -> Entry:
    """The entry with these columns. Raises ``StoreCorrupt`` for what is none."""
    version, kind, *others = columns
    try:
        return Entry(version, Kind(kind), *others)
    except ValueError as error:
        raise _bad(game, f"entry {version} is of an unknown kind, {kind!r}") from error


async def _verify(connection: AsyncConnection, heads: Sequence[Cells]) -> list[str]:
    if not heads:
        return []
    # A range, for there is no limit to how many games that names.
    asked = select(*_LINE).where(entries.c.game.between(heads[0].id, heads[-1].id))
    rows = await connection.execute(asked.order_by(entries.c.game, entries.c.version))
    logs = {game: list(lines) for game, lines in groupby(rows, attrgetter("game"))}
    for head in heads:
        # Entries that came in between the two questions are not this head's.
        lines = logs.get(head.id, [])
        _verify_log(head, [line for line in lines if line.version <= head.version])
    return [head.id for head in heads]


def _verify_log(head: Cells, lines: Iterable[Cells]) -> None:
    game, count, last = head.id, 0, read_terms(head.id, head.terms).digest
    for count, line in enumerate(lines, start=1):
        if line.version != count:
            raise _bad(game, f"entry {count} is missing")
        last = digest(last, read_line(game, line[1:-1]))
        if last != line.digest:
            raise _bad(game, f"entry {count} is not what was stored, or what was before it")
    if count != head.version:
        raise _bad(game, f"entry {count + 1} is missing")
    if last != head.digest:
        raise _bad(game, f"its digest is not that of entry {head.version}")


def _bad(game: str, what: str) -> StoreCorrupt:
    return StoreCorrupt(
        f"game {game} is not as it was stored: {what}; restore the game from a backup"
    )
