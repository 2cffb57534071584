"""Every screen looks as it did: what is there, in which rows and columns.

Where that was meant to change, ``python -m tests.browser.outlines`` stores it anew.
"""

from difflib import unified_diff
from time import monotonic

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE, Visit
from tests.browser.outline import SIZES, STORED, outline, path, visited
from tests.browser.screens import SCREENS

RENEW = "if that is as it should be: python -m tests.browser.outlines"
EVERY = [(screen, size) for screen in SCREENS for size in SIZES]


def difference(page: Page, screen: str, size: str) -> str:
    """How it looks other than stored, line by line; nothing if it comes to look so."""
    if not path(screen, size).exists():
        return "nothing is stored of it"
    stored = path(screen, size).read_text("utf-8")
    last = monotonic() + PATIENCE / 1000
    while (seen := outline(page)) != stored and monotonic() < last:
        page.wait_for_timeout(100)
    return changes(stored, seen)


def changes(stored: str, seen: str) -> str:
    lines = unified_diff(stored.splitlines(), seen.splitlines(), "stored", "seen", lineterm="")
    return "\n".join(lines)


@pytest.mark.parametrize(("screen", "size"), EVERY)
def test_everything_is_where_it_was(visit: Visit, screen: str, size: str) -> None:
    found = difference(visited(visit, screen, size), screen, size)
    assert not found, f"{found}\n{RENEW} {screen!r}"


def test_nothing_is_stored_of_screens_that_are_gone() -> None:
    assert set(STORED.glob("*.txt")) == {path(*each) for each in EVERY}


OTHER_FONT = "* { font-family: serif !important; letter-spacing: 0.04em }"


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
