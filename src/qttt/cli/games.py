"""Reading games from a file in any notation, one after the other, and writing records."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TypeVar

from qttt.game import Node, Rules
from qttt.notation import Record, from_record, iter_records, looks_like_records, read
from qttt.notation.armour import MAX_TEXT_BYTES, save_text
from qttt.notation.files import replacing
from qttt.notation.tokens import MAX_TEXT_CHARS

from . import output
from .errors import CliError, cli_error

T = TypeVar("T")


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


def games_in(parts: Iterable[str], source: Path, rules: Rules | None) -> Iterator[LoadedGame]:
    """Read the games of a text that comes in parts: records, or one game per non-empty line.

    ``rules`` apply to games that do not name theirs. Raises as ``read`` and ``iter_records``.

    Raises:
        CliError: A record names other rules, or there is no game.
    """
    parts = iter(parts)
    start = next(parts, "")
    whole = chain([start], parts)
    if source.suffix == ".qtn" or looks_like_records(start):
        yield from (_replay_game(record, rules) for record in records_in(whole, source))
    else:
        yield from _nonempty(_lines(whole, rules or Rules()), source)


def records_in(parts: Iterable[str], source: Path) -> Iterator[Record]:
    """Read records one after the other. Raises as ``iter_records``, and ``CliError`` for none."""
    return _nonempty(iter_records(parts), source)


def _nonempty(items: Iterable[T], source: Path) -> Iterator[T]:
    """Yield the games in ``source``. Raises ``CliError`` if there are none."""
    is_empty = True
    for item in items:
        is_empty = False
        yield item
    if is_empty:
        raise CliError("notation", f"no game in {source}")


def numbered(items: Iterable[T]) -> Iterator[tuple[int | None, T]]:
    """Number games from 1; a game alone has no number."""
    rest = iter(items)
    first = list(zip(range(2), rest, strict=False))
    if len(first) == 1:
        yield None, first[0][1]
        return
    yield from enumerate(chain((item for _, item in first), rest), 1)


def write_records(path: Path, texts: Iterable[str]) -> None:
    """Write records to one file, atomically: armoured, unless they are too long for that.

    Raises ``CliError`` or ``OSError``.
    """
    rest, held, size = iter(texts), list[str](), 0
    while size <= MAX_TEXT_BYTES and (text := next(rest, None)) is not None:
        held.append(text)
        size += len(text.encode()) + (len(held) > 1)
    if size <= MAX_TEXT_BYTES:
        save_text(path, "\n".join(held))
        return
    with replacing(path) as write:
        write("\n".join(held).encode())
        for text in rest:
            write(f"\n{text}".encode())
    limit = MAX_TEXT_BYTES // 1024
    output.note(f"{path}: damage cannot be repaired later, as there are more than {limit} KiB")


def _replay_game(record: Record, rules: Rules | None) -> LoadedGame:
    if rules is not None:
        record.tags.setdefault("Rules", str(rules))
    end = from_record(record)
    if rules not in (None, end.position.rules):
        named = str(end.position.rules)
        raise CliError("rules", f"a game has the rules {named!r}, not {str(rules)!r}")
    return LoadedGame(end, record)


def _lines(parts: Iterable[str], rules: Rules) -> Iterator[LoadedGame]:
    """Read a game on each line that is not empty."""
    number, rest = 1, ""
    for part in chain(parts, ["\n"]):
        *lines, rest = (rest + part).split("\n")
        for line in lines:
            if line.strip():
                yield LoadedGame(_read_line(line, number, rules))
            number += 1
        if len(rest) > MAX_TEXT_CHARS:
            _read_line(rest, number, rules)


def _read_line(line: str, number: int, rules: Rules) -> Node:
    """Read the game on a line. Raises ``CliError`` with the position of the error."""
    try:
        return read(line, rules)
    except ValueError as error:
        if (report := cli_error(error)) is None:
            raise
        raise CliError(report.kind, report.message, number, report.column) from error
