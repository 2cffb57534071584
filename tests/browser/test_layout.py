"""Every screen fits on the smallest phone, on a desk and twice as large, and looks as it did.

What is there, in which rows and columns, is stored as an outline of each screen. Where that was
meant to change, ``python -m tests.browser.outlines`` stores it anew.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.outline import SIZES, difference
from tests.browser.screens import SCREENS
from tests.browser.test_accessibility import AXE, COLORS, audited, broken_rules

CHECK = Path(__file__).with_name("layout.js").read_text("utf-8")

PHONES = ((360, 740), (320, 640))
DESK = (1280, 800)
ENLARGED = (640, 400)
"""The desk at 200 %: half the room."""

LARGE = "() => { document.documentElement.style.fontSize = '200%' }"
"""Letters twice as large, on a screen that stays as it is."""

NAMED = ("account", "boards of a class room")
"""Where the names of people, in large letters, are cut or leave no room for the rest."""

RENEW = "if that is as it should be: python -m tests.browser.outlines"
STORED = {size: name for name, size in SIZES.items()}


@pytest.mark.parametrize("sizes", [PHONES, (DESK, ENLARGED)], ids=["phone", "desk"])
@pytest.mark.parametrize("screen", SCREENS)
def test_everything_fits_and_is_where_it_was(
    visit: Visit, screen: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    app = visit.open(touches=sizes is PHONES)
    SCREENS[screen](app)
    found: list[str] = []
    for size in sizes:
        found += misfits(app.page, size)
        stored = STORED.get(size)
        moved = difference(app.page, screen, stored) if stored else ""
        found += [f"{moved}\n{RENEW} {screen!r}"] if moved else []
    if sizes is PHONES and screen not in NAMED:
        app.page.evaluate(LARGE)
        found += [f"with large letters: {problem}" for problem in misfits(app.page, PHONES[0])]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_fits_in_greek_and_breaks_no_rule(visit: Visit, screen: str) -> None:
    page = audited(visit, screen, locale="el-GR")
    found: list[str] = []
    for colors in COLORS if AXE.exists() else ():
        page.emulate_media(color_scheme=colors, reduced_motion="reduce")
        found += [f"{colors}: {problem}" for problem in broken_rules(page)]
    for size in (*PHONES, DESK, ENLARGED):
        found += misfits(page, size)
    assert not found, "\n".join(found)


def misfits(page: Page, size: tuple[int, int]) -> list[str]:
    """What does not fit on a screen of that width and height."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    return [f"{width}×{height}: {problem}" for problem in page.evaluate(CHECK)]
