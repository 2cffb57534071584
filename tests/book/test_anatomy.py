"""The anatomy of positions; its tables are in docs/book/data."""

from collections import Counter
from pathlib import Path

import pytest

from qttt import Position, Rules, solve
from qttt.book import anatomy
from qttt.book.tables import DataTable, Row, load_csv
from qttt.engine.verify import levels as enumerated
from tests.cli.helpers import qttt

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"


def stored(table: DataTable, marks: int) -> list[Row]:
    return [row for row in load_csv(table, DATA) if int(row[0] or 0) <= marks]


def test_positions_one_by_one() -> None:
    """Enumerated by the rules in Python, with the values of every move."""
    for marks, level in enumerate(enumerated(Rules(), 2)):
        keeping, values = Counter[int](), Counter[float]()
        for each in level:
            found = solve(Position(Rules(), each))
            keeping[sum(move.value == found.value for move in found.moves)] += 1
            values[found.value] += 1
        assert [row[1:] for row in load_csv(anatomy.KEEPING, DATA) if row[0] == marks] == sorted(
            keeping.items()
        )
        assert [row[1:] for row in load_csv(anatomy.VALUES, DATA) if row[0] == marks] == sorted(
            values.items()
        )


def test_the_tables_of_few_marks(tmp_path: Path) -> None:
    assert qttt("book", "anatomy", "--marks", "2", "--data", tmp_path).code == 0
    for table in (anatomy.ANATOMY, anatomy.VALUES, anatomy.KEEPING):
        assert load_csv(table, tmp_path) == stored(table, 2)


def test_an_interrupted_run_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anatomy, "CHUNK", 50)
    rows = [level.row() for level in anatomy.levels(2, tmp_path)]
    assert rows == stored(anatomy.ANATOMY, 2)
    file = tmp_path / "anatomy_2.part"
    whole = file.read_bytes()
    cases = (whole[:-1], 186), (whole[:333], 100), (b"", 50), (whole + b"more", 186)
    done: list[int] = []

    def report(number: int, total: int) -> None:
        assert total <= 186
        done.append(number)

    for damaged, first in cases:
        file.write_bytes(damaged)
        done.clear()
        assert [level.row() for level in anatomy.levels(2, tmp_path, report=report)] == rows
        assert done[0] == first
    anatomy.remove_records(tmp_path, 2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly
def test_the_tables(tmp_path: Path) -> None:
    assert qttt("book", "anatomy", "--data", tmp_path).code == 0
    for table in (anatomy.ANATOMY, anatomy.VALUES, anatomy.KEEPING):
        assert load_csv(table, tmp_path) == stored(table, 5)


def test_all_positions_are_counted() -> None:
    """As often as Burnside's lemma counts them in docs/values.md."""
    text = (DATA.parents[1] / "values.md").read_text("utf-8").partition("## Positions")[2]
    row = next(line for line in text.splitlines() if line.startswith("| goff "))
    counts = [f"{row[1]:,}" for row in load_csv(anatomy.ANATOMY, DATA)]
    assert [cell.strip() for cell in row.split("|")[2:]][: len(counts)] == counts


def test_tables_agree() -> None:
    for row in load_csv(anatomy.ANATOMY, DATA):
        assert sum(int(each or 0) for each in row[2:5]) == row[1]
        for table in (anatomy.VALUES, anatomy.KEEPING):
            assert sum(int(r[2] or 0) for r in load_csv(table, DATA) if r[0] == row[0]) == row[1]
