"""Check that a store holds every acknowledged entry and nothing that was not appended."""

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from qttt.play.log import EntryKind, LogEntry, entry_digest
from qttt.server.store.packing import unpack_terms

APPENDER = (sys.executable, "-m", "tests.server.store.appender")
"""The command of the appender, without arguments, in the repository's folder."""


def latest(acks: Iterable[str]) -> dict[str, int]:
    """Return the last acknowledged version of each game, from the appender's output."""
    versions: defaultdict[str, int] = defaultdict(int)
    for line in acks:
        game, version, name = line.split()
        assert name == f"{game}-{version}"
        versions[game] = max(versions[game], int(version))
    return dict(versions)


def problems(path: Path, versions: dict[str, int]) -> list[str]:
    """Return what is wrong with a SQLite file, read without the store's queries.

    Every entry up to the last acknowledged one must exist with its id, and the digest chain of each
    game must be valid.
    """
    connection = sqlite3.connect(path)
    try:
        (integrity,) = connection.execute("PRAGMA integrity_check").fetchone()
        has_tables = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'games'")
        stored = dict(_games(connection)) if has_tables.fetchone() else {}
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.close()
    found = [] if integrity == "ok" else [integrity]
    found += [f"game {game} is broken" for game, version in stored.items() if version is None]
    found += [
        f"game {game} has {stored.get(game)} of {version} entries"
        for game, version in versions.items()
        if (stored.get(game) or 0) < version
    ]
    return found


def _games(connection: sqlite3.Connection) -> Iterator[tuple[str, int | None]]:
    """Yield each game with its version, or None if its chain is invalid."""
    query = (
        "SELECT version, kind, seat, body, at, spent, id, digest FROM entries "
        "WHERE game = ? ORDER BY version"
    )
    games = connection.execute("SELECT id, terms, version, digest FROM games").fetchall()
    for game, terms, version, head in games:
        last, count = unpack_terms(game, terms).digest, 0
        for number, kind, *columns, stored in connection.execute(query, (game,)):
            entry, count = LogEntry(number, EntryKind(kind), *columns), count + 1
            last = entry_digest(last, entry)
            if (last, number, entry.id) != (stored, count, f"{game}-{number}"):
                last = b""
        yield game, version if (last, count) == (head, version) else None
