"""The documents' site: accessible in both colour schemes, and its home page does not move."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.browser.accessibility import broken_rules
from tests.browser.server import serve_folder
from tests.browser.settled import settle
from tests.browser.test_stability import MOVED, WATCH
from tests.docs.test_site import build

pytestmark = pytest.mark.nightly

PAGES = (
    *("", "404.html", "docs/api/game/", "docs/cli/", "docs/element/", "docs/notebooks/tour/"),
    *("docs/try/", "spec/rules/"),
)
"""One of each kind."""
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
OF_THE_THEME = ("aria-dialog-name", "scrollable-region-focusable")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("site")
    build(folder)
    with serve_folder(folder) as address:
        yield address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(
    browser: Browser, address: str, scheme: Literal["light", "dark"]
) -> None:
    found = []
    with browser.new_context(color_scheme=scheme, reduced_motion="reduce") as context:
        page = context.new_page()
        for name in PAGES:
            page.goto(address + name)
            found += [f"{name}: {each}" for each in broken_rules(page, RULES)]
    assert [each for each in found if not any(rule in each for rule in OF_THE_THEME)] == []


@pytest.mark.parametrize("name", ["", "docs/element/"])
def test_nothing_moves_while_a_page_is_loaded(browser: Browser, address: str, name: str) -> None:
    with browser.new_context(viewport={"width": 412, "height": 823}) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(address + name)
        settle(page)
        moved = page.evaluate(MOVED)
    assert moved == []
