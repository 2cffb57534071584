"""Renews the stored outlines: ``python -m tests.browser.outlines``, and names of screens.

Without names it is all of them. What git shows then is what has changed for those who look.
"""

import sys
from collections.abc import Sequence
from itertools import product

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import MISSING, find
from tests.browser.conftest import OPTIONS, Visit
from tests.browser.outline import SIZES, STORED, outline, path, visited
from tests.browser.screens import SCREENS
from tests.browser.server import Server

REST = 3000
"""Milliseconds for which a screen stays the same that has come to rest."""


def renew(screens: Sequence[str]) -> None:
    """Writes down what the screens look like now; the app must have been built."""
    with (
        Server() as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find(), args=OPTIONS) as browser,
    ):
        for screen, size in product(screens, SIZES):
            visit = Visit(browser, server)
            text = at_rest(visited(visit, screen, size))
            path(screen, size).write_text(text, encoding="utf-8")
            visit.close()


def at_rest(page: Page) -> str:
    """The outline, as soon as it stays as it is."""
    seen, now = "", outline(page)
    while seen != now:
        page.wait_for_timeout(REST)
        seen, now = now, outline(page)
    return now


def main(names: Sequence[str]) -> None:
    if unknown := sorted(set(names) - set(SCREENS)):
        sys.exit(f"there is no screen {unknown[0]!r}; there are {', '.join(SCREENS)}")
    if not find():
        sys.exit(MISSING)
    if not names:
        for stale in STORED.glob("*.txt"):
            stale.unlink()
    renew(names or list(SCREENS))


if __name__ == "__main__":
    main(sys.argv[1:])
