"""Every screen fits: on the smallest phone, on a desk, and twice as large."""

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.screens import SCREENS

CHECK = Path(__file__).with_name("layout.js").read_text("utf-8")

PHONES = ((360, 740), (320, 640))
DESK = (1280, 800)
ENLARGED = (640, 400)
"""The desk at 200 %: half the room."""


@pytest.mark.parametrize("language", ["en-GB", "el-GR"])
@pytest.mark.parametrize("sizes", [PHONES, (DESK, ENLARGED)], ids=["phone", "desk"])
@pytest.mark.parametrize("screen", SCREENS)
def test_everything_fits(
    visit: Visit, screen: str, sizes: tuple[tuple[int, int], ...], language: str
) -> None:
    app = visit.open(locale=language, touches=sizes is PHONES)
    SCREENS[screen](app)
    found: list[str] = []
    for width, height in sizes:
        app.page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}×{height}: {problem}" for problem in app.page.evaluate(CHECK)]
    assert not found, "\n".join(found)
