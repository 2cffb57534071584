"""Whether a store has all that it has acknowledged, and nothing that was not appended."""

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from qttt.server.games import Entry, Kind, Terms, digest

APPENDER = (sys.executable, str(Path(__file__).with_name("appender.py")))
"""The command that appends, before its arguments."""


def latest(acks: Iterable[str]) -> dict[str, int]:
    """The last version of each game that was acknowledged, from the appender's lines."""
    told: defaultdict[str, int] = defaultdict(int)
    for line in acks:
        game, version, name = line.split()
        assert name == f"{game}-{version}"
        told[game] = max(told[game], int(version))
    return dict(told)


def lost(path: Path, told: dict[str, int]) -> list[str]:
    """What is wrong with the SQLite file, which is read without any of the store's code.

    Every entry has to be there up to the last that was acknowledged, under its id, and the chain
    of each game has to hold to its end.
    """
    connection = sqlite3.connect(path)
    try:
        (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
        has_tables = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'games'")
        there = dict(_games(connection)) if has_tables.fetchone() else {}
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.close()
    wrong = [] if sound == "ok" else [sound]
    wrong += [f"game {game} breaks off" for game, version in there.items() if version is None]
    wrong += [
        f"game {game} has {there.get(game)} of {version} entries"
        for game, version in told.items()
        if (there.get(game) or 0) < version
    ]
    return wrong


def _games(connection: sqlite3.Connection) -> Iterator[tuple[str, int | None]]:
    """Each game with its version, or None if the chain does not hold."""
    asked = (
        "SELECT version, kind, seat, body, at, spent, id, digest FROM entries "
        "WHERE game = ? ORDER BY version"
    )
    games = connection.execute("SELECT id, terms, version, digest FROM games").fetchall()
    for game, terms, version, head in games:
        last, count = Terms.from_json(terms).digest, 0
        for number, kind, *columns, stored in connection.execute(asked, (game,)):
            entry, count = Entry(number, Kind(kind), *columns), count + 1
            last = digest(last, entry)
            if (last, number, entry.id) != (stored, count, f"{game}-{number}"):
                last = b""
        yield game, version if (last, count) == (head, version) else None
