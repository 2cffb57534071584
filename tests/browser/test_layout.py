"""Every screen fits on the smallest phone, on a desk and twice as large, and looks as it did.

Letters that are twice as large on a phone that stays as it is need the most room: nothing is cut
or broken then, nothing is written over another, and no page can be scrolled sideways.

What is there, in which rows and columns, is stored as an outline of each screen. Where that was
meant to change, ``python -m tests.browser.outlines`` stores it anew.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.outline import SIZES, difference
from tests.browser.screens import (
    SCREENS,
    Way,
    account_unfolded,
    layers,
    recovering,
    recovery_codes,
    searching,
    studied,
)
from tests.browser.test_accessibility import AXE, COLORS, audited, broken_rules

CHECK = Path(__file__).with_name("layout.js").read_text("utf-8")

PHONES = ((360, 740), (320, 640))
DESK = (1280, 800)
ENLARGED = (640, 400)
"""The desk at 200 %: half the room."""

LARGE = "() => { document.documentElement.style.fontSize = '200%' }"
"""Letters twice as large, on a screen that stays as it is."""

UNFOLDED: Mapping[str, Way] = {
    "ways into an account": account_unfolded,
    "recovery codes": recovery_codes,
    "recovery": recovering,
    "layers": layers,
    "studied game": studied,
    "search": searching,
}
"""What is opened on screens, and fills a phone in large letters."""

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
    if sizes is PHONES:
        found += misfits_enlarged(app.page)
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
    found += misfits_enlarged(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("unfolded", UNFOLDED)
def test_what_is_unfolded_fits_too(visit: Visit, unfolded: str) -> None:
    app = visit.open(locale="el-GR")
    UNFOLDED[unfolded](app)
    found = [problem for size in PHONES for problem in misfits(app.page, size)]
    found += misfits_enlarged(app.page)
    assert not found, "\n".join(found)


def misfits_enlarged(page: Page) -> list[str]:
    """What does not fit on a phone whose owner wants letters twice as large."""
    page.evaluate(LARGE)
    return [f"with large letters: {problem}" for problem in misfits(page, PHONES[0])]


def misfits(page: Page, size: tuple[int, int]) -> list[str]:
    """What does not fit on a screen of that width and height."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    return [f"{width}×{height}: {problem}" for problem in page.evaluate(CHECK)]
