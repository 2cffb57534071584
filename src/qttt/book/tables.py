"""Tables of results: their columns, as CSV, Parquet and Markdown.

A cell is a text, an integer, a number, or None if it does not apply.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from qttt.extras import requires_extra
from qttt.notation.files import replace_file

Cell = str | int | float | None
Row = tuple[Cell, ...]
Kind = Literal["text", "integer", "number"]
_READ = {"text": str, "integer": int, "number": float}


@dataclass(frozen=True, slots=True)
class Column:
    """A column; ``is_measured`` if its numbers depend on the machine."""

    name: str
    kind: Kind
    about: str
    is_measured: bool = False


@dataclass(frozen=True, slots=True)
class DataTable:
    """The name, the meaning and the columns of a table, and the command that computes it."""

    name: str
    about: str
    command: str
    columns: tuple[Column, ...]

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.csv"

    def exact(self, row: Row) -> Row:
        """Return the cells that are the same on every machine."""
        pairs = zip(self.columns, row, strict=True)
        return tuple(cell for column, cell in pairs if not column.is_measured)


def write_csv(table: DataTable, rows: Iterable[Row]) -> str:
    """Return the rows as CSV, with a head."""
    to = io.StringIO()
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow(column.name for column in table.columns)
    for row in rows:
        if len(row) != len(table.columns):
            raise ValueError(f"{table.name} has {len(table.columns)} columns, not {len(row)}")
        writer.writerow("" if cell is None else cell for cell in row)
    return to.getvalue()


def read_csv(table: DataTable, text: str) -> list[Row]:
    """Read what ``write_csv`` has written. Raises ``ValueError``."""
    head, *lines = csv.reader(io.StringIO(text))
    names = [column.name for column in table.columns]
    if head != names:
        raise ValueError(f"{table.file} has the columns {head}, not {names}: compute it again")
    return [
        tuple(
            _READ[column.kind](cell) if cell else None
            for column, cell in zip(table.columns, line, strict=True)
        )
        for line in lines
    ]


def save_csv(table: DataTable, rows: Iterable[Row], folder: Path) -> Path:
    """Write the file of a table and return its path."""
    path = folder / table.file
    replace_file(path, write_csv(table, rows).encode())
    return path


def load_csv(table: DataTable, folder: Path) -> list[Row]:
    """Read the file of a table."""
    return read_csv(table, (folder / table.file).read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """How computed rows of a table compare with a published file, without measured columns."""

    table: DataTable
    file: Path
    computed: int
    published: int
    differences: tuple[Row, ...]

    def __str__(self) -> str:
        of = f"{self.computed} of {self.published} rows"
        if not self.differences:
            return f"equal to {self.file} ({of})"
        example = ",".join("" if cell is None else str(cell) for cell in self.differences[0])
        return (
            f"{self.file}: {len(self.differences)} of {self.computed} rows differ, first {example}"
        )


def compare(table: DataTable, computed: Path, published: Path) -> Comparison:
    """Compare the rows in one folder with those in another, which can have more."""
    rows, known = load_csv(table, computed), load_csv(table, published)
    missing = Counter(map(table.exact, rows)) - Counter(map(table.exact, known))
    differences = tuple(row for row in rows if table.exact(row) in missing)
    return Comparison(table, published / table.file, len(rows), len(known), differences)


def save_parquet(table: DataTable, rows: Sequence[Row], folder: Path) -> Path:
    """Write a table as Parquet and return its path. Raises ``MissingExtraError``."""
    with requires_extra("data"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    types = {"text": pa.string(), "integer": pa.int64(), "number": pa.float64()}
    fields = [
        pa.field(column.name, types[column.kind], metadata={"about": column.about})
        for column in table.columns
    ]
    columns = list(zip(*rows, strict=True)) or [()] * len(fields)
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, fields, strict=True)]
    path = folder / f"{table.name}.parquet"
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), path)
    return path


def dictionary(tables: Iterable[DataTable]) -> Iterator[str]:
    """Describe tables and their columns in Markdown."""
    for table in tables:
        yield f"\n## {table.file}\n\n{table.about} Computed by `{table.command}`.\n"
        yield from markdown(
            ("column", "kind", "meaning"),
            [(f"`{column.name}`", column.kind, column.about) for column in table.columns],
            "<<<",
        )


def markdown(
    heads: Sequence[str], rows: Iterable[Sequence[str]], sides: str | None = None
) -> Iterator[str]:
    """Format a Markdown table, right-aligned after the first column unless ``sides`` differs."""
    sides = sides or "<" + ">" * (len(heads) - 1)
    lines = [heads, *rows]
    widths = [max(2, *map(len, column)) for column in zip(*lines, strict=True)]
    formats = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines.insert(1, ["-" * (int(f[1:]) - 1) + ("-" if f[0] == "<" else ":") for f in formats])
    for line in lines:
        cells = (f"{cell:{format}}" for cell, format in zip(line, formats, strict=True))
        yield f"| {' | '.join(cells)} |"


def as_cells(
    table: DataTable, rows: Iterable[Row], titles: Mapping[str, str]
) -> tuple[list[str], list[list[str]], str]:
    """Return heads, cells and alignment of some columns, by their titles."""
    index = {column.name: number for number, column in enumerate(table.columns)}
    columns = [index[name] for name in titles]
    sides = "".join("<" if table.columns[column].kind == "text" else ">" for column in columns)
    return (
        list(titles.values()),
        [[_format(row[column]) for column in columns] for row in rows],
        sides,
    )


def _format(cell: Cell) -> str:
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 1000 else f"{cell:.4g}"
    return "" if cell is None else f"{cell:,}" if isinstance(cell, int) else cell
