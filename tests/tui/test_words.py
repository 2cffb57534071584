"""Texts and the help page."""

import re

import pytest
from textual.binding import Binding

from qttt.game import PRESETS, Rules
from qttt.notation.rules_text import preset_notes, rules_title
from qttt.tui.dialogs import HELP
from qttt.tui.screen import GameScreen


def test_every_preset_has_one_line() -> None:
    assert list(preset_notes()) == list(PRESETS)
    longest = max(map(len, preset_notes().values()))
    assert longest <= 59, "beside the name, in a window of 80 columns"


@pytest.mark.parametrize(
    ("rules", "title"),
    [
        ("goff", "goff 3×3"),
        ("krist rows=5 cols=5", "krist 5×5"),
        ("goff chooser=closer scoring=winner", "goff chooser=closer scoring=winner 3×3"),
    ],
)
def test_rules_are_named_with_their_board(rules: str, title: str) -> None:
    assert rules_title(Rules.parse(rules)) == title


def test_help_fits_and_explains_every_key() -> None:
    assert max(len(line) for line in HELP.split("\n") if "  " in line) <= 72
    names = {"at": "@", "colon": ":", "escape": "Esc", "space": "Space", "question_mark": "Help"}
    names |= {"tab": "Tab", "shift+tab": "Tab"}
    keys = [binding.key for binding in GameScreen.BINDINGS if isinstance(binding, Binding)]
    words = {*re.findall(r"\w+|[@:]", HELP), "Help", *"2345678"}
    assert [key for key in keys if names.get(key, key) not in words] == []
