"""Fixtures: server, browser and pages; artifacts of failed tests.

Fixtures live at most as long as this package, because a running Playwright prevents other tests
from having an event loop.
"""

import re
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Page,
    expect,
    sync_playwright,
)

from qttt.server import APP_FOLDER
from tests.browser.app import GREEK, App
from tests.browser.chromium import MISSING, find
from tests.browser.server import Server

ROOT = Path(__file__).resolve().parents[2]
FAILURES = Path(__file__).parent / "failures"
PHONE = {"width": 360, "height": 740}
TIMEOUT_MS = 60_000
"""Timeout of conditions; only failing tests reach it."""

HUNG_UP = "WebSocket is closed before the connection is established."
"""Chromium's warning about a socket that was closed before it was open."""

NOT_INSTALLED = "warning: Service Worker registration blocked by Playwright"

OPTIONS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests if there is no app or no browser."""
    reason = None if (APP_FOLDER / "index.html").exists() else "to enable: make web"
    reason = reason if find() else MISSING
    for item in items:
        if reason and "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """The server of all tests that do not change its settings; each test creates its guests."""
    with Server() as server:
        yield server


@pytest.fixture(scope="package")
def chromium() -> Iterator[BrowserType]:
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="package")
def browser(chromium: BrowserType) -> Iterator[Browser]:
    with chromium.launch(executable_path=find(), args=OPTIONS) as browser:
        yield browser


class Visit:
    """The pages of one test, and their console messages."""

    def __init__(self, browser: Browser, server: Server, *, works_offline: bool = False) -> None:
        self._browser, self._server = browser, server
        self._works_offline = works_offline
        self._contexts = ExitStack()
        self.url = server.url
        self.pages: list[Page] = []
        self.console: list[str] = []
        self.ignored: list[str] = []
        """Patterns of expected errors, which can come late."""

    def open(
        self, address: str = "", *, touches: bool = True, url: str | None = None, **options: Any
    ) -> App:
        """Open the app on a phone; ``options`` are for the Playwright context.

        ``url`` is for another server.
        """
        settings = {
            "viewport": PHONE,
            "has_touch": touches,
            "is_mobile": touches,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "service_workers": "allow" if self._works_offline else "block",
            **options,
        }
        context = self._contexts.enter_context(self._browser.new_context(**settings))
        words = GREEK if settings["locale"] == "el-GR" else {}
        app = App(self._page(context), url or self._server.url, touches=touches, words=words)
        app.open(address)
        return app

    def tab(self, app: App, url: str) -> App:
        """Open another tab of the same browser."""
        other = App(self._page(app.page.context), url, touches=app.touches)
        other.open()
        return other

    def _page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        self.pages.append(page)
        page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"error: {error}"))
        return page

    @property
    def complaints(self) -> list[str]:
        """Return errors and warnings of the pages, including violations of the content policy."""
        lines = (text for text in self.console if re.match("error|warning", text))
        expected = re.compile("|".join([*self.ignored, re.escape(HUNG_UP) + "$", NOT_INSTALLED]))
        return [text for text in lines if not expected.search(text)]

    def keep(self, folder: Path) -> None:
        """Save screenshots and console messages."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "console.txt").write_text("\n".join(self.console), encoding="utf-8")
        for number, page in enumerate(page for page in self.pages if not page.is_closed()):
            page.screenshot(path=folder / f"page-{number}.png")

    def close(self) -> None:
        self._contexts.close()


expect.set_options(timeout=TIMEOUT_MS)

FAILED = pytest.StashKey[bool]()


@pytest.fixture
def visit(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visit]:
    works_offline = request.node.get_closest_marker("works_offline") is not None
    visit = Visit(browser, server, works_offline=works_offline)
    try:
        yield visit
        if request.node.stash.get(FAILED, False):
            visit.keep(failures(request.node))
        else:
            assert visit.complaints == []
    finally:
        visit.close()


@pytest.fixture
def app(visit: Visit) -> App:
    """The app on a phone."""
    return visit.open()


def failures(item: pytest.Item) -> Path:
    return FAILURES / re.sub(r"[^\w-]+", "-", item.name).strip("-")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report the path of the artifacts."""
    report = yield
    if report.failed and report.when == "call" and "visit" in getattr(item, "fixturenames", ()):
        item.stash[FAILED] = True
        report.sections.append(("browser", f"the screen and the console are in {failures(item)}"))
    return report
