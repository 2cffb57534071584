"""``qttt convert``: converts games between notations, and to pictures of the last position."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from qttt.game import Rules
from qttt.notation import UnwritableError, format_goff, format_moves, to_record, write_record
from qttt.notation.armour import armour, repair_note
from qttt.notation.text import board_text
from qttt.notation.values import format_count

from . import output
from .app import command_app
from .errors import CliError, one_line
from .games import LoadedGame, games_in, read_source
from .options import FILE_HOLDS, STANDARD, Json, RulesIfUnnamed, Size, Source, read_rules_if_any

app = command_app()

Format = Literal["qtn", "goff", "moves", "svg", "text"]

_DERIVED_TAGS = {"Rules", "Result", "Position"}
"""Tags that follow from the game itself."""


class Converted(NamedTuple):
    """A game in the new format, and what was lost in the conversion."""

    game: LoadedGame
    text: str
    lost: tuple[str, ...]


@app.command(help="Convert games between notations, and into pictures.", epilog=FILE_HOLDS)
def convert(
    source: Source,
    to: Annotated[
        Format, typer.Option(help="A record, Goff's string, moves, or a picture of the end.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="The file to write; - is standard output."),
    ] = None,
    rules: RulesIfUnnamed = None,
    size: Size = None,
    json: Json = False,
) -> None:
    file = None if out == STANDARD else out
    read = read_source(source)
    games = games_in(read.text, source, read_rules_if_any(rules, size))
    if to == "svg" and len(games) > 1 and file is None and not json:
        raise CliError("usage", f"cannot print {len(games)} pictures at once: use -o FILE")
    unicode = json or file is not None or output.stdout_style().unicode
    converted = [_convert(games, index, to, unicode) for index in range(len(games))]
    written = [] if file is None else _write(file, to, [each.text for each in converted])
    if json:
        output.show_json(_facts(to, converted, written, read.repaired_bytes))
        return
    for text in _notes(source, to, converted, read.repaired_bytes):
        output.note(text)
    if written:
        output.show([_summary(converted, written)])
    else:
        output.show_bytes(_join(to, [each.text for each in converted]) + "\n")


# --- one game --------------------------------------------------------------------------------


def _convert(games: Sequence[LoadedGame], index: int, to: Format, unicode: bool) -> Converted:
    game = games[index]
    try:
        text = _WRITERS[to](game, unicode)
    except UnwritableError as error:
        raise CliError("unwritable", f"{_which(games, index)}{error}") from error
    return Converted(game, text, tuple(_lost(game, to)))


def _which(games: Sequence[object], index: int) -> str:
    return f"game {index + 1}: " if len(games) > 1 else ""


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


_WRITERS: dict[str, Callable[[LoadedGame, bool], str]] = {
    "qtn": _record,
    "goff": _goff,
    "moves": _moves,
    "svg": _svg,
    "text": _text,
}


def _lost(game: LoadedGame, to: Format) -> list[str]:
    """List what is lost in formats of moves; empty for pictures."""
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


def _join(to: Format, texts: Sequence[str]) -> str:
    """Join the games, separating records and pictures by an empty line."""
    between = "\n" if to in ("goff", "moves") else "\n\n"
    return between.join(text.rstrip("\n") for text in texts)


def _write(path: Path, to: Format, texts: Sequence[str]) -> list[Path]:
    """Write one file for each picture, or one for all games; records are armoured."""
    if to == "svg":
        paths = _numbered_paths(path, len(texts))
        for each, text in zip(paths, texts, strict=True):
            output.write_file(each, f"{text}\n")
        return paths
    whole = _join(to, texts) + "\n"
    output.write_file(path, _add_armour(whole, path) if to == "qtn" else whole)
    return [path]


def _numbered_paths(path: Path, count: int) -> list[Path]:
    if count == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{n}{path.suffix}") for n in range(1, count + 1)]


def _add_armour(text: str, path: Path) -> str:
    try:
        return armour(text)
    except ValueError as error:
        raise CliError("file", f"{path}: {error}") from error


def _notes(source: Path, to: Format, converted: Sequence[Converted], repaired: int) -> list[str]:
    """Return warnings about repairs and losses."""
    notes = [f"{source}: {repair_note(repaired)}"] if repaired else []
    for index, each in enumerate(converted):
        if each.lost:
            lost = ", ".join(each.lost)
            notes.append(f"{_which(converted, index)}{to} cannot hold {lost}")
    return notes


def _summary(converted: Sequence[Converted], written: Sequence[Path]) -> str:
    return one_line(f"{format_count(len(converted), 'game')} in {', '.join(map(str, written))}")


def _facts(
    to: Format, converted: Sequence[Converted], written: Sequence[Path], repaired: int
) -> dict[str, object]:
    return {
        "to": to,
        "repaired": repaired,
        "files": [str(path) for path in written],
        "games": [_game_facts(each) for each in converted],
    }


def _game_facts(each: Converted) -> dict[str, object]:
    end, root = each.game.end, each.game.root
    return {
        "rules": str(each.game.rules),
        "start": str(root.position),
        "moves": [root.position.name(move) for move in end.moves],
        "position": str(end.position),
        "result": each.game.result,
        "text": each.text,
        "lost": list(each.lost),
    }
