"""The engines that pages are tested in: Chromium, Firefox, and WebKit, which is Safari's.

Chromium and Firefox are driven by Playwright, Firefox over WebDriver BiDi and as it is installed.
Playwright knows no WebKit but its own, so tests.browser.webkit drives the one of Debian.
"""

import os
from collections.abc import Callable
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self, cast

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser import chromium, firefox
from tests.browser.webkit import installed as webkit
from tests.browser.webkit.browser import WebKitBrowser


class Engine(NamedTuple):
    """`find` returns the path of the program, or None; `missing` says how to get it."""

    find: Callable[[], str | None]
    missing: str
    touches: bool
    """Whether fingers can be simulated."""


ENGINES = {
    "chromium": Engine(chromium.find, chromium.MISSING, touches=True),
    "firefox": Engine(firefox.find, firefox.MISSING, touches=False),
    "webkit": Engine(webkit.find, webkit.MISSING, touches=False),
}

DEFAULT = "chromium"
"""The engine of tests that name none."""

CHROMIUM_OPTIONS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
)


class Browsers:
    """The running browsers, each started when it is first needed."""

    def __init__(self) -> None:
        self._resources = ExitStack()
        self._playwright: Playwright | None = None
        self._running: dict[str, Browser] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()

    def __getitem__(self, engine: str) -> Browser:
        if engine not in self._running:
            start = {"chromium": self._chromium, "firefox": self._firefox, "webkit": self._webkit}
            self._running[engine] = start[engine]()
        return self._running[engine]

    @property
    def playwright(self) -> Playwright:
        if not self._playwright:
            self._playwright = self._resources.enter_context(sync_playwright())
        return self._playwright

    def _chromium(self) -> Browser:
        return self._resources.enter_context(
            self.playwright.chromium.launch(executable_path=chromium.find(), args=CHROMIUM_OPTIONS)
        )

    def _firefox(self) -> Browser:
        home = TemporaryDirectory(prefix="qttt-firefox-", ignore_cleanup_errors=True)
        places = {"HOME": self._resources.enter_context(home)}
        return self._resources.enter_context(
            self.playwright.firefox.launch(
                executable_path=firefox.find(),
                channel="moz-firefox",
                env={**os.environ, **places},
                firefox_user_prefs=firefox.PREFERENCES,
            )
        )

    def _webkit(self) -> Browser:
        # It has the part of the interface that tests use in every engine.
        return cast(Any, self._resources.enter_context(WebKitBrowser()))  # type: ignore[no-any-return]


def options_for(engine: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a context that the engine knows."""
    if engine != "firefox":
        return options
    return {name: value for name, value in options.items() if name not in firefox.UNKNOWN_OPTIONS}
