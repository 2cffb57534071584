"""Files that arrive late."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route


@contextmanager
def late(page: Page, urls: str) -> Iterator[None]:
    """Hold the page's requests for these URLs until the block ends, and wait for the first of them.

    Requests that come after the block pass.
    """
    held: list[Route] = []
    page.route(urls, lambda route: held.append(route))
    with page.expect_request(urls):
        yield
    page.route(urls, lambda route: route.continue_())
    for route in held:
        route.continue_()
