"""Errors of levels: the table, and what must hold."""

from pathlib import Path

import pytest

from qttt.book.levels import GAMES, LEVELS, ladder, level_rows
from qttt.book.tables import load_csv
from qttt.engine.levels import Level

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"
ROWS = load_csv(LEVELS, DATA)


def test_a_few_games() -> None:
    for row in level_rows(Level.RANDOM, 5):
        _, marks, decisions, errors, loss = row
        assert int(errors or 0) <= int(decisions or 0)
        assert (loss == 0) == (errors == 0)
        if marks == 0:
            assert decisions == 5


@pytest.mark.nightly
@pytest.mark.parametrize("level", ladder())
def test_the_table(level: Level) -> None:
    assert list(level_rows(level)) == [row for row in ROWS if row[0] == level]


def test_better_levels_err_less() -> None:
    shares = []
    for level in ladder():
        mine = [row for row in ROWS if row[0] == level]
        assert mine[0][1:3] == (0, GAMES)
        shares.append(sum(int(row[3] or 0) for row in mine) / sum(int(row[2] or 0) for row in mine))
    assert sorted(shares, reverse=True) == shares
    assert shares[-1] == 0
