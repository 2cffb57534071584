"""Every screen fits on the smallest phone, on a desk and twice as large, and looks as it did.

What is there, in which rows and columns, is stored as an outline of each screen. Where that was
meant to change, ``python -m tests.browser.outlines`` stores it anew.
"""

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.outline import SIZES, difference
from tests.browser.screens import SCREENS

CHECK = Path(__file__).with_name("layout.js").read_text("utf-8")

PHONES = ((360, 740), (320, 640))
DESK = (1280, 800)
ENLARGED = (640, 400)
"""The desk at 200 %: half the room."""

RENEW = "if that is as it should be: python -m tests.browser.outlines"
STORED = {size: name for name, size in SIZES.items()}


@pytest.mark.parametrize("language", ["en-GB", "el-GR"])
@pytest.mark.parametrize("sizes", [PHONES, (DESK, ENLARGED)], ids=["phone", "desk"])
@pytest.mark.parametrize("screen", SCREENS)
def test_everything_fits_and_is_where_it_was(
    visit: Visit, screen: str, sizes: tuple[tuple[int, int], ...], language: str
) -> None:
    app = visit.open(locale=language, touches=sizes is PHONES)
    SCREENS[screen](app)
    found: list[str] = []
    for width, height in sizes:
        app.page.set_viewport_size({"width": width, "height": height})
        stored = STORED.get((width, height)) if language == "en-GB" else None
        moved = difference(app.page, screen, stored) if stored else ""
        found += [f"{width}×{height}: {problem}" for problem in app.page.evaluate(CHECK)]
        found += [f"{moved}\n{RENEW} {screen!r}"] if moved else []
    assert not found, "\n".join(found)
