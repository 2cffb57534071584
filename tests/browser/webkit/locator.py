"""Locators of WebKit's pages: elements that are found by Testing Library at each use."""

import json
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.webkit.driver import TIMEOUT_S, WebDriverError

if TYPE_CHECKING:
    from tests.browser.webkit.page import Page

POLL_S = 0.02
MAX_PRESSES = 5

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's reference in WebDriver."""

Matcher = str | re.Pattern[str]


def wait_until(condition: Callable[[], object], complaint: Callable[[], str]) -> None:
    """Ask until a condition holds; a page that is being replaced is asked again."""
    end = time.monotonic() + TIMEOUT_S
    while True:
        try:
            if condition():
                return
            reason = complaint()
        except WebDriverError as error:
            reason = str(error)
        if time.monotonic() > end:
            raise AssertionError(reason)
        time.sleep(POLL_S)


def matcher(text: Matcher, *, exact: bool) -> dict[str, object]:
    """Return a text or a pattern as `locate.js` reads it."""
    if isinstance(text, str):
        return {"text": text, "exact": exact}
    return {"source": text.pattern, "flags": "i" if text.flags & re.IGNORECASE else ""}


class Finder:
    """What pages and locators have in common: finding elements."""

    page: "Page"
    steps: tuple[dict[str, object], ...]

    def locator(self, css: str) -> "Locator":
        return self._with(css=css)

    def get_by_role(
        self, role: str, *, name: Matcher | None = None, exact: bool = False, level: int = 0
    ) -> "Locator":
        named = None if name is None else matcher(name, exact=exact)
        return self._with(role={"role": role, "name": named, "level": level})

    def get_by_text(self, text: Matcher, *, exact: bool = False) -> "Locator":
        return self._with(text=matcher(text, exact=exact))

    def get_by_label(self, text: Matcher, *, exact: bool = False) -> "Locator":
        return self._with(label=matcher(text, exact=exact))

    def _with(self, **step: object) -> "Locator":
        return Locator(self.page, (*self.steps, step))


class Locator(Finder):
    """Elements that are looked for at each use."""

    def __init__(self, page: "Page", steps: tuple[dict[str, object], ...]) -> None:
        self.page, self.steps = page, steps

    def __repr__(self) -> str:
        return f"Locator({json.dumps(self.steps, ensure_ascii=False)})"

    @property
    def first(self) -> "Locator":
        return self.nth(0)

    @property
    def last(self) -> "Locator":
        return self.nth(-1)

    def nth(self, number: int) -> "Locator":
        return self._with(nth=number)

    def and_(self, other: "Locator") -> "Locator":
        return Locator(self.page, (*self.steps, {"and": other.steps}))

    def filter(self, *, has: "Locator | None" = None, has_text: Matcher | None = None) -> "Locator":
        found = self if has is None else self._with(has=has.steps)
        return found if has_text is None else found._with(hasText=matcher(has_text, exact=False))

    # --- actions -----------------------------------------------------------------------------

    def click(self) -> None:
        """Press the element, again if it has moved away from the pointer."""
        for _ in range(MAX_PRESSES):
            self.page.press_at(*self._point("aim"))
            if not self._was_missed():
                return
        raise AssertionError(f"{self} moves away {MAX_PRESSES} times")

    def _was_missed(self) -> bool:
        try:
            return bool(self.page.run("return qtttLocate.hasMissed()"))
        except WebDriverError:  # the press has opened another page
            return False

    tap = click

    def check(self) -> None:
        if not self.state()["checked"]:
            self.click()
        wait_until(lambda: self.state()["checked"], lambda: f"{self} is not checked")

    def fill(self, text: str) -> None:
        self._point()
        self._do("qtttLocate.fill(found, arguments[1])", text)

    def select_option(self, value: str | None = None, *, label: str | None = None) -> None:
        self._point()
        self._do("qtttLocate.select(found, ...arguments[1])", [value, label])

    def press(self, key: str) -> None:
        self._point()
        self._do("found.focus()")
        self.page.keyboard.press(key)

    # --- questions ---------------------------------------------------------------------------

    def states(self) -> list[dict[str, Any]]:
        """Return what tests can ask about each element."""
        found: list[dict[str, Any]] = self.page.run(
            "return qtttLocate.states(arguments[0])", self.steps
        )
        return found

    def state(self) -> dict[str, Any]:
        """Return the state of the only element, which is waited for."""
        states: list[dict[str, Any]] = []

        def is_one() -> bool:
            states[:] = self.states()
            return len(states) == 1

        wait_until(is_one, lambda: f"there are {len(states)} of {self}")
        return states[0]

    def count(self) -> int:
        return len(self.states())

    def all(self) -> list["Locator"]:
        return [self.nth(number) for number in range(self.count())]

    def all_inner_texts(self) -> list[str]:
        return [state["text"] for state in self.states()]

    def inner_text(self) -> str:
        return str(self._do("return found.innerText"))

    def text_content(self) -> str:
        return str(self._do("return found.textContent"))

    def input_value(self) -> str:
        return str(self.state()["value"])

    def get_attribute(self, name: str) -> str | None:
        value: str | None = self.state()["attributes"].get(name)
        return value

    def is_visible(self) -> bool:
        return [state["visible"] for state in self.states()] == [True]

    def bounding_box(self) -> dict[str, float]:
        box: dict[str, float] = self._do("return qtttLocate.boxOf(found)")
        return box

    def evaluate(self, code: str, arg: object = None) -> Any:
        """Call a function of the page with the element and an argument."""
        return self._do(f"return ({code})(found, arguments[1])", arg)

    def evaluate_all(self, code: str, arg: object = None) -> Any:
        """Call a function of the page with all elements and an argument."""
        all_of = f"return ({code})(qtttLocate.locate(arguments[0]), arguments[1])"
        return self.page.run(all_of, self.steps, arg)

    def visible_ratio(self) -> float:
        """Return which part of the element is in the viewport, from 0 to 1."""
        return float(self._do("return qtttLocate.visibleRatio(found)"))

    def style(self, name: str) -> str:
        """Return a computed property of the element's style."""
        return str(self._do("return getComputedStyle(found)[arguments[1]]", name))

    def accessible_name(self) -> str:
        """Return the name that WebKit tells to screen readers."""
        element = self._do("return found")
        return str(self.page.send("GET", f"/element/{element[ELEMENT]}/computedlabel"))

    def _do(self, code: str, *arguments: object) -> Any:
        self.state()
        one = "const [found] = qtttLocate.locate(arguments[0]);"
        return self.page.run(f"{one} {code}", self.steps, *arguments)

    def _point(self, how: str = "point") -> tuple[float, float]:
        """Wait until the element can be pressed; return its middle."""
        found: list[Any] = [None]

        def is_ready() -> bool:
            found[0] = self.page.run(f"return qtttLocate.{how}(arguments[0])", self.steps)
            return isinstance(found[0], list)

        wait_until(is_ready, lambda: f"{self} cannot be pressed: {found[0]}")
        x, y = found[0]
        return x, y
