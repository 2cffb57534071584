"""The golden pictures are current; ``pictures.py`` regenerates them."""

import pytest

from tests.golden import pictures
from tests.golden.tables import GOLDEN


def test_pictures_are_current() -> None:
    assert (GOLDEN / "pictures.tsv").read_text(encoding="utf-8") == pictures.pictures_text()


@pytest.mark.parametrize("case", pictures.CASES)
def test_pictures_agree_with_the_independent_arrows(case: pictures.Case) -> None:
    assert pictures.drawn(case) == pictures.layers(case)


def test_every_preview_is_drawn() -> None:
    for case in pictures.CASES:
        plain = pictures.layers(case._replace(preview="-"))
        assert (pictures.layers(case) == plain) == (case.preview == "-")
