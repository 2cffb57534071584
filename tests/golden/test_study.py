"""The golden reviews and puzzles are current; ``study.py`` regenerates them."""

import pytest

from tests.golden import study
from tests.golden.tables import GOLDEN, rows


def test_every_fortieth_review_is_current() -> None:
    for row in rows("reviews.tsv")[::40]:
        assert study.review_row(row["rules"], row["moves"]) == [*row.values()]


@pytest.mark.nightly
def test_reviews_are_current() -> None:
    assert (GOLDEN / "reviews.tsv").read_text(encoding="utf-8") == study.reviews_text()


def test_judgements_are_current() -> None:
    assert (GOLDEN / "judgements.tsv").read_text(encoding="utf-8") == study.judgements_text()


@pytest.mark.nightly
def test_puzzles_are_current() -> None:
    assert (GOLDEN / "puzzles.tsv").read_text(encoding="utf-8") == study.puzzles_text()
