"""The app is as small as is promised, in bytes as they are sent to a browser."""

import pytest

from bench.web import LIMITS, Sizes, sizes
from qttt.server import APP
from qttt.server.files import read_app
from tests.browser.app import App

LOADED = """
() => ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
  .map(({ name }) => new URL(name).pathname.slice(1))
"""


@pytest.mark.parametrize("part", Sizes._fields)
def test_app_is_as_small_as_is_promised(app: App, part: str) -> None:
    app.start()
    app.page.wait_for_load_state("networkidle")
    measured = sizes(read_app(APP), app.page.evaluate(LOADED))
    assert getattr(measured, part) <= getattr(LIMITS, part)
