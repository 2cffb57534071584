"""Fixtures: server, browser and pages; artifacts of failed tests.

Fixtures live at most as long as this package, because a running Playwright prevents other tests
from having an event loop.
"""

import re
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from qttt.server import APP_FOLDER
from tests.browser.app import GREEK, App
from tests.browser.engines import DEFAULT, ENGINES, Browsers, options_for
from tests.browser.server import Server
from tests.browser.webkit.page import ERRORS
from tests.browser.webkit.page import Page as WebKitPage
from tests.selection import by_day

ROOT = Path(__file__).resolve().parents[2]
FAILURES = Path(__file__).parent / "failures"
PHONE = {"width": 360, "height": 740}
TIMEOUT_MS = 60_000
"""Timeout of conditions; only failing tests reach it."""

HUNG_UP = (
    r"WebSocket is closed before the connection is established\.$",
    r"Firefox can’t establish a connection to the server at ws://",
    r"The connection to ws://\S+ was interrupted while the page was loading\.",
)
"""Warnings about a socket that was closed before it was open."""

CARET = r"blocked an inline style \(style-src-elem\)"
"""In Firefox, Playwright's screenshots try to hide the caret with a style."""

NOT_INSTALLED = "warning: Service Worker registration blocked by Playwright"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test marked `every_engine` in all of them, by night in those that it does not name."""
    marker = metafunc.definition.get_closest_marker("every_engine")
    if not marker or "engine" not in metafunc.fixturenames:
        return
    excluded = metafunc.definition.get_closest_marker("not_in")
    engines = [name for name in ENGINES if not excluded or name not in excluded.args]
    metafunc.parametrize("engine", by_day((DEFAULT, *marker.args), engines), indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests if there is no app or no such browser."""
    no_app = None if (APP_FOLDER / "index.html").exists() else "to enable: make web"
    reasons = {name: no_app if it.find() else it.missing for name, it in ENGINES.items()}
    for item in items:
        if isinstance(item, pytest.Function) and "browsers" in item.fixturenames:
            params = item.callspec.params if hasattr(item, "callspec") else {}
            if reason := reasons[str(params.get("engine", DEFAULT))]:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """The server of all tests that do not change its settings; each test creates its guests."""
    with Server() as server:
        yield server


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    with Browsers() as browsers:
        yield browsers


@pytest.fixture(scope="package")
def chromium(browsers: Browsers) -> BrowserType:
    return browsers.playwright.chromium


@pytest.fixture(scope="package")
def browser(browsers: Browsers) -> Browser:
    """Chromium."""
    return browsers["chromium"]


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The engine of `visit`: Chromium, unless the test is marked `every_engine`."""
    return str(getattr(request, "param", DEFAULT))


class Visit:
    """The pages of one test, and their console messages."""

    def __init__(
        self, browsers: Browsers, server: Server, *, engine: str, works_offline: bool = False
    ) -> None:
        self.engine = engine
        self._browsers, self._server = browsers, server
        self._works_offline = works_offline
        self._contexts = ExitStack()
        self.url = server.url
        self.pages: list[Page] = []
        self.console: list[str] = []
        self.ignored: list[str] = []
        """Patterns of expected errors, which can come late."""

    def open(
        self,
        address: str = "",
        *,
        touches: bool = True,
        url: str | None = None,
        engine: str | None = None,
        **options: Any,
    ) -> App:
        """Open the app on a phone; ``options`` are for the Playwright context.

        ``url`` is for another server, ``engine`` names another than the test's.
        """
        engine = engine or self.engine
        touches = touches and ENGINES[engine].touches
        settings = {
            "viewport": PHONE,
            "has_touch": touches,
            "is_mobile": touches,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "service_workers": "allow" if self._works_offline else "block",
            **options,
        }
        browser = self._browsers[engine]
        context = self._contexts.enter_context(browser.new_context(**options_for(engine, settings)))
        words = GREEK if settings["locale"] == "el-GR" else {}
        app = App(self._page(context), url or self._server.url, touches=touches, words=words)
        app.open(address)
        return app

    def name(self, name: str) -> str:
        """Return a user's name that this test does not register in other engines, too."""
        return f"{name} {self.engine.capitalize()}"

    def tab(self, app: App, url: str) -> App:
        """Open another tab of the same browser."""
        other = App(self._page(app.page.context), url, touches=app.touches)
        other.open()
        return other

    def _page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        self.pages.append(page)
        if is_webkit(page):
            return page
        page.set_default_timeout(TIMEOUT_MS)
        page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"error: {error}"))
        return page

    @property
    def complaints(self) -> list[str]:
        """Return errors and warnings of the pages, including violations of the content policy."""
        inside = (page.evaluate(ERRORS) for page in self.pages if is_webkit(page))
        console = chain(self.console, *inside)
        lines = (text for text in console if re.match("error|warning", text))
        expected = re.compile("|".join([*self.ignored, *HUNG_UP, NOT_INSTALLED]))
        return [text for text in lines if not expected.search(text)]

    def keep(self, folder: Path) -> None:
        """Save screenshots and console messages."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "console.txt").write_text("\n".join(self.console), encoding="utf-8")
        for number, page in enumerate(page for page in self.pages if not page.is_closed()):
            page.screenshot(path=folder / f"page-{number}.png")

    def close(self) -> None:
        self._contexts.close()


def is_webkit(page: object) -> bool:
    return isinstance(page, WebKitPage)


expect.set_options(timeout=TIMEOUT_MS)

FAILED = pytest.StashKey[bool]()


@pytest.fixture
def visit(
    browsers: Browsers, engine: str, server: Server, request: pytest.FixtureRequest
) -> Iterator[Visit]:
    works_offline = request.node.get_closest_marker("works_offline") is not None
    visit = Visit(browsers, server, engine=engine, works_offline=works_offline)
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
