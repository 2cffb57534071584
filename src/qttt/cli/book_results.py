"""Where ``qttt book`` writes the tables that it computes, and how it compares them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

from qttt.book import tables
from qttt.book.pages import TABLES

from . import output
from .declared import Option
from .errors import CliError


def check_folder(folder: Path) -> None:
    """Raise ``CliError`` before anything is computed if there is no such folder."""
    if not folder.is_dir():
        here = "run this in the root of a checkout, or name a folder"
        raise CliError("file", f"{folder}: No such file or directory: {here} with --data")


DataFolder = Annotated[
    Path,
    Option("--data", metavar="FOLDER", help="Where the tables are.", check=check_folder),
]
Check = Annotated[bool, Option("--check", help="Compare with the tables there, and write nothing.")]


class ResultFolder(NamedTuple):
    """A folder for tables; its files are not shown if they are only compared."""

    path: Path
    is_shown: bool

    def save(self, table: tables.DataTable, rows: Sequence[tables.Row]) -> None:
        """Write a table."""
        tables.save_csv(table, rows, self.path)
        self.show(table)

    def show(self, table: tables.DataTable) -> None:
        """Print the path of a table that was written."""
        if self.is_shown:
            output.show([str(self.path / table.file)])


@contextmanager
def results(data: Path, check: bool) -> Iterator[ResultFolder]:
    """Yield the folder for computed tables; afterwards show what was written, or how it compares.

    Raises ``CliError`` if a table differs.
    """
    if not check:
        yield ResultFolder(data, True)
        return
    with TemporaryDirectory() as folder:
        yield ResultFolder(Path(folder), False)
        computed = [table for table in TABLES if Path(folder, table.file).exists()]
        comparisons = [tables.compare(table, Path(folder), data) for table in computed]
    output.show([str(result) for result in comparisons])
    if different := [result.table.file for result in comparisons if result.differences]:
        raise CliError("different", f"not as published: {', '.join(different)}")
