"""The app's size; `make bench` prints exact sizes, this test allows 10 % more."""

from pathlib import Path

import bench
from bench.web import LIMITS, sizes
from qttt.server import APP_FOLDER
from qttt.server.files import read_app
from tests.browser.app import App

WATCH = Path(bench.__path__[0]) / "web.js"


def test_app_size_is_within_ten_percent_of_its_limit(app: App) -> None:
    app.page.add_init_script(path=WATCH)
    app.open()
    app.page.evaluate("bench.start()")
    measured = sizes(read_app(APP_FOLDER), app.page.evaluate("bench.loaded()"))._asdict()
    assert all(measured.values()), "a part of the app is missing"
    promised = {part: limit for part, limit in LIMITS._asdict().items() if limit}
    assert {part for part, limit in promised.items() if measured[part] > 1.1 * limit} == set()
