"""Pages of WebKit with the interface of Playwright's, as far as tests use it in every engine.

Playwright drives only a WebKit of its own. Elements are found by Testing Library in the page, and
pressed and typed into by the driver, as a user does.
"""

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts.web import MODULES
from tests.browser.webkit.driver import Session
from tests.browser.webkit.locator import Finder, wait_until

LIBRARY = MODULES / "@testing-library" / "dom" / "dist" / "@testing-library" / "dom.umd.min.js"
LOCATE = Path(__file__).with_name("locate.js")

RUN = """
const done = arguments[arguments.length - 1];
(async () => {{ {body} }})().then(
  (value) => done({{ value }}),
  (error) => done({{ error: String(error) }}),
);
"""

EVALUATE = """
const it = ({code});
return typeof it === "function" ? it(...arguments[0]) : it;
"""

SIZES = "return [outerWidth - innerWidth, outerHeight - innerHeight, innerWidth, innerHeight]"
"""How much larger the window is than its viewport, and the viewport's size."""

EMPTY = """
const empty = async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  return true;
};
const giveUp = new Promise((resolve) => setTimeout(resolve, 3000, false));
return Promise.race([empty().catch(() => false), giveUp]);
"""
"""Forgets what the app keeps on a device, except cookies; false if WebKit does not answer."""

UNPREPARED = "qttt: nothing can be located on this page yet"
ERRORS = "globalThis.qtttLocate?.errors ?? []"
"""The uncaught errors of the document, and violations of its content policy."""

KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Space": " ",
    "Backspace": "\ue003",
    "Delete": "\ue017",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "Home": "\ue011",
    "End": "\ue010",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Shift": "\ue008",
    "Control": "\ue009",
}


class ScriptError(Exception):
    """An error that a script in the page has thrown."""


