"""The golden reviews and puzzles are current; ``study.py`` regenerates them."""

from tests.golden import study
from tests.golden.tables import GOLDEN


def test_reviews_are_current() -> None:
    assert (GOLDEN / "reviews.tsv").read_text(encoding="utf-8") == study.reviews_text()


def test_puzzles_are_current() -> None:
    assert (GOLDEN / "puzzles.tsv").read_text(encoding="utf-8") == study.puzzles_text()
