"""``qttt book``: computes the tables and files of ``docs/book``."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated

from qttt.book import (
    anatomy,
    atlas,
    boards,
    certificate,
    goff,
    levels,
    openings,
    paper,
    profile,
    proof,
    quantum,
    tables,
    thesis,
    update_pages,
)
from qttt.book.pages import TABLES
from qttt.book.plots import draw_plots
from qttt.engine.tablebase import Tablebase
from qttt.game import Player, Position
from qttt.notation.files import replace_file
from qttt.quantum.qx import QX

from . import output
from .book_results import Check, DataFolder, results
from .declared import Argument, Group, Option
from .errors import CliError
from .interrupts import RESUMABLE, stoppable
from .progress import progress

DOCUMENTS = Path("docs")
DATA = DOCUMENTS / "book" / "data"
CERTIFICATE = DOCUMENTS / "book" / "certificate" / "goff.cert"
KERNEL = Path("kernel")

app = Group()


@app.command("thesis", help="Repeat the experiments of Smanis' thesis; takes a quarter of an hour.")
def thesis_command(data: DataFolder = DATA, check: Check = False) -> None:
    stopped = stoppable("stopped; tables that are not complete were not written")
    with stopped, results(data, check) as folder:
        folder.save(thesis.IDEAS, list(thesis.measure_ideas()))
        rows, by_marks = [], []
        for row, its_marks in _all_orders():
            rows.append(row)
            by_marks += its_marks
        folder.save(thesis.ORDERS, rows)
        folder.save(thesis.MARKS, by_marks)
        ends = [thesis.search_ends(marks, report=output.note) for marks in range(8, 3, -1)]
        folder.save(thesis.ENDS, ends)


def _all_orders() -> Iterator[tuple[tables.Row, list[tables.Row]]]:
    orders = thesis.all_orders()
    yield from thesis.search_orders(orders, with_table=True, report=output.note)
    yield from thesis.search_orders(orders, with_table=False, report=output.note)


@app.command(
    "profile",
    help="Count the instructions of each part of the searches with valgrind; takes two minutes.",
)
def profile_command(
    data: DataFolder = DATA,
    check: Check = False,
    kernel: Annotated[Path, Option(metavar="FOLDER", help="The sources of the kernel.")] = KERNEL,
) -> None:
    try:
        with stoppable("stopped; nothing was written"):
            rows = [*profile.thesis_rows(), *profile.profile(kernel, report=output.note)]
    except ValueError as error:
        raise CliError("usage", str(error)) from error
    with results(data, check) as folder:
        folder.save(profile.PROFILE, rows)


@app.command("openings", help="The moves that keep the value, to four marks; takes a minute.")
def openings_command(data: DataFolder = DATA, check: Check = False) -> None:
    with stoppable("stopped; nothing was written"), results(data, check) as folder:
        folder.save(openings.OPENINGS, [node.row() for node in openings.tree()])
        folder.save(openings.GAMES, list(openings.game_rows()))


@app.command("positions", help="Numbers of positions on 4×4.")
def positions_command(data: DataFolder = DATA, check: Check = False) -> None:
    with results(data, check) as folder:
        folder.save(boards.POSITIONS, list(boards.position_rows()))


@app.command("anatomy", help="Values of all settled positions, and the moves that keep them.")
def anatomy_command(
    data: DataFolder = DATA,
    check: Check = False,
    marks: Annotated[
        int,
        Option(metavar="N", min=0, max=anatomy.LAST, help="Positions of at most N marks."),
    ] = 5,
    table: Annotated[
        Path | None, Option(metavar="FILE", help="A table of goff with more marks.")
    ] = None,
) -> None:
    opened = Tablebase(table) if table else None
    with stoppable("stopped; nothing was written"), progress(None, "positions") as report:
        position_levels = list(
            anatomy.levels(marks, opened, lambda done, total: report(done, total=total))
        )
    rows = {
        anatomy.ANATOMY: lambda level: [level.row()],
        anatomy.VALUES: anatomy.PositionLevel.rows_by_value,
        anatomy.KEEPING: anatomy.PositionLevel.rows_by_moves,
        anatomy.PLIES: anatomy.PositionLevel.rows_by_plies,
        anatomy.CHOICES: anatomy.PositionLevel.rows_by_worth,
    }
    with results(data, check) as folder:
        for data_table, rows_of in rows.items():
            computed = [row for level in position_levels for row in rows_of(level)]
            folder.save(data_table, computed + _more_marks(data_table, folder.path, marks))


def _more_marks(table: tables.DataTable, folder: Path, marks: int) -> list[tables.Row]:
    """Return the rows that are there already for positions of more marks, which take hours."""
    if not (folder / table.file).exists():
        return []
    return [row for row in tables.load_csv(table, folder) if int(row[0] or 0) > marks]


@app.command(
    "levels",
    help="Errors of the levels and of greed in games against themselves; takes half a minute.",
)
def levels_command(data: DataFolder = DATA, check: Check = False) -> None:
    with stoppable("stopped; nothing was written"):
        rows = [row for player in levels.players() for row in levels.level_rows(player)]
    with results(data, check) as folder:
        folder.save(levels.LEVELS, rows)


@app.command("quantum", help="Bounds of Mermin's parity game, and rounds on the simulator QX.")
def quantum_command(data: DataFolder = DATA, check: Check = False) -> None:
    device = QX(Random(1))
    with results(data, check) as folder:
        folder.save(quantum.BOUNDS, list(quantum.bounds()))
        folder.save(quantum.RUNS, list(quantum.run_on(device)))


@app.command("goff", help="Sizes of the classical ensemble, and a game for each place in it.")
def goff_command(data: DataFolder = DATA, check: Check = False) -> None:
    with results(data, check) as folder:
        folder.save(goff.ENSEMBLES, list(goff.ensemble_rows()))
        folder.save(goff.PLACES, list(goff.place_rows()))


@app.command("certificate", help="Write strategies of both players that prove the value of `goff`.")
def certificate_command(
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write (.cert).")],
) -> None:
    if not file.parent.is_dir():
        raise CliError("file", f"{file.parent}: No such file or directory")
    with stoppable("stopped; nothing was written"):
        x, o = certificate.strategy(Player.X), certificate.strategy(Player.O)
    data = certificate.certificate(x, o)
    replace_file(file, data)
    output.show([f"{file}: {len(data):,} bytes; decisions of X {len(x):,}, of O {len(o):,}"])


@app.command("proof", help="Write the decisions for the formal proof of the value; takes minutes.")
def proof_command(
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write (.v).")],
    certificate_file: Annotated[
        Path, Option("--certificate", metavar="FILE", help="The certificate.")
    ] = CERTIFICATE,
) -> None:
    if not file.parent.is_dir():
        raise CliError("file", f"{file.parent}: No such file or directory")
    output.check_not_input(file, certificate_file)
    try:
        parts = proof.strategies(certificate_file.read_bytes())
    except ValueError as error:
        raise CliError("file", f"{certificate_file}: {error}") from error
    with stoppable("stopped; nothing was written"):
        x, o = (
            proof.decisions(proof.ClassStrategy.read(player, parts[player]), Position())
            for player in Player
        )
    replace_file(file, proof.source(x, o).encode())
    output.show([f"{file}: decisions of X {len(x):,}, of O {len(o):,}"])


@app.command(
    "atlas",
    help="Value, openings, games and random play of every set of rules on 3×3; takes an hour.",
    epilog="An interrupted command continues with the rows that are missing.",
)
def atlas_command(data: DataFolder = DATA, check: Check = False) -> None:
    rules = len(atlas.atlas_rules())
    with results(data, check) as folder:
        with stoppable(RESUMABLE), progress(rules, "sets") as report:
            for done in atlas.extend_atlas(folder.path / atlas.ATLAS.file):
                report(done)
        folder.show(atlas.ATLAS)


@app.command(
    help="Solve every set of rules on boards of at most nine squares; takes minutes.",
    epilog="An interrupted command continues with the rows that are missing.",
)
def survey(
    data: DataFolder = DATA,
    check: Check = False,
    squares: Annotated[
        int, Option(metavar="N", min=2, max=9, help="Boards of at most N squares.")
    ] = 9,
) -> None:
    boards = atlas.boards(range(2, squares + 1))
    wanted = [rules for board in boards for rules in atlas.rule_sets(board)]
    with results(data, check) as folder:
        with stoppable(RESUMABLE), progress(len(wanted), "sets") as report:
            for done in atlas.extend_survey(folder.path / atlas.SURVEY.file, wanted):
                report(done)
        folder.show(atlas.SURVEY)
        every = atlas.lines((*boards, *atlas.wide_boards()))
        folder.save(atlas.CLASSICAL, [atlas.classical_row(*rules) for rules in every])


@app.command(
    help="Solve sets of rules on boards of ten to twelve squares; takes half an hour and 400 MB.",
    epilog="An interrupted command continues with the rows that are missing.",
)
def wide(data: DataFolder = DATA, check: Check = False) -> None:
    rules = len(atlas.wide_rules())
    with results(data, check) as folder:
        with stoppable(RESUMABLE), progress(rules, "sets") as report:
            for done in atlas.extend_wide(folder.path / atlas.WIDE.file):
                report(done)
        folder.show(atlas.WIDE)


@app.command(help="Write the tables into the pages, and the data dictionary.")
def pages(
    documents: Annotated[
        Path, Option(metavar="FOLDER", help="The documents with the pages.")
    ] = DOCUMENTS,
    data: DataFolder = DATA,
) -> None:
    try:
        changed = update_pages(documents, data)
    except ValueError as error:
        raise CliError("usage", str(error)) from error
    output.show([f"changed: {path}" for path in changed] or ["all pages are current"])


@app.command(help="Draw the plots as SVG.")
def plots(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="Where to write.")],
    data: DataFolder = DATA,
) -> None:
    output.show([str(path) for path in draw_plots(data, folder)])


@app.command("paper", help="Typeset the paper from the tables as PDF.")
def paper_command(
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write (.pdf).")],
    documents: Annotated[
        Path, Option(metavar="FOLDER", help="The documents with paper and tables.")
    ] = DOCUMENTS,
) -> None:
    if not file.parent.is_dir():
        raise CliError("file", f"{file.parent}: No such file or directory")
    output.check_not_input(file, paper.source_in(documents))
    try:
        replace_file(file, paper.typeset(documents))
    except ValueError as error:
        raise CliError("usage", str(error)) from error
    output.show([str(file)])


@app.command(help="Write all tables as Parquet.")
def parquet(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="Where to write.")],
    data: DataFolder = DATA,
) -> None:
    for table in TABLES:
        path = tables.save_parquet(table, tables.load_csv(table, data), folder)
        output.show([str(path)])
