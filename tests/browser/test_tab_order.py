"""The tab key reaches what is needed next: the order of reading on wide and on narrow screens."""

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.layout import DESKTOP
from tests.browser.screens import LOOP, SCREENS, playing
from tests.browser.settled import resize, settle
from tests.selection import by_day

BACKWARDS = Path(__file__).with_name("tab_order.js").read_text("utf-8")
SIZES = (DESKTOP, (1920, 1080), (800, 1000), (844, 390))
CONFIRMATION = '", then "Choose"'
"""It is above the outcomes, which have to be reached before it."""


@pytest.mark.long
@pytest.mark.parametrize(
    "screen",
    by_day(["half", "loop", "a lesson", "puzzles", "daily", "review", "new homework"], SCREENS),
)
def test_the_tab_key_moves_in_the_order_of_reading(visit: Visit, screen: str) -> None:
    app = visit.open(touches=False, viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    SCREENS[screen](app)
    for size in SIZES:
        resize(app.page, size)
        settle(app.page)
        backwards: list[str] = app.page.evaluate(BACKWARDS)
        assert [pair for pair in backwards if not pair.endswith(CONFIRMATION)] == [], size


@pytest.mark.every_engine
def test_a_choice_is_made_by_tab_and_enter(visit: Visit) -> None:
    app = visit.open(touches=False)
    playing(*LOOP)(app)
    app.tab_to(app.page.locator(".outcomes button").first)
    app.page.keyboard.press("Enter")
    app.page.keyboard.press("Tab")
    expect(app.page.locator(".outcomes button").nth(1)).to_be_focused()
    app.page.keyboard.press("Tab")
    expect(app.key("Choose")).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(app.page.locator(".outcomes")).to_have_count(0)