class Keyboard:
    def __init__(self, page: "Page") -> None:
        self._page = page

    def press(self, keys: str) -> None:
        """Press a key, or several that are joined by `+`."""
        codes = [KEYS.get(key, key) for key in keys.split("+")]
        down = [{"type": "keyDown", "value": code} for code in codes]
        up = [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self._act([*down, *up])

    def type(self, text: str) -> None:
        for char in text:
            self._act([{"type": kind, "value": char} for kind in ("keyDown", "keyUp")])

    def _act(self, actions: list[dict[str, str]]) -> None:
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._page.send("POST", "/actions", {"actions": [source]})


class Handle:
    """A value of a page."""

    def __init__(self, value: object) -> None:
        self._value = value

    def json_value(self) -> Any:
        return self._value


class Page(Finder):
    """A window of a session; ``handle`` is its name there."""

    steps = ()

    def __init__(self, context: "Context", handle: str) -> None:
        self.page = self
        self.context = context
        self.handle = handle
        self.keyboard = Keyboard(self)

    def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a command to the driver; return its value."""
        return self.context.send(self.handle, method, path, body)

    def frame_locator(self, css: str) -> "Frame":
        return Frame(self, css)

    # --- navigation --------------------------------------------------------------------------

    def goto(self, url: str) -> None:
        self.send("POST", "/url", {"url": url})

    def reload(self, **_: object) -> None:
        self.send("POST", "/refresh")

    @property
    def url(self) -> str:
        return str(self.send("GET", "/url"))

    def title(self) -> str:
        return str(self.send("GET", "/title"))

    # --- scripts -----------------------------------------------------------------------------

    def run(self, body: str, *arguments: object) -> Any:
        """Run the body of an async function that can use `qtttLocate`; return its value.

        Raises:
            ScriptError: It has thrown.
        """
        # In one script, since the page can be left between two.
        guarded = f"if (!globalThis.qtttLocate) return '{UNPREPARED}'; {body}"
        while (value := self._execute(guarded, *arguments)) == UNPREPARED:
            self._execute(LIBRARY.read_text("utf-8"))
            self._execute(LOCATE.read_text("utf-8"))
        return value

    def evaluate(self, code: str, arg: object = None) -> Any:
        """Evaluate an expression; if it is a function, call it with the argument."""
        return self._execute(EVALUATE.format(code=code.strip().removesuffix(";")), [arg])

    def wait_for_function(self, code: str, *, arg: object = None) -> Handle:
        found: list[Any] = [None]

        def is_true() -> bool:
            found[0] = self.evaluate(code, arg)
            return bool(found[0])

        wait_until(is_true, lambda: f"it stays {found[0]}: {code}")
        return Handle(found[0])

    def _execute(self, body: str, *arguments: object) -> Any:
        # An arrow function has the arguments of the script around it.
        script = RUN.format(body=body)
        sent = {"script": script, "args": list(arguments)}
        result = self.send("POST", "/execute/async", sent)
        if "error" in result:
            raise ScriptError(result["error"])
        return result.get("value")

    # --- window ------------------------------------------------------------------------------

    def press_at(self, x: float, y: float) -> None:
        """Press the mouse button at a point of the viewport."""
        move: dict[str, object] = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        source = {"type": "pointer", "id": "mouse", "actions": [move, *press]}
        self.send("POST", "/actions", {"actions": [source]})

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Resize the window so that its viewport has this size."""
        wanted = size["width"], size["height"]
        inner: list[int] = []

        def has_size() -> bool:
            frame_width, frame_height, *inner[:] = self._execute(SIZES)
            if tuple(inner) == wanted:
                return True
            outer = {"width": wanted[0] + frame_width, "height": wanted[1] + frame_height}
            self.send("POST", "/window/rect", outer)
            return False

        wait_until(has_size, lambda: f"the viewport has {inner} instead of {wanted}")

    def screenshot(self, *, path: Path | None = None) -> bytes:
        picture = b64decode(self.send("GET", "/screenshot"))
        if path:
            path.write_bytes(picture)
        return picture

    def is_closed(self) -> bool:
        return self.context.is_closed

    def empty(self) -> bool:
        """Forget what the app has stored in this browser; return whether that was possible."""
        self.send("DELETE", "/cookie")
        is_empty = bool(self._execute(EMPTY))
        self.goto("about:blank")
        return is_empty


class Frame(Page):
    """The document of a frame in a page."""

    def __init__(self, page: Page, css: str) -> None:
        super().__init__(page.context, page.handle)
        self._outer, self._css = page, css

    def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        frame = self._outer.send("POST", "/element", {"using": "css selector", "value": self._css})
        self._outer.send("POST", "/frame", {"id": frame})
        try:
            return self._outer.send(method, path, body)
        finally:
            self._outer.send("POST", "/frame", {"id": None})


class Context:
    """A browser with storage of its own."""

    def __init__(self, session: Session, release: Callable[[Session], None], size: dict[str, int]):
        self.is_closed = False
        self.pages: list[Page] = []
        self._session, self._release, self._size = session, release, size
        self._first = self._selected = str(session.send("GET", "/window"))

    def __enter__(self) -> "Context":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_page(self) -> Page:
        """Return the window of the session, and then others: tabs behind others do not paint."""
        handle = self._first
        if self.pages:
            handle = self._session.send("POST", "/window/new", {"type": "window"})["handle"]
        page = Page(self, handle)
        page.set_viewport_size(self._size)
        self.pages.append(page)
        return page

    def send(self, handle: str, method: str, path: str, body: dict[str, Any] | None) -> Any:
        """Send a command to a window."""
        if self._selected != handle:
            self._session.send("POST", "/window", {"handle": handle})
            self._selected = handle
        return self._session.send(method, path, body)

    def clear_cookies(self) -> None:
        self._session.send("DELETE", "/cookie")

    def close(self) -> None:
        self.is_closed = True
        for page in self.pages[1:]:
            page.send("DELETE", "/window")
        if all(page.empty() for page in self.pages[:1]):
            self._release(self._session)
        else:
            self._session.close()
