"""``qttt convert``: converts games between notations, and to pictures of the last position."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Literal, NamedTuple

from qttt.game import Rules
from qttt.notation import UnwritableError, format_goff, format_moves, to_record, write_record
from qttt.notation.armour import repair_note
from qttt.notation.files import replacing
from qttt.notation.points import format_count
from qttt.notation.text import board_text

from . import output
from .declared import Option, command
from .errors import CliError, one_line
from .games import LoadedGame, games_in, numbered, write_records
from .options import FILE_HOLDS, STANDARD, Json, RulesIfUnnamed, Size, Source, read_rules_if_any
from .progress import ProgressReporter, games_progress
from .sources import read_source

Format = Literal["qtn", "goff", "moves", "svg", "text", "efg"]

_ONE_EACH = ("svg", "efg")
"""Formats with one game in a file."""

_DERIVED_TAGS = {"Rules", "Result", "Position"}
"""Tags that follow from the game itself."""


MAX_NOTES = 10
"""Number of games whose losses are reported one by one."""


class Converted(NamedTuple):
    """A game in the new format, and what was lost; ``number`` is None for a game alone."""

    number: int | None
    game: LoadedGame
    text: str
    lost: tuple[str, ...]


@command(epilog=FILE_HOLDS)
def convert(
    source: Source,
    to: Annotated[
        Format, Option(help="A record, Goff's string, moves, a picture, or games that follow.")
    ],
    out: Annotated[
        Path | None,
        Option("-o", "--out", metavar="OUT", help="The file to write; - is standard output."),
    ] = None,
    rules: RulesIfUnnamed = None,
    size: Size = None,
    json: Json = False,
) -> None:
    file = None if out == STANDARD else out
    read = read_source(source)
    games = games_in(read.parts, source, read_rules_if_any(rules, size))
    unicode = json or file is not None or output.stdout_style().unicode
    if read.repaired_bytes and not json:
        output.note(f"{source}: {repair_note(read.repaired_bytes)}")
    with games_progress(prints=file is None) as report:
        converted = _converted(games, to, unicode, report)
        if json:
            _show_json(file, to, converted, read.repaired_bytes)
            return
        with_notes = _with_notes(to, converted)
        if file is None:
            _print(to, with_notes)
            return
        count, written = _write(file, to, with_notes)
    names = ", ".join(map(str, written))
    output.show([one_line(f"{format_count(count, 'game')} in {names}")])


# --- one game --------------------------------------------------------------------------------


def _converted(
    games: Iterable[LoadedGame], to: Format, unicode: bool, report: ProgressReporter
) -> Iterator[Converted]:
    for done, (number, game) in enumerate(numbered(games), 1):
        try:
            text = _WRITERS[to](game, unicode)
        except UnwritableError as error:
            raise CliError("unwritable", f"{_which(number)}{error}") from error
        yield Converted(number, game, text.rstrip("\n"), tuple(_lost(game, to)))
        report(done)


def _which(number: int | None) -> str:
    return f"game {number}: " if number else ""


def _record(game: LoadedGame, _: bool) -> str:
    result = None if game.end.position.outcome else game.record.result
    return write_record(to_record(game.root, game.record.tags, result))


def _goff(game: LoadedGame, _: bool) -> str:
    return format_goff(game.end)


def _moves(game: LoadedGame, _: bool) -> str:
    moves = format_moves(game.end)
    return f"{game.root.position} {moves}".strip() if game.root.position.marks else moves or "-"


def _text(game: LoadedGame, unicode: bool) -> str:
    return board_text(game.end.position, unicode=unicode)


def _svg(game: LoadedGame, _: bool) -> str:
    from qttt.notation.svg import board_svg

    return board_svg(game.end.position, collapses=True)


def _efg(game: LoadedGame, _: bool) -> str:
    from qttt.notation.efg import format_efg

    return format_efg(game.end.position)


_WRITERS: dict[str, Callable[[LoadedGame, bool], str]] = {
    "qtn": _record,
    "goff": _goff,
    "moves": _moves,
    "svg": _svg,
    "text": _text,
    "efg": _efg,
}


def _lost(game: LoadedGame, to: Format) -> list[str]:
    """List what is lost in formats of moves; empty for those of the last position."""
    if to not in ("goff", "moves"):
        return []
    nodes = list(game.root.walk())
    lost = {
        "the rules": game.rules != Rules(),
        "variations": len(nodes) > len(game.end.path),
        "comments": any(node.comment for node in nodes),
        "tags": not _DERIVED_TAGS.issuperset(game.record.tags),
    }
    return [what for what, is_lost in lost.items() if is_lost]


# --- all games -------------------------------------------------------------------------------


def _with_notes(to: Format, converted: Iterable[Converted]) -> Iterator[Converted]:
    """Warn about losses, of many games only in sum."""
    losses = 0
    for result in converted:
        losses += bool(result.lost)
        if result.lost and losses <= MAX_NOTES:
            output.note(f"{_which(result.number)}{to} cannot hold {', '.join(result.lost)}")
        yield result
    if losses > MAX_NOTES:
        output.note(f"{to} cannot hold all of {format_count(losses - MAX_NOTES, 'more game')}")


def _print(to: Format, converted: Iterable[Converted]) -> None:
    with output.held_back(output.show_bytes) as write:
        for result in converted:
            if to in _ONE_EACH and result.number:
                raise CliError("usage", f"cannot print several games as {to}: use -o FILE")
            write(f"{_between(to, result)}{result.text}\n")


def _between(to: Format, converted: Converted) -> str:
    """Return what separates a game from the one before: records and others have an empty line."""
    return "" if converted.number in (None, 1) or to in ("goff", "moves") else "\n"


def _write(path: Path, to: Format, converted: Iterable[Converted]) -> tuple[int, list[Path]]:
    """Write one file for each game, or one for all.

    Returns the number of games, and the files. Raises ``CliError`` or ``OSError``, and then writes
    nothing.
    """
    count = 0

    def texts() -> Iterator[str]:
        nonlocal count
        for count, result in enumerate(converted, 1):  # noqa: B007
            yield f"{result.text}\n"

    if to in _ONE_EACH:
        paths = _write_one_each(path, converted)
        return len(paths), paths
    if to == "qtn":
        write_records(path, texts())
        return count, [path]
    with replacing(path) as write:
        for text in texts():
            write((text if to != "text" or count == 1 else f"\n{text}").encode())
    return count, [path]


def _write_one_each(path: Path, converted: Iterable[Converted]) -> list[Path]:
    """Write the files once all games are read; until then they are in a temporary file."""
    with TemporaryFile() as texts:
        ends = []
        for result in converted:
            texts.write(f"{result.text}\n".encode())
            ends.append(texts.tell())
        texts.seek(0)
        paths = _numbered_paths(path, len(ends))
        for each_path, start, end in zip(paths, [0, *ends], ends, strict=False):
            output.write_file(each_path, texts.read(end - start).decode())
    return paths


def _numbered_paths(path: Path, count: int) -> list[Path]:
    if count == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{n}{path.suffix}") for n in range(1, count + 1)]


# --- for programs ----------------------------------------------------------------------------


def _show_json(
    file: Path | None, to: Format, converted: Iterable[Converted], repaired: int
) -> None:
    facts: dict[str, object] = {"to": to, "repaired": repaired, "files": []}
    with output.json_list(facts, "games") as add:

        def added() -> Iterator[Converted]:
            for result in converted:
                add(_game_facts(result))
                yield result

        if file is None:
            for _ in added():
                pass
        else:
            facts["files"] = [str(path) for path in _write(file, to, added())[1]]


def _game_facts(converted: Converted) -> dict[str, object]:
    end, root = converted.game.end, converted.game.root
    return {
        "rules": str(converted.game.rules),
        "start": str(root.position),
        "moves": [root.position.name(move) for move in end.moves],
        "position": str(end.position),
        "result": converted.game.result,
        "text": converted.text,
        "lost": list(converted.lost),
    }
