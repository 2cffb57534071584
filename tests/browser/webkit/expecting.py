"""Assertions about WebKit's pages and locators, with the interface of Playwright's."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.webkit.locator import Locator, Matcher, wait_until
from tests.browser.webkit.page import Page


def is_match(pattern: Matcher, text: str, *, whole: bool) -> bool:
    if isinstance(pattern, re.Pattern):
        return pattern.search(text) is not None
    wanted = " ".join(pattern.split())
    return text == wanted if whole else wanted in text


class PageExpectation:
    def __init__(self, page: Page) -> None:
        self._page = page

    def to_have_url(self, url: Matcher) -> None:
        wait_until(
            lambda: is_match(url, self._page.url, whole=True),
            lambda: f"the address is {self._page.url} instead of {url}",
        )

    def to_have_title(self, title: Matcher) -> None:
        wait_until(
            lambda: is_match(title, self._page.title(), whole=True),
            lambda: f"the title is {self._page.title()} instead of {title}",
        )

    def not_to_have_title(self, title: Matcher) -> None:
        wait_until(
            lambda: not is_match(title, self._page.title(), whole=True),
            lambda: f"the title is {self._page.title()}",
        )


class LocatorExpectation:
    """Each assertion waits until it holds for the element, which is then the only one."""

    def __init__(self, locator: Locator) -> None:
        self._locator = locator

    def _have(self, condition: Callable[[list[dict[str, Any]]], object], wanted: str) -> None:
        states: list[dict[str, Any]] = []

        def holds() -> object:
            states[:] = self._locator.states()
            return condition(states)

        wait_until(holds, lambda: f"expected {wanted}: {self._locator} is {states}")

    def _be(self, condition: Callable[[dict[str, Any]], object], wanted: str) -> None:
        self._have(lambda states: len(states) == 1 and condition(states[0]), wanted)

    def to_have_count(self, count: int) -> None:
        self._have(lambda states: len(states) == count, f"{count} elements")

    def not_to_have_count(self, count: int) -> None:
        self._have(lambda states: len(states) != count, f"not {count} elements")

    def to_be_visible(self) -> None:
        self._be(lambda state: state["visible"], "a visible element")

    def to_be_hidden(self) -> None:
        self._have(
            lambda states: not any(state["visible"] for state in states), "no visible element"
        )

    not_to_be_visible = to_be_hidden

    def to_be_enabled(self) -> None:
        self._be(lambda state: not state["disabled"], "an enabled element")

    def to_be_disabled(self) -> None:
        self._be(lambda state: state["disabled"], "a disabled element")

    def to_be_checked(self) -> None:
        self._be(lambda state: state["checked"], "a checked element")

    def to_be_focused(self) -> None:
        self._be(lambda state: state["focused"], "the focused element")

    def to_be_in_viewport(self, *, ratio: float = 0) -> None:
        wait_until(
            lambda: self._locator.visible_ratio() > 0 and self._locator.visible_ratio() >= ratio,
            lambda: f"{self._locator.visible_ratio()} of {self._locator} is in the viewport",
        )

    def to_contain_text(self, text: Matcher) -> None:
        self._be(lambda state: is_match(text, state["text"], whole=False), f"the text {text}")

    def not_to_contain_text(self, text: Matcher) -> None:
        self._be(lambda state: not is_match(text, state["text"], whole=False), f"no text {text}")

    def not_to_be_empty(self) -> None:
        self._be(lambda state: state["text"].strip(), "an element with a text")

    def to_have_text(self, text: Matcher | Sequence[Matcher]) -> None:
        wanted = [text] if isinstance(text, str | re.Pattern) else list(text)
        self._have(
            lambda states: (
                len(states) == len(wanted)
                and all(
                    is_match(one, state["text"], whole=True)
                    for one, state in zip(wanted, states, strict=True)
                )
            ),
            f"the texts {wanted}",
        )

    def to_have_accessible_name(self, name: Matcher) -> None:
        wait_until(
            lambda: is_match(name, self._locator.accessible_name(), whole=True),
            lambda: f"{self._locator} is named {self._locator.accessible_name()} instead of {name}",
        )

    def to_have_css(self, name: str, value: Matcher) -> None:
        wait_until(
            lambda: is_match(value, self._locator.style(name), whole=True),
            lambda: f"{self._locator} has {name}={self._locator.style(name)} instead of {value}",
        )

    def to_have_value(self, value: str) -> None:
        self._be(lambda state: state["value"] == value, f"the value {value}")

    def to_have_attribute(self, name: str, value: Matcher) -> None:
        self._be(
            lambda state: is_match(value, state["attributes"].get(name, ""), whole=True),
            f"{name}={value}",
        )

    def not_to_have_attribute(self, name: str, value: Matcher) -> None:
        self._be(
            lambda state: not is_match(value, state["attributes"].get(name, ""), whole=True),
            f"not {name}={value}",
        )
