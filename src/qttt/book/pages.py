"""Writes the tables of ``docs/book`` into its pages, between ``<!-- table NAME -->`` and an end."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from qttt.notation.files import replace_file

from . import anatomy, atlas, boards, digest, goff, levels, openings, profile, quantum, thesis
from .digest import Summary
from .tables import DataTable, Row, as_cells, dictionary, load_csv, markdown

TABLES = (
    *(thesis.ORDERS, thesis.MARKS, thesis.ENDS, thesis.IDEAS, profile.PROFILE),
    *(quantum.BOUNDS, quantum.RUNS),
    *(atlas.ATLAS, atlas.SURVEY, atlas.WIDE, atlas.CLASSICAL),
    *(openings.OPENINGS, openings.GAMES),
    boards.POSITIONS,
    *(anatomy.ANATOMY, anatomy.VALUES, anatomy.KEEPING, anatomy.PLIES, anatomy.CHOICES),
    levels.LEVELS,
    *(goff.ENSEMBLES, goff.PLACES),
)
"""Every table, in the order of the data dictionary."""

MARKER = re.compile(r"(<!-- table ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
DICTIONARY_HEAD = """\
# Data

The tables of the book as CSV: text in UTF-8, an empty cell where a column does not apply.
`qttt book parquet FOLDER` writes the same tables as Parquet, with these descriptions. Their licence
is that of the project (MIT). Cite them by `CITATION.cff`; that of a release has its date and
address.
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a table on a page: ``titles`` are the heads of its columns, by name."""

    table: DataTable
    titles: Mapping[str, str]
    has: Callable[[Row], bool] = lambda row: True

    def __call__(self, data: Path) -> Summary:
        """Read the table and return its cells."""
        rows = [row for row in load_csv(self.table, data) if self.has(row)]
        return Summary(*as_cells(self.table, rows, self.titles))


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
BLOCKS: Mapping[str, Callable[[Path], Summary]] = {
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
    "profile": digest.profile_by_part,
    "parity-bounds": Block(
        quantum.BOUNDS,
        {
            "players": "players",
            "strategies": "strategies",
            "classical": "classical",
            "searched": "all tested",
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
    "rules-3x3": digest.values_by_chooser,
    "rules-effects": digest.effects,
    "rules-fairest": digest.fairest,
    "rules-boards": digest.boards_and_lines,
    "rules-distribution": digest.distribution,
    "openings-replies": Block(
        openings.OPENINGS,
        {
            "moves": "moves",
            "name": "name",
            "ways": "ways",
            "keeping": "X's moves that keep +½",
            "plies": "plies",
        },
        lambda row: row[3] == 2,
    ),
    "openings-variations": Block(
        openings.OPENINGS,
        {
            "moves": "moves",
            "name": "name of X3",
            "ways": "ways",
            "keeping": "O's moves that keep +½",
            "plies": "plies",
        },
        lambda row: row[3] == 3 and row[1] is not None,
    ),
    "openings-levels": digest.opening_levels,
    "collapse-traps": Block(
        openings.OPENINGS,
        {"moves": "moves", "to_move": "decides", "only": "keeps +½", "plies": "plies"},
        lambda row: row[5] == 2 and row[7] is not None,
    ),
    **{
        f"openings-{moves.replace(' ', '-')}": partial(digest.opening_tree, reply=moves)
        for moves in openings.REPLIES
    },
    "games": Block(
        openings.GAMES,
        {"rules": "rules", "games": "games", "symmetric": "symmetric", "different": "different"},
    ),
    "positions": digest.positions_by_marks,
    "anatomy": Block(
        anatomy.ANATOMY,
        {
            "marks": "marks",
            "positions": "positions",
            "only_moves": "only move",
            "idle": "any move",
            "random_errs": "random errs",
            "random_loses": "loss",
        },
    ),
    "anatomy-values": digest.values_by_marks,
    "anatomy-plies": digest.plies_by_marks,
    "anatomy-choices": digest.worths_by_marks,
    "levels": digest.errors_by_level,
    "ensembles": digest.ensembles_by_marks,
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
    return MARKER.sub(lambda match: f"{match[1]}{block(match[2], data)}{match[3]}", page)


def block(name: str, data: Path) -> str:
    """Return one table in Markdown."""
    if name not in BLOCKS:
        raise ValueError(f"no table {name!r} for pages: choose from {', '.join(BLOCKS)}")
    content = BLOCKS[name](data)
    lines = ("", *markdown(content.heads, content.rows, content.sides), "")
    return "".join(f"{line}\n" for line in lines)
