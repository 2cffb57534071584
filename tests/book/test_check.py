"""``qttt book CHAPTER --check`` compares what it computes with what is published."""

from pathlib import Path

import pytest

from qttt.book import anatomy
from qttt.book.boards import POSITIONS
from qttt.book.tables import compare, load_csv, save_csv
from qttt.book.thesis import IDEAS
from tests.cli.helpers import error_of, qttt, stdout_of

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"


def test_equal_rows_are_counted_and_nothing_is_written(tmp_path: Path) -> None:
    save_csv(POSITIONS, load_csv(POSITIONS, DATA), tmp_path)
    (tmp_path / POSITIONS.file).chmod(0o444)
    shown = stdout_of("book", "positions", "--check", "--data", tmp_path)
    assert shown == f"equal to {tmp_path / POSITIONS.file} (48 of 48 rows)\n"
    assert [path.name for path in tmp_path.iterdir()] == [POSITIONS.file]


def test_a_part_of_the_rows_can_be_checked() -> None:
    done = qttt("book", "anatomy", "--marks", "2", "--check", "--data", DATA)
    assert done.code == 0
    assert f"equal to {DATA / anatomy.ANATOMY.file} (3 of 9 rows)" in done.out.splitlines()


def test_a_different_row_is_shown(tmp_path: Path) -> None:
    first, *others = load_csv(POSITIONS, DATA)
    save_csv(POSITIONS, [(*first[:-1], 7), *others], tmp_path)
    done = qttt("book", "positions", "--check", "--data", tmp_path)
    assert (done.code, done.err) == (2, "qttt: not as published: positions.csv\n")
    row = ",".join(map(str, first))
    assert done.out == f"{tmp_path / POSITIONS.file}: 1 of 48 rows differ, first {row}\n"


def test_measured_columns_are_not_compared(tmp_path: Path) -> None:
    rows = load_csv(IDEAS, DATA)
    measured = [column.is_measured for column in IDEAS.columns]
    assert any(measured)
    slower = [
        tuple(9.5 if is_measured else cell for cell, is_measured in zip(row, measured, strict=True))
        for row in rows
    ]
    save_csv(IDEAS, slower, tmp_path)
    assert compare(IDEAS, tmp_path, DATA).differences == ()


def test_a_partial_computation_keeps_the_other_rows(tmp_path: Path) -> None:
    before = load_csv(anatomy.ANATOMY, DATA)
    save_csv(anatomy.ANATOMY, before, tmp_path)
    assert qttt("book", "anatomy", "--marks", "1", "--data", tmp_path).code == 0
    assert [row[0] for row in load_csv(anatomy.ANATOMY, tmp_path)] == [row[0] for row in before]


@pytest.mark.parametrize("chapter", ["anatomy", "positions", "pages", "thesis"])
def test_a_missing_folder_is_named_before_the_search(chapter: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert error_of("book", chapter, "--data", missing) == (
        f"{missing}: No such file or directory: "
        "run this in the root of a checkout, or name a folder with --data"
    )
