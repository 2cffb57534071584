"""The app stays as small as it is, in bytes as they are sent to a browser (brotli)."""

from pathlib import Path

import pytest

import bench
from bench.web import LIMITS, Sizes, sizes
from qttt.server import APP
from qttt.server.files import read_app
from tests.browser.app import App

WATCH = Path(bench.__path__[0]) / "web.js"

MOST = Sizes(
    whole=LIMITS.whole,
    code=118_000,
    texts=40_000,
    first=LIMITS.first,
    online=32_000,
    kernel=LIMITS.kernel,
)
"""A little more than there is; `bench` has what is promised."""


@pytest.mark.parametrize("part", Sizes._fields)
def test_app_stays_as_small_as_it_is(app: App, part: str) -> None:
    app.page.add_init_script(path=WATCH)
    app.open()
    app.page.evaluate("bench.start('Two players')")
    measured = sizes(read_app(APP), app.page.evaluate("bench.loaded()"))
    assert getattr(measured, part) <= getattr(MOST, part)
