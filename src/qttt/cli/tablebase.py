"""``qttt tablebase``: builds, verifies and probes tablebases."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from qttt.engine import UnsolvableError, builder, tablebase
from qttt.engine.tablebase import CELLS_AT, DIGEST_AT, Tablebase, TablebaseEntry, TablebaseError
from qttt.engine.verify import VerifiedLevel, verify_tablebase
from qttt.game import Position, Rules
from qttt.notation.points import describe_value, format_count, format_value
from qttt.notation.text import describe

from . import output
from .declared import Argument, Group, Option
from .errors import CliError
from .interrupts import RESUMABLE, stoppable
from .options import Json, read_rules, read_what
from .progress import progress

app = Group(
    epilog="The default FILE is the table shipped with qttt.",
)

File = Annotated[Path | None, Argument(metavar="FILE", help="A table (.qtb).")]


@app.command(
    help="Build the table of all positions of up to N marks.",
    epilog="An interrupted build resumes from FILE.part.",
)
def build(
    file: Annotated[Path, Argument(metavar="FILE", help="The table to write (.qtb).")],
    rules: Annotated[
        str, Option(metavar="RULES", help="A preset, optionally with switches.")
    ] = "goff",
    marks: Annotated[
        int | None,
        Option(metavar="N", help="Maximum number of marks, 0 to 7.", show_default="4"),
    ] = None,
    json: Json = False,
) -> None:
    parsed = read_rules(rules)
    max_marks = min(4, parsed.board.size - 1) if marks is None else marks
    with _work(RESUMABLE) as report:
        builder.build_tablebase(parsed, max_marks, file, progress=report)
    _show(facts(Tablebase(file)), json=json)


@app.command(help="Check that a table is complete, and that its entries agree.")
def verify(
    file: File = None,
    against: Annotated[
        Path | None, Option(metavar="BIGGER", help="A table with more marks.")
    ] = None,
    json: Json = False,
) -> None:
    table = _open_table(file)
    bigger = Tablebase(against) if against else None
    with _work("stopped; no errors so far") as report:
        levels = verify_tablebase(table, against=bigger, progress=report)
    if json:
        counts = [level._asdict() for level in levels]
        other = str(bigger.path) if bigger else None
        output.show_json({"file": str(table.path), "against": other, "levels": counts})
    else:
        output.show(_verdict(table, levels))


@app.command(help="Look up a position: its value, and how many plies the game lasts.")
def probe(
    what: Annotated[
        list[str] | None, Argument(metavar="WHAT", help="A position, moves, or Goff's.")
    ] = None,
    table: Annotated[
        Path | None, Option(metavar="FILE", help="The table, which also gives the rules.")
    ] = None,
    json: Json = False,
) -> None:
    entries = _open_table(table)
    position = read_what(what, entries.rules).position
    entry = entries.probe(position)
    if entry is None:
        raise CliError(
            "tablebase",
            f"{entries.path} has positions of at most {entries.marks} marks, and this one has "
            f"{len(position.marks)}: use qttt solve",
        )
    if json:
        query = {"rules": str(position.rules), "position": str(position)}
        output.show_json({**query, "value": entry.value, "plies": entry.plies})
    else:
        output.show(_page(position, entry))


@app.command(help="Show the contents of a table.")
def stats(
    file: File = None,
    values: Annotated[
        bool, Option("--values", help="Also show the distribution of values.")
    ] = False,
    json: Json = False,
) -> None:
    table = _open_table(file)
    _show({**facts(table), **({"values": distribution(table)} if values else {})}, json=json)


def _open_table(file: Path | None) -> Tablebase:
    """Open the table in ``file``, by default the shipped one for the preset ``goff``."""
    table = Tablebase(file) if file else tablebase.shipped_tablebase(Rules())
    if table is None:
        raise CliError("tablebase", "no table is shipped with this qttt: name one, or build it")
    return table


# --- output ----------------------------------------------------------------------------------


def facts(table: Tablebase) -> dict[str, object]:
    """Return the table's header as JSON; ``digest`` is BLAKE2b-256 of the rest of the file."""
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


def distribution(table: Tablebase) -> list[dict[str, object]]:
    """Count the positions of each value and length, best for X first."""
    counts = list(builder.count_entries(table).items())
    counts.sort(key=lambda count: (-count[0].value, count[0].plies or 0))
    return [{**entry._asdict(), "positions": count} for entry, count in counts]


def _show(table: dict[str, object], *, json: bool) -> None:
    if json:
        output.show_json(table)
        return
    row = output.stdout_style().row
    counts = ", ".join(f"{count:,}" for count in table["counts"])  # type: ignore[attr-defined]
    output.show(
        [
            row("File", f"{table['file']}, {table['bytes']:,} bytes", is_wrapped=False),
            row("Rules", str(table["rules"])),
            row("Positions", f"{table['positions']:,} of 0 to {table['marks']} marks: {counts}"),
            row("Digest", str(table["digest"])),
            *_distribution_rows(table.get("values", [])),  # type: ignore[arg-type]
        ]
    )


def _distribution_rows(counts: list[dict[str, float]]) -> Iterator[str]:
    style = output.stdout_style()
    for count in counts:
        length = f" in {count['plies']} plies" if count["plies"] else ""
        value = format_value(count["value"], unicode=style.unicode)
        yield style.row(f"  {value:>4}", f"{count['positions']:,}{length}")


def _page(position: Position, entry: TablebaseEntry) -> Iterator[str]:
    style = output.stdout_style()
    value = format_value(entry.value, unicode=style.unicode)
    yield describe(position, unicode=style.unicode)
    yield ""
    yield style.row("Value", f"{value}: {describe_value(entry.value, position)}")
    if entry.plies:
        yield style.row("Lasts", format_count(entry.plies, "ply", "plies"))


def _verdict(table: Tablebase, levels: tuple[VerifiedLevel, ...]) -> Iterator[str]:
    """Format what was checked and what was not."""
    yield f"{table.path}: {table.rules}"
    yield "marks  positions    checked"
    for level in levels:
        yield f"{level.marks:>5} {level.positions:>10,} {level.checked:>10,}"
    total, checked = (
        sum(level.positions for level in levels),
        sum(level.checked for level in levels),
    )
    yield f"All {total:,} positions are present; {checked:,} entries follow from their successors."
    if checked < total:
        yield (
            f"{total - checked:,} of {table.marks} marks were not checked: their successors are "
            "not in this table; see --against."
        )


# --- progress --------------------------------------------------------------------------------


@contextmanager
def _work(stopped: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress, print ``stopped`` on Ctrl-C, and convert ``ValueError`` to ``CliError``."""
    with stoppable(stopped), progress(None, "positions") as report:
        try:
            yield lambda done, total: report(done, total=total)
        except (UnsolvableError, TablebaseError):
            raise
        except ValueError as error:
            raise CliError("usage", str(error)) from error
