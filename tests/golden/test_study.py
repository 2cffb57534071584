"""The golden reviews and puzzles are what the study says today: ``study.py`` renews them."""

import pytest

from tests.golden import study
from tests.golden.tables import GOLDEN


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.nightly)])
def test_reviews_are_as_written(every: int) -> None:
    written = (GOLDEN / "reviews.tsv").read_text(encoding="utf-8")
    assert written.startswith(study.REVIEWS)
    lines = written.removeprefix(study.REVIEWS).splitlines(keepends=True)
    assert "".join(lines[::every]) == study.reviews(every)


def test_puzzles_are_as_written() -> None:
    assert (GOLDEN / "puzzles.tsv").read_text(encoding="utf-8") == study.puzzles_text()
