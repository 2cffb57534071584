"""``qttt table``: build, check and read tables of positions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from qttt.engine import UnsolvableError, builder, tablebase
from qttt.engine import verify as verifying
from qttt.engine.tablebase import CELLS_AT, DIGEST_AT, Entry, Tablebase, TableError
from qttt.engine.verify import Checked
from qttt.engine.words import signed, value_words
from qttt.game import Position, Rules
from qttt.notation.text import describe

from . import output
from .commands import group_app, help_if_bare
from .errors import Failure
from .interrupts import GOES_ON, stoppable
from .options import Json
from .progress import progress
from .reading import read_rules, read_what

app = group_app(
    "Build, verify and read tables: every position of up to so many marks, solved.",
    "Without FILE it is the table that qttt comes with.",
)
app.callback(invoke_without_command=True)(help_if_bare)

File = Annotated[Path | None, typer.Argument(metavar="FILE", help="A table (.qtb).")]


@app.command(epilog="A build that was stopped goes on where it was: FILE.part keeps the work.")
def build(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; *.qtb.")],
    rules: Annotated[
        str, typer.Option("--rules", metavar="RULES", help="A preset, or with switches.")
    ] = "goff",
    marks: Annotated[
        int | None,
        typer.Option("--marks", metavar="N", help="The most marks; 0 to 6.", show_default="4"),
    ] = None,
    json: Json = False,
) -> None:
    """Build the table of every position of up to N marks."""
    game = read_rules(rules)
    most = min(4, game.board.size - 1) if marks is None else marks
    with _work(GOES_ON) as tell:
        builder.build(game, most, file, progress=tell)
    _show(facts(Tablebase(file)), json=json)


@app.command()
def verify(
    file: File = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="BIGGER", help="A table that knows more marks."),
    ] = None,
    json: Json = False,
) -> None:
    """Check that all positions are there, and that each entry follows from the next ones."""
    table = _opened(file)
    bigger = Tablebase(against) if against else None
    with _work("stopped; nothing was wrong so far") as tell:
        levels = verifying.verify(table, against=bigger, progress=tell)
    if json:
        counted = [each._asdict() for each in levels]
        beside = str(bigger.path) if bigger else None
        output.show_json({"file": str(table.path), "against": beside, "levels": counted})
    else:
        output.show(_verdict(table, levels))


@app.command()
def probe(
    what: Annotated[
        list[str] | None, typer.Argument(metavar="WHAT", help="A position, moves, or Goff's.")
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", help="Look there, and by its rules."),
    ] = None,
    json: Json = False,
) -> None:
    """Look a position up: its value, and how many plies the game still lasts."""
    opened = _opened(table)
    position = read_what(what, opened.rules).position
    entry = opened.probe(position)
    if entry is None:
        raise Failure(
            "table",
            f"{opened.path} knows positions of at most {opened.marks} marks, and this one has "
            f"{len(position.marks)}; qttt solve finds it out",
        )
    if json:
        told = {"rules": str(position.rules), "position": str(position)}
        output.show_json({**told, "value": entry.value, "plies": entry.plies})
    else:
        output.show(_page(position, entry))


@app.command()
def stats(
    file: File = None,
    values: Annotated[
        bool, typer.Option("--values", help="Also how many positions have which value.")
    ] = False,
    json: Json = False,
) -> None:
    """Tell what a table holds."""
    table = _opened(file)
    _show({**facts(table), **({"values": worths(table)} if values else {})}, json=json)


def _opened(file: Path | None) -> Tablebase:
    """The table in ``file``, or the one for the preset ``goff`` that comes with the package."""
    table = Tablebase(file) if file else tablebase.shipped_table(Rules())
    if table is None:
        raise Failure("table", "no table came with this qttt; name one, or build it")
    return table


# --- what is told ----------------------------------------------------------------------------


def facts(table: Tablebase) -> dict[str, object]:
    """What a table says of itself; ``digest`` is BLAKE2b-256 of all else in the file."""
    header = table.header
    return {
        "file": str(table.path),
        "rules": str(header.rules),
        "marks": header.marks,
        "positions": header.positions,
        "counts": list(header.counts),
        "bytes": header.size,
        "digest": table.path.read_bytes()[DIGEST_AT:CELLS_AT].hex(),
    }


def worths(table: Tablebase) -> list[dict[str, object]]:
    """How many positions have which value and last how many plies, best for X first."""
    known = list(builder.tally(table).items())
    known.sort(key=lambda each: (-each[0].value, each[0].plies or 0))
    return [{**entry._asdict(), "positions": count} for entry, count in known]


def _show(told: dict[str, object], *, json: bool) -> None:
    if json:
        output.show_json(told)
        return
    row = output.look().row
    counts = ", ".join(f"{count:,}" for count in told["counts"])  # type: ignore[attr-defined]
    output.show(
        [
            row("File", f"{told['file']}, {told['bytes']:,} bytes"),
            row("Rules", str(told["rules"])),
            row("Positions", f"{told['positions']:,} of 0 to {told['marks']} marks: {counts}"),
            row("Digest", str(told["digest"])),
            *_worth_rows(told.get("values", [])),  # type: ignore[arg-type]
        ]
    )


def _worth_rows(worths: list[dict[str, float]]) -> Iterator[str]:
    here = output.look()
    for each in worths:
        length = f" in {each['plies']} plies" if each["plies"] else ""
        value = signed(each["value"], unicode=here.unicode)
        yield here.row(f"  {value:>4}", f"{each['positions']:,}{length}")


def _page(position: Position, entry: Entry) -> Iterator[str]:
    here = output.look()
    value = signed(entry.value, unicode=here.unicode)
    yield describe(position, unicode=here.unicode)
    yield ""
    yield here.row("Value", f"{value}: {value_words(entry.value, position)}")
    if entry.plies:
        yield here.row("Lasts", f"{entry.plies} {'ply' if entry.plies == 1 else 'plies'}")


def _verdict(table: Tablebase, levels: tuple[Checked, ...]) -> Iterator[str]:
    """Exactly what was checked, and what was not."""
    yield f"{table.path}: {table.rules}"
    yield "marks  positions    checked"
    for each in levels:
        yield f"{each.marks:>5} {each.positions:>10,} {each.checked:>10,}"
    total, checked = sum(each.positions for each in levels), sum(each.checked for each in levels)
    yield f"All {total:,} positions are there; {checked:,} entries follow from the next ones."
    if checked < total:
        yield (
            f"{total - checked:,} of {table.marks} marks were not checked: what follows them is "
            "not in this table; see --against."
        )


# --- while it takes time ---------------------------------------------------------------------


@contextmanager
def _work(stopped: str) -> Iterator[Callable[[int, int], None]]:
    """Takes how far the work is; after Ctrl-C the line ``stopped`` is its last.

    What cannot be done is a ``Failure``.
    """
    with stoppable(stopped), progress(None, "positions") as tell:
        try:
            yield lambda done, total: tell(done, total=total)
        except (UnsolvableError, TableError):
            raise
        except ValueError as error:
            raise Failure("usage", str(error)) from error
