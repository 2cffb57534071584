"""Sheets with the main screens in every engine side by side, for the eye, in `build/screens`.

In each engine nothing is cut, covered or overlapping, and no page scrolls sideways.
"""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from tests.browser.conftest import CARET, ROOT, Visit
from tests.browser.engines import ENGINES
from tests.browser.layout import misfits
from tests.browser.screens import SCREENS
from tests.browser.settled import resize

pytestmark = pytest.mark.nightly

FOLDER = ROOT / "build" / "screens"
SIZES = ((390, 844), (820, 1180), (1440, 900))
"""A phone, a tablet, a desktop."""
GAP = 20


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_alike_in_every_engine(visit: Visit, screen: str) -> None:
    found: list[str] = []
    pictures: list[list[Image.Image]] = []
    engines = [name for name, engine in ENGINES.items() if engine.find()]
    for engine in engines:
        app = visit.open(touches=False, engine=engine)
        SCREENS[screen](app)
        row: list[Image.Image] = []
        for size in SIZES:
            resize(app.page, size)
            row.append(Image.open(BytesIO(app.page.screenshot())))
        pictures.append(row)
        found += [f"{engine}: {problem}" for problem in misfits(app.page, *SIZES)]
    for column, (width, height) in enumerate(SIZES):
        sheet = Image.new("RGB", (len(engines) * (width + GAP), height + GAP), "white")
        draw = ImageDraw.Draw(sheet)
        for number, engine in enumerate(engines):
            draw.text((number * (width + GAP), 4), engine, fill="black")
            sheet.paste(pictures[number][column], (number * (width + GAP), GAP))
        FOLDER.mkdir(parents=True, exist_ok=True)
        sheet.save(FOLDER / f"{screen.replace(' ', '-')}-{width}.png")
    visit.ignored.append(CARET)
    assert not found, "\n".join(found)
