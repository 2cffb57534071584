"""Fixtures: the whole application on an empty store, and browsers connected in memory."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import Mount

from qttt.server import create_app
from qttt.server.api.dependencies import Services
from qttt.server.api.rate_limits import RateLimiter
from qttt.server.people.names import name_key
from qttt.server.people.people import new_user_id
from qttt.server.rates import LIMITS
from qttt.server.store.entities import User
from tests.server.busy import without_downtime
from tests.server.conftest import write_app

HERE = "http://127.0.0.1:8000"
PASSWORD = "correct horse"


class Browser(httpx.AsyncClient):
    """A browser with the app's page open and a cookie jar."""

    async def ask(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """Send a request and return the JSON of the response, which must have that status."""
        response = await self.request(method, f"/api/{path}", json=body)
        assert response.status_code == status, (response.status_code, response.text)
        return response.json() if response.content else None

    async def get(self, path: str, status: int = 200) -> Any:  # type: ignore[override]
        return await self.ask("GET", path, status=status)

    async def post(self, path: str, body: object = None, status: int = 200) -> Any:  # type: ignore[override]
        return await self.ask("POST", path, {} if body is None else body, status)

    @property
    def session_token(self) -> str:
        """The token of the account's session, otherwise of the guest's."""
        return self.cookies.get("qttt") or self.cookies["qttt-guest"]


@dataclass
class Site:
    """A running application."""

    application: FastAPI
    api: FastAPI
    services: Services
    stack: AsyncExitStack

    async def unauthenticated(
        self, address: str = HERE, *, client: str = "127.0.0.1", **headers: str
    ) -> Browser:
        """Return a browser without a session, with its network address ``client``."""
        transport = httpx.ASGITransport(
            self.application, raise_app_exceptions=True, client=(client, 50_000)
        )
        browser = Browser(
            transport=transport, base_url=address, headers={"Origin": address, **headers}
        )
        return await self.stack.enter_async_context(browser)

    async def guest(self) -> Browser:
        """Return a browser with a guest session, which is stored."""
        browser = await self.unauthenticated()
        await browser.post("session")
        principal = await self.services.people.authenticate(browser.session_token)
        assert principal
        await self.services.people.admit(principal)
        return browser

    async def account(self, name: str) -> Browser:
        """Return a browser logged in to a new account with ``PASSWORD``."""
        browser = await self.guest()
        await browser.post("account", {"name": name, "password": PASSWORD}, 201)
        return browser

    async def quick_account(self, name: str) -> Browser:
        """Like ``account``, but without a password, to save time."""
        user = User(new_user_id(), name, self.services.clock(), name_key(name))
        assert await self.services.store.people.add_user(user)
        browser = await self.unauthenticated()
        browser.cookies.set("qttt", (await self.services.people.start_session(user)).token)
        return browser

    def disable_limits(self) -> None:
        """Remove all rate limits."""
        self.set_limits(dict.fromkeys(LIMITS, "1000000/second"))

    def set_limits(self, limits: Mapping[str, str]) -> None:
        """Change these rate limits, and forget all counts."""
        rates = RateLimiter({**LIMITS, **limits})
        self.services = replace(self.services, rate_limiter=rates)
        self.api.state.services = self.services

    async def bot(self, owner: Browser) -> Browser:
        """Return a client with a bot token of that account."""
        token = (await owner.post("tokens", {"label": "a program"}, 201))["token"]
        browser = await self.unauthenticated(Authorization=f"Bearer {token}")
        del browser.headers["Origin"]
        return browser


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    application = create_app(write_app(tmp_path), data=str(tmp_path / "games.db"))
    async with AsyncExitStack() as stack:
        stack.enter_context(without_downtime())
        await stack.enter_async_context(application.router.lifespan_context(application))
        mounts = (route.app for route in application.routes if isinstance(route, Mount))
        (games,) = (mount for mount in mounts if isinstance(mount, FastAPI))
        yield Site(application, games, games.state.services, stack)
