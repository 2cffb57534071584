"""Links above a limit and without the store: their pages are the app, which explains the error."""

from collections.abc import Awaitable

import httpx
import pytest
from fastapi.routing import APIRoute

from qttt.server.errors import StoreUnavailable
from qttt.server.links import Links
from qttt.server.store.database import Database
from tests.server.api.conftest import Site
from tests.server.unfurlers import head_of

from .test_invitation_links import page_of

PAGES = {
    "/p/{link:path}": "/p/goff/12_23",
    "/puzzle/{link:path}": "/puzzle/goff_12/23",
    "/daily/{day}": "/daily/2026-01-31",
    "/g/{game}": "/g/0123456789",
    "/embed/{link:path}": "/embed/goff/12_23",
    "/i/{code}": "/i/abcdefgh",
}
"""An example of each route that shows the app with a preview, unless it only needs the language."""


def assert_app(page: httpx.Response, status: int) -> None:
    assert page.status_code == status
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert head_of(page.content).title == "Quantum tic-tac-toe"


async def test_every_page_is_known(site: Site) -> None:
    paths = {
        route.path
        for route in site.application.routes
        if isinstance(route, APIRoute) and route.endpoint.__module__ == Links.__module__
    }
    assert paths == {*PAGES, "/oembed"}


@pytest.mark.parametrize("path", PAGES.values())
async def test_a_page_above_its_limit_is_the_app(site: Site, path: str) -> None:
    site.set_limits({"request": "1/hour"})
    await page_of(site, "/p/goff")
    page = await page_of(site, path)
    assert_app(page, 429)
    assert int(page.headers["retry-after"]) > 0
    policy = page.headers["content-security-policy"]
    assert ("frame-ancestors *" in policy) == path.startswith("/embed/")


@pytest.mark.parametrize("path", ["/g/0123456789", "/i/abcdefgh"])
async def test_a_page_without_the_store_is_the_app(
    site: Site, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> Awaitable[object]:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "_run", fail)
        page = await page_of(site, path)
        picture = await page_of(site, "/i/abcdefgh.png")
    assert_app(page, 503)
    assert (picture.status_code, picture.json()["error"]) == (503, "unavailable")
