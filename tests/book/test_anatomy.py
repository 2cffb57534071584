"""The anatomy of positions; its tables are in docs/book/data."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from qttt import Position, Rules, solve
from qttt.book import anatomy
from qttt.book.tables import DataTable, Row, load_csv
from qttt.engine.tablebase import shipped_tablebase
from qttt.engine.verify import levels as enumerated
from qttt.game import Move
from qttt.notation.positions import parse_position
from tests.cli.helpers import qttt

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"


TABLES = (anatomy.ANATOMY, anatomy.VALUES, anatomy.KEEPING, anatomy.PLIES, anatomy.CHOICES)


def stored(table: DataTable, marks: int) -> list[Row]:
    last = marks + (table is anatomy.CHOICES)
    return [row for row in load_csv(table, DATA) if int(row[0] or 0) <= last]


def rows_of(table: DataTable, marks: int) -> list[Row]:
    return [row[1:] for row in load_csv(table, DATA) if row[0] == marks]


def test_positions_one_by_one() -> None:
    """Enumerated by the rules in Python, with the values of every move and every outcome."""
    table = shipped_tablebase(Rules())
    assert table
    for marks, level in enumerate(enumerated(Rules(), 2)):
        keeping, values, worths = Counter[int](), Counter[float](), Counter[float]()
        plies = Counter[tuple[str, int]]()
        for each in level:
            position = Position(Rules(), each)
            found = solve(position)
            keeping[sum(move.value == found.value for move in found.moves)] += 1
            values[found.value] += 1
            entry = table.probe(position)
            if entry and entry.plies:
                plies["X" if entry.value > 0 else "O", entry.plies] += 1
            for loop in filter(None, map(loop_after(position), position.legal_moves)):
                first, second = (solve(loop.play(move)).value for move in loop.legal_moves)
                worths[abs(first - second)] += 1
        assert rows_of(anatomy.KEEPING, marks) == sorted(keeping.items())
        assert rows_of(anatomy.VALUES, marks) == sorted(values.items())
        assert rows_of(anatomy.CHOICES, marks + 1) == sorted(worths.items())
        counts = sorted(plies.items(), reverse=True)
        assert rows_of(anatomy.PLIES, marks) == [(*key, count) for key, count in counts]


def loop_after(position: Position) -> Callable[[Move], Position | None]:
    def play(move: Move) -> Position | None:
        after = position.play(move)
        return after if after.has_loop else None

    return play


def test_the_tables_of_few_marks(tmp_path: Path) -> None:
    done = qttt("book", "anatomy", "--marks", "2", "--data", tmp_path)
    assert done.err == "1 of 1 positions\n8 of 8 positions\n186 of 186 positions\n"
    for table in TABLES:
        assert load_csv(table, tmp_path) == stored(table, 2)


@pytest.mark.nightly
def test_the_tables(tmp_path: Path) -> None:
    assert qttt("book", "anatomy", "--data", tmp_path).code == 0
    for table in TABLES:
        assert load_csv(table, tmp_path) == stored(table, 5)


def test_all_positions_are_counted() -> None:
    """As often as Burnside's lemma counts them in docs/values.md."""
    text = (DATA.parents[1] / "values.md").read_text("utf-8").partition("## Positions")[2]
    row = next(line for line in text.splitlines() if line.startswith("| goff "))
    counts = [f"{row[1]:,}" for row in load_csv(anatomy.ANATOMY, DATA)]
    assert [cell.strip() for cell in row.split("|")[2:]][: len(counts)] == counts


def value_of(position: Position) -> float:
    return position.outcome.value if position.outcome else float(solve(position).value)


def test_the_most_valuable_choices() -> None:
    """The examples of docs/book/anatomy.md."""
    text = (DATA.parent / "anatomy.md").read_text("utf-8")
    for moves, values in (("49/3/8/6/15/49", (-1, 1.5)), ("15/58/59/45/47/12/16/27", (-1, 2))):
        assert moves in text
        position = parse_position(moves)
        found = sorted(value_of(position.play(move)) for move in position.legal_moves)
        assert tuple(found) == values
        marks = moves.count("/") + 1
        most = max(float(row[0] or 0) for row in rows_of(anatomy.CHOICES, marks))
        assert most == values[1] - values[0]


def test_tables_agree() -> None:
    for marks, count, x_ahead, _, o_ahead, *_ in load_csv(anatomy.ANATOMY, DATA):
        for table in (anatomy.VALUES, anatomy.KEEPING):
            assert sum(int(row[-1] or 0) for row in rows_of(table, int(marks or 0))) == count
        for winner, wins in (("X", x_ahead), ("O", o_ahead)):
            rows = rows_of(anatomy.PLIES, int(marks or 0))
            assert sum(int(row[-1] or 0) for row in rows if row[0] == winner) == wins
