"""The whole application over a store of its own, and browsers that talk to it without a network."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import Mount

from qttt.server import app
from qttt.server.api import LIMITS, Rates, Service
from qttt.server.people import name_key, user_id
from qttt.server.store import User
from tests.server.conftest import write_app

HERE = "http://127.0.0.1:8000"
PASSWORD = "correct horse"


class Browser(httpx.AsyncClient):
    """A browser with the app's page open; it keeps its cookie. ``said`` is the JSON answered."""

    async def ask(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """The JSON of the answer, which must have that status."""
        answer = await self.request(method, f"/api/{path}", json=body)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def get(self, path: str, status: int = 200) -> Any:  # type: ignore[override]
        return await self.ask("GET", path, status=status)

    async def post(self, path: str, body: object = None, status: int = 200) -> Any:  # type: ignore[override]
        return await self.ask("POST", path, {} if body is None else body, status)


@dataclass
class Site:
    """An application that runs."""

    application: FastAPI
    api: FastAPI
    service: Service
    stack: AsyncExitStack

    async def stranger(self, address: str = HERE, **headers: str) -> Browser:
        """Somebody who has not come in."""
        transport = httpx.ASGITransport(self.application, raise_app_exceptions=True)
        browser = Browser(
            transport=transport, base_url=address, headers={"Origin": address, **headers}
        )
        return await self.stack.enter_async_context(browser)

    async def guest(self) -> Browser:
        """Somebody who has come in."""
        browser = await self.stranger()
        await browser.post("session")
        return browser

    async def account(self, name: str) -> Browser:
        """Somebody with a name and the password of all tests."""
        browser = await self.guest()
        await browser.post("account", {"name": name, "password": PASSWORD}, 201)
        return browser

    async def quick_account(self, name: str) -> Browser:
        """As ``account``, but without a password, which takes time."""
        user = User(user_id(), name, self.service.clock(), name_key(name))
        assert await self.service.store.people.add_user(user)
        browser = await self.stranger()
        browser.cookies.set("qttt", await self.service.people.begin(user))
        return browser

    def count_nothing(self) -> None:
        """Let everybody do everything as often as they want."""
        rates = Rates(dict.fromkeys(LIMITS, "1000000/second"))
        self.service = replace(self.service, rates=rates)
        self.api.state.service = self.service

    async def bot(self, owner: Browser) -> Browser:
        """A program that plays for that account."""
        token = (await owner.post("tokens", {"label": "a program"}, 201))["token"]
        browser = await self.stranger(Authorization=f"Bearer {token}")
        del browser.headers["Origin"]
        return browser


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    application = app(write_app(tmp_path), data=str(tmp_path / "games.db"))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(application.router.lifespan_context(application))
        mounts = (each.app for each in application.routes if isinstance(each, Mount))
        (games,) = (each for each in mounts if isinstance(each, FastAPI))
        yield Site(application, games, games.state.service, stack)
