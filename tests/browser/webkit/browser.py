"""A WebKit with contexts, as Playwright's browsers have them."""

from contextlib import ExitStack
from typing import Self

from tests.browser.webkit.driver import Display, Session
from tests.browser.webkit.page import Context

DEFAULT_SIZE = {"width": 1280, "height": 720}


class WebKitBrowser:
    """A display, and the sessions that no context uses now."""

    def __init__(self) -> None:
        self._resources = ExitStack()
        self._display = self._resources.enter_context(Display())
        self._idle: list[Session] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()

    def new_context(self, *, viewport: dict[str, int] = DEFAULT_SIZE, **_: object) -> Context:
        """Return an empty browser; of the options only the size is known here."""
        return Context(
            self._idle.pop() if self._idle else self._start(), self._idle.append, viewport
        )

    def _start(self) -> Session:
        session = Session(self._display.name, self._display.home)
        self._resources.callback(session.close)
        return session
