"""The golden reviews and puzzles are what the study says today: ``study.py`` renews them."""

from tests.golden import study
from tests.golden.tables import GOLDEN


def test_reviews_are_as_written() -> None:
    assert (GOLDEN / "reviews.tsv").read_text(encoding="utf-8") == study.reviews_text()


def test_puzzles_are_as_written() -> None:
    assert (GOLDEN / "puzzles.tsv").read_text(encoding="utf-8") == study.puzzles_text()
