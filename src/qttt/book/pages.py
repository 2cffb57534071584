"""Writes the tables of ``docs/book`` into its pages, between ``<!-- table NAME -->`` and an end."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from qttt.notation.files import replace_file

from . import quantum, thesis
from .tables import DataTable, Row, as_cells, dictionary, load_csv, markdown

TABLES = (
    *(thesis.ORDERS, thesis.MARKS, thesis.ENDS, thesis.IDEAS),
    *(quantum.BOUNDS, quantum.RUNS),
)
"""Every table, in the order of the data dictionary."""

MARKER = re.compile(r"(<!-- table ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
DICTIONARY_HEAD = """\
# Data

The tables of the book as CSV: text in UTF-8, an empty cell where a column does not apply.
`qttt book parquet FOLDER` writes the same tables as Parquet, with these descriptions. They may be
used under the licence of the project (MIT). Cite them by the repository's `CITATION.cff`.
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a table on a page: ``titles`` are the heads of its columns, by name."""

    table: DataTable
    titles: Mapping[str, str]
    has: Callable[[Row], bool] = lambda row: True


_ORDER_TITLES = {
    "order": "order",
    "nodes": "nodes",
    "branching": "branching",
    "seconds": "s",
}
_MARK_TITLES = {
    "marks": "marks",
    "nodes": "nodes",
    "expanded": "expanded",
    "legal": "legal moves",
    "searched": "searched",
}
BLOCKS = {
    "orders": Block(
        thesis.ORDERS, {**_ORDER_TITLES, "thesis_seconds": "thesis, s"}, lambda row: row[0] == "no"
    ),
    "orders-with-table": Block(thesis.ORDERS, _ORDER_TITLES, lambda row: row[0] == "yes"),
    "marks-reading-order": Block(
        thesis.MARKS, _MARK_TITLES, lambda row: row[:2] == ("no", thesis.name_of(()))
    ),
    "marks-thesis-order": Block(
        thesis.MARKS, _MARK_TITLES, lambda row: row[:2] == ("no", thesis.name_of(thesis.ORDER))
    ),
    "ends": Block(
        thesis.ENDS,
        {
            "marks": "marks",
            "minimax": "minimax, nodes",
            "alpha_beta": "alpha-beta",
            "ordered": "ordered",
            "minimax_seconds": "minimax, s",
            "ordered_seconds": "ordered, s",
        },
    ),
    "ideas": Block(
        thesis.IDEAS,
        {"without": "without", "nodes": "nodes", "factor": "factor", "seconds": "s"},
    ),
    "parity-bounds": Block(
        quantum.BOUNDS,
        {
            "players": "players",
            "strategies": "strategies",
            "classical": "classical",
            "searched": "all tried",
            "ghz": "GHZ",
            "visibility": "visibility above",
            "flips": "wrong answers below",
        },
    ),
    "parity-runs": Block(
        quantum.RUNS,
        {
            "moves": "moves",
            "state": "state",
            "players": "players",
            "expected": "exactly",
            "classical": "classical",
            "rounds": "rounds",
            "won": "won",
            "p_value": "p",
        },
    ),
}
"""What a marker on a page stands for."""


def update_pages(documents: Path, data: Path) -> list[Path]:
    """Write the tables into all pages below ``documents``; return the changed files.

    Raises ``ValueError`` if a page names an unknown table.
    """
    pages = {path: path.read_text("utf-8") for path in sorted(documents.rglob("*.md"))}
    wanted = {path: filled(text, data) for path, text in pages.items()}
    readme = data / "README.md"
    wanted[readme] = "\n".join([DICTIONARY_HEAD.rstrip("\n"), *dictionary(TABLES)]) + "\n"
    changed = [path for path, text in wanted.items() if pages.get(path) != text]
    for path in changed:
        replace_file(path, wanted[path].encode())
    return changed


def filled(page: str, data: Path) -> str:
    """Return a page with current tables."""
    return MARKER.sub(lambda found: f"{found[1]}{block(found[2], data)}{found[3]}", page)


def block(name: str, data: Path) -> str:
    """Return one table in Markdown."""
    if name not in BLOCKS:
        raise ValueError(f"no table {name!r} for pages: choose from {', '.join(BLOCKS)}")
    return "".join(f"{line}\n" for line in _lines(BLOCKS[name], data))


def _lines(wanted: Block, data: Path) -> Iterator[str]:
    rows = [row for row in load_csv(wanted.table, data) if wanted.has(row)]
    heads, cells, sides = as_cells(wanted.table, rows, wanted.titles)
    yield from ("", *markdown(heads, cells, sides), "")
