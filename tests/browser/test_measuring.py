"""The benchmark of the app finds what it presses and waits for."""

import pytest
from playwright.sync_api import Browser

from bench.pages import GAME, Pages
from qttt.server import APP_FOLDER
from qttt.server.files import read_app
from tests.browser.server import Server

pytestmark = pytest.mark.nightly


def test_the_benchmark_fits_the_app(browser: Browser, server: Server) -> None:
    pages = Pages(browser, server.url)
    visit = pages.visit()
    assert 0 < visit.paint <= visit.playable
    assert len(pages.play().taps) == 2 * len(GAME)
    assert pages.framed() > 0
    assert pages.answer(1) > 0.45, "the computer answers after a pause"
    assert len(pages.analyse(read_app(APP_FOLDER), 2)) == 2
