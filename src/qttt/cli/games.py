"""Reading games from a file in any notation."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from qttt.game import Node, Rules
from qttt.notation import RESULTS, Record, from_record, read, read_records
from qttt.notation.armour import (
    MAX_TEXT_BYTES,
    DamagedError,
    RecoveredText,
    load_text,
    save_text,
    unarmour,
)

from .errors import CliError, cli_error
from .options import STANDARD

_RECORD = re.compile(r"\s*(?:[\[{;(]|\d+\.)")
_RESULTS = frozenset(RESULTS) - {"1-1"}  # also a mark in the last square


@dataclass(frozen=True)
class LoadedGame:
    """A game: the last node of its main line, and its record, if any."""

    end: Node
    record: Record = field(default_factory=Record)

    @property
    def root(self) -> Node:
        """The node at which it starts."""
        return self.end.root

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.root.position.rules

    @property
    def result(self) -> str:
        """The result as in a record, or ``*``."""
        outcome = self.end.position.outcome
        return outcome.result if outcome else self.record.result


def read_source(source: Path) -> RecoveredText:
    """Read a file or standard input, repairing damage.

    Raises ``CliError`` or ``OSError``.
    """
    try:
        if source == STANDARD:
            return unarmour(sys.stdin.buffer.read(3 * MAX_TEXT_BYTES + 3))
        return load_text(source)
    except DamagedError as error:
        raise CliError("damaged", str(error)) from error
    except ValueError as error:
        raise CliError("file", f"{source}: {error}") from error


def games_in(text: str, source: Path, rules: Rules | None) -> list[LoadedGame]:
    """Read the games of a text: records, or one game per non-empty line.

    ``rules`` apply to games that do not name theirs. Raises as ``read`` and ``read_records``.

    Raises:
        CliError: A record names other rules, or there is no game.
    """
    if source.suffix == ".qtn" or looks_like_records(text):
        games = [_replay_game(record, rules) for record in read_records(text)]
    else:
        games = list(_lines(text, rules or Rules()))
    if not games:
        raise CliError("notation", f"no game in {source}")
    return games


def write_records(path: Path, texts: Iterable[str]) -> None:
    """Write armoured records to one file, atomically. Raises ``CliError`` or ``OSError``."""
    try:
        save_text(path, "\n".join(texts))
    except ValueError as error:
        raise CliError("file", f"{path}: {error}") from error


def looks_like_records(text: str) -> bool:
    """Return whether a text starts like a record or ends with a result.

    >>> looks_like_records("1. 12 *"), looks_like_records("12 *"), looks_like_records("12 23")
    (True, True, False)
    """
    return bool(_RECORD.match(text)) or not _RESULTS.isdisjoint(text.split()[-1:])


def _replay_game(record: Record, rules: Rules | None) -> LoadedGame:
    if rules is not None:
        record.tags.setdefault("Rules", str(rules))
    end = from_record(record)
    if rules not in (None, end.position.rules):
        named = str(end.position.rules)
        raise CliError("rules", f"a game has the rules {named!r}, not {str(rules)!r}")
    return LoadedGame(end, record)


def _lines(text: str, rules: Rules) -> Iterator[LoadedGame]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield LoadedGame(_read_line(line, number, rules))


def _read_line(line: str, number: int, rules: Rules) -> Node:
    """Read the game on a line. Raises ``CliError`` with the position of the error."""
    try:
        return read(line, rules)
    except ValueError as error:
        if (report := cli_error(error)) is None:
            raise
        raise CliError(report.kind, report.message, number, report.column) from error
