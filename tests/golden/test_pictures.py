"""The golden pictures are what is drawn today: ``pictures.py`` renews them."""

import pytest

from tests.golden import pictures
from tests.golden.tables import GOLDEN


def test_pictures_are_as_written() -> None:
    assert (GOLDEN / "pictures.tsv").read_text(encoding="utf-8") == pictures.pictures_text()


@pytest.mark.parametrize("case", pictures.CASES)
def test_what_is_drawn_is_what_is_to_be_drawn(case: pictures.Case) -> None:
    assert pictures.drawn(case) == pictures.layers(case)


def test_every_preview_is_drawn() -> None:
    for case in pictures.CASES:
        plain = pictures.layers(case._replace(preview="-"))
        assert (pictures.layers(case) == plain) == (case.preview == "-")
