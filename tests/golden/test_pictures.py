"""The golden pictures are what is drawn today: ``pictures.py`` renews them."""

from tests.golden import pictures
from tests.golden.tables import GOLDEN


def test_pictures_are_as_written() -> None:
    assert (GOLDEN / "pictures.tsv").read_text(encoding="utf-8") == pictures.pictures_text()


def test_every_preview_is_drawn() -> None:
    for case in pictures.CASES:
        plain = pictures.layers(case._replace(preview="-"))
        assert (pictures.layers(case) == plain) == (case.preview == "-")
