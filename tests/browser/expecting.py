"""Assertions about pages and locators, in every engine."""

from typing import Any

from playwright.sync_api import expect as expect_of_playwright

from tests.browser.webkit.expecting import LocatorExpectation, PageExpectation
from tests.browser.webkit.locator import Locator
from tests.browser.webkit.page import Page


def expect(actual: Any) -> Any:
    """Return Playwright's assertions, which wait until they hold, or those for WebKit."""
    if isinstance(actual, Locator):
        return LocatorExpectation(actual)
    if isinstance(actual, Page):
        return PageExpectation(actual)
    return expect_of_playwright(actual)
