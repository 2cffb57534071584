"""Panels are as high as their content, on tablets and desktops."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.emptiness import empty_panels
from tests.browser.screens import SCREENS
from tests.browser.settled import resize
from tests.selection import by_day

SIZES = ((820, 1180), (1440, 900), (1920, 1080))

MAIN = (
    *("game", "loop", "end", "review", "tutorial", "a lesson", "puzzles", "record"),
    *("teach", "class rooms", "new homework", "task of homework", "account", "person"),
)
"""Screens in which panels once were mostly empty, and those that resemble them."""


@pytest.mark.parametrize("screen", by_day(MAIN, SCREENS))
def test_no_panel_is_mostly_empty(visit: Visit, screen: str) -> None:
    app = visit.open(touches=False)
    SCREENS[screen](app)
    found: list[str] = []
    for size in SIZES:
        resize(app.page, size)
        found += [f"{size}: {problem}" for problem in empty_panels(app.page)]
    assert not found, "\n".join(found)


LARGE = {"loop": (".outcomes .picture", 190), "a lesson": (".study-rest li svg", 120)}
"""Small boards of screens on desktops, and their least width in pixels."""


@pytest.mark.parametrize("screen", LARGE)
def test_small_boards_are_large_on_desktops(visit: Visit, screen: str) -> None:
    app = visit.open(touches=False)
    SCREENS[screen](app)
    pictures, least = LARGE[screen]
    for size in SIZES[1:]:
        resize(app.page, size)
        box = app.page.locator(pictures).first.bounding_box()
        assert box
        assert box["width"] >= least, size
