"""The app stays as small as it is, in bytes as they are sent to a browser (brotli)."""

from pathlib import Path

import pytest

import bench
from bench.web import Sizes, sizes
from qttt.server import APP
from qttt.server.files import read_app
from tests.browser.app import App

WATCH = Path(bench.__path__[0]) / "web.js"

MOST = Sizes(whole=300_000, code=161_500, first=45_000, online=31_000, kernel=40_000)
"""What is promised of `whole`, `first` and `kernel`; `code` is above its aim (`LIMITS`)."""


@pytest.mark.parametrize("part", Sizes._fields)
def test_app_stays_as_small_as_it_is(app: App, part: str) -> None:
    app.page.add_init_script(path=WATCH)
    app.open()
    app.page.evaluate("bench.start('Two players')")
    measured = sizes(read_app(APP), app.page.evaluate("bench.loaded()"))
    assert getattr(measured, part) <= getattr(MOST, part)
