"""Outlines say what is seen and nothing else; ``test_layout.py`` compares them with those kept."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.outline import SIZES, STORED, changes, difference, outline, path, visited
from tests.browser.screens import SCREENS

EVERY = [(screen, size) for screen in SCREENS for size in SIZES]


def test_nothing_is_stored_of_screens_that_are_gone() -> None:
    assert set(STORED.glob("*.txt")) == {path(*each) for each in EVERY}


OTHER_FONT = "* { font-family: serif !important; letter-spacing: 0.04em }"


@pytest.mark.nightly
@pytest.mark.parametrize(("screen", "size"), EVERY)
def test_another_font_changes_nothing(visit: Visit, screen: str, size: str) -> None:
    # The policy of the app lets nobody put a style into its pages.
    page = visited(visit, screen, size, bypass_csp=True)
    page.add_style_tag(content=OTHER_FONT)
    assert not difference(page, screen, size)


KEYS = 'button "Undo" | button "Redo" disabled | button "Reset" | button "View"'
LANDINGS = 'button "O4 lands on 1" | button "O4 lands on 5"'
BREAKS = {
    "a key in another row": (
        "named('X chooses').before(named('Undo'))",
        ['+button "Undo"', f"-{KEYS}", '+button "Redo" disabled | button "Reset" | button "View"'],
    ),
    "a heading that is hidden": (
        "named('X chooses').style.visibility = 'hidden'",
        ['-heading "X chooses"'],
    ),
    "a key over another": (
        "named('Undo').style.translate = '60%'",
        [f"-{KEYS}", f"+{KEYS.replace('|', '&', 1)}"],
    ),
    "neighbours that have changed places": (
        "named('O4 lands on 1').style.order = 1",
        [f"-{LANDINGS}", '+button "O4 lands on 5" | button "O4 lands on 1"'],
    ),
}
NAMED = """
const named = (name) =>
  [...document.querySelectorAll("button, h2")].find((each) => each.textContent.trim() === name);
"""


@pytest.mark.parametrize("broken", BREAKS)
def test_what_is_broken_is_found(visit: Visit, broken: str) -> None:
    script, found = BREAKS[broken]
    page = visited(visit, "loop", "phone")
    page.evaluate(f"() => {{ {NAMED} {script}; }}")
    told = changes(path("loop", "phone").read_text("utf-8"), outline(page)).splitlines()
    assert [line for line in told[2:] if line[0] in "+-"] == found
