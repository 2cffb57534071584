"""A window that was resized, or a tablet that was turned, shows what it would if opened so."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.engines import ENGINES
from tests.browser.screens import SCREENS
from tests.browser.settled import resize, settle
from tests.selection import by_day

SIZES = ((820, 1180), (1180, 820), (820, 1180), (390, 844), (1440, 900), (844, 390), (390, 844))

COLUMN = """
() => [...document.querySelectorAll("main, main > header, main > div, main > section")]
  .map((part) => part.getBoundingClientRect())
  .map(({ x, width }) => [Math.round(x), Math.round(width)])
"""
"""Where the parts of a screen begin, and how wide they are."""

RESTYLE = """
() => {
  const { style } = document.body;
  style.display = "none";
  document.body.offsetHeight;
  style.display = "";
}
"""


@pytest.mark.parametrize("engine", by_day(["webkit"], ENGINES), indirect=True)
@pytest.mark.parametrize("screen", by_day(["analysis", "lessons"], SCREENS))
def test_a_resized_screen_has_the_styles_of_its_size(visit: Visit, screen: str) -> None:
    app = visit.open(touches=False)
    SCREENS[screen](app)
    for size in SIZES:
        resize(app.page, size)
        resized = app.page.evaluate(COLUMN)
        app.page.evaluate(RESTYLE)
        settle(app.page)
        assert resized == app.page.evaluate(COLUMN), size


SCROLLED = "() => document.documentElement.scrollHeight - innerHeight"


@pytest.mark.parametrize("screen", ["welcome", "game"])
def test_first_screen_and_game_fit_the_window(visit: Visit, screen: str) -> None:
    app = visit.open(touches=False)
    SCREENS[screen](app)
    for size in ((820, 1180), (844, 390), (390, 844), (1440, 900), (1920, 1080)):
        resize(app.page, size)
        assert app.page.evaluate(SCROLLED) == 0, size


@pytest.mark.parametrize("screen", ["analysis of a position", "a loop in class"])
def test_panels_scroll_beside_the_board_instead_of_the_page(visit: Visit, screen: str) -> None:
    app = visit.open(touches=False)
    SCREENS[screen](app)
    for size in ((1440, 900), (1920, 1080)):
        resize(app.page, size)
        assert app.page.evaluate(SCROLLED) == 0, size
