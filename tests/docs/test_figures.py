"""Figures of ``docs/engine.md`` are those of the program."""

from pathlib import Path

import pytest

from qttt import Position, Rules
from qttt.engine import SolveDepth, Solver
from qttt.engine.tablebase import shipped_tablebase
from qttt.engine.values import format_value

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text("utf-8")


def rows(head: str) -> list[list[str]]:
    """Return the cells of the table whose first column has this title."""
    _, _, rest = TEXT.partition(f"| {head} |")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("row", rows("rules (3×3)"), ids=lambda row: row[0])
def test_openings_have_these_values_and_take_these_nodes(row: list[str]) -> None:
    name, value, best, *nodes = row
    start = Position(Rules.preset(name))
    depths = (SolveDepth.VALUE, SolveDepth.VALUES, SolveDepth.DISTANCES)
    found = [Solver(start.rules).solve(start, depth=depth) for depth in depths]
    assert [f"{each.nodes:,}" for each in found] == nodes
    assert format_value(found[0].value) == value
    moves = ["-".join(start.name(move)) for move in found[1].best]
    assert best == ("all 36" if len(moves) == 36 else ", ".join(moves))


def test_the_shipped_table_has_this_size() -> None:
    table = shipped_tablebase(Rules())
    assert table
    sizes = {marks: (positions, size) for marks, positions, size, _ in rows("`goff` up to")}
    counts = table.header.counts
    assert f"{sum(counts[:4]):,}" == sizes["3 marks"][0]
    assert sizes["4 marks"] == (f"{sum(counts):,}", f"{table.path.stat().st_size:,}")
