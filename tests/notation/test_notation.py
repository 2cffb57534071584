"""What the package offers, and how little of it is loaded before it is used."""

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


def test_pictures_and_armour_are_loaded_when_they_are_used() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_every_name_is_there() -> None:
    missing = [name for name in qttt.notation.__all__ if not hasattr(qttt.notation, name)]
    assert missing == []
    assert qttt.notation.board is svg.board
    assert qttt.notation.board_text is text.board_text
    assert qttt.notation.unarmour(armour("12").encode()).text == "12\n"


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match=r"^module 'qttt.notation' has no attribute 'bord'$"):
        qttt.notation.bord  # noqa: B018
