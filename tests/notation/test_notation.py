"""Public names of the package and lazy imports."""

import subprocess
import sys

import pytest

import qttt.notation
from qttt.notation import svg, text
from qttt.notation.armour import armour

SCRIPT = """
import sys, qttt.notation
print(*sorted(set(sys.modules) & {"reedsolo", "hashlib", "qttt.notation.armour",
                                  "qttt.notation.svg", "qttt.notation.text"}))
"""


def test_pictures_and_armour_are_imported_on_first_use() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_every_public_name_exists() -> None:
    missing = [name for name in qttt.notation.__all__ if not hasattr(qttt.notation, name)]
    assert missing == []
    assert qttt.notation.board_svg is svg.board_svg
    assert qttt.notation.board_text is text.board_text
    assert qttt.notation.unarmour(armour("12").encode()).text == "12\n"


def test_other_names_raise() -> None:
    with pytest.raises(AttributeError, match=r"^module 'qttt.notation' has no attribute 'bord'$"):
        qttt.notation.bord  # noqa: B018
