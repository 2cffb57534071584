"""Sockets end with their session, in this process and in others, told or not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
import websockets

from qttt.play import named_coin
from qttt.server.net import runner
from qttt.server.online import now
from qttt.server.people import Passwords, People
from qttt.server.store import open_store
from tests.server.operate.processes import Process, serving
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer

ENDED = 4003
PASSWORD = "correct horse"


class Browser(httpx.AsyncClient):
    """A browser at one server, with sockets."""

    def __init__(self, server: Process) -> None:
        super().__init__(base_url=server.url, headers={"Origin": server.url}, timeout=60)
        self.url = server.url

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = await self.request(method, f"/api/{path}", json=body)
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[websockets.ClientConnection]:
        async with websockets.connect(
            f"{self.url.replace('http', 'ws')}/api/socket",
            origin=websockets.Origin(self.url),
            subprotocols=[websockets.Subprotocol("qttt.1")],
            additional_headers={"Cookie": f"qttt={self.cookies['qttt']}"},
        ) as line:
            assert '"t":"hello"' in str(await line.recv())
            yield line


async def account(browser: Browser, name: str = "Anna") -> None:
    await browser.ask("POST", "session", {})
    await browser.ask("POST", "account", {"name": name, "password": PASSWORD})


async def login(browser: Browser) -> None:
    await browser.ask("POST", "login", {"name": "Anna", "password": PASSWORD})


async def end(line: websockets.ClientConnection) -> int:
    """With what code the server closes it."""
    async with asyncio.timeout(60):
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await drained(line)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def drained(line: websockets.ClientConnection) -> None:
    while True:
        await line.recv()


async def stays(line: websockets.ClientConnection) -> bool:
    """Whether the server still answers."""
    await line.send('{"t":"ping","n":7}')
    async with asyncio.timeout(60):
        while '"n":7' not in str(await line.recv()):
            pass
    return True


async def test_sockets_end_with_the_session(tmp_path: Path) -> None:
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        async with Browser(server) as anna, Browser(server) as elsewhere:
            await account(anna)
            await login(elsewhere)
            async with anna.socket() as here, anna.socket() as tab, elsewhere.socket() as there:
                await elsewhere.ask("DELETE", "session")
                assert await end(there) == ENDED
                assert await stays(here)
                await login(elsewhere)
                async with elsewhere.socket() as again:
                    await anna.ask("POST", "password", {"old": PASSWORD, "new": "another horse"})
                    assert [await end(each) for each in (again, here, tab)] == [ENDED] * 3
            async with anna.socket() as here:
                await anna.ask("POST", "account/delete", {"password": "another horse"})
                assert await end(here) == ENDED


@pytest.mark.nightly
async def test_sockets_at_other_servers_end_at_once(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    data = await cluster.create(f"sessions{int(monotonic() * 1e9)}")
    bus = {"QTTT_REDIS": redis.url}
    async with AsyncExitStack() as stack:
        one, two = (
            stack.enter_context(serving(tmp_path, data, environment=bus, is_told=True))
            for _ in range(2)
        )
        anna, elsewhere = [
            await stack.enter_async_context(Browser(server)) for server in (one, two)
        ]
        await account(anna)
        await login(elsewhere)
        async with elsewhere.socket() as there:
            await anna.ask("POST", "password", {"old": PASSWORD, "new": "another horse"})
            assert await end(there) == ENDED


async def test_sessions_that_end_without_a_word_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator takes the rows away, or a process did that nobody could hear."""
    monkeypatch.setattr(runner, "SESSIONS", 0.05)
    async with open_store(str(tmp_path / "games.db")) as store:
        people = People(store.people, Passwords(), now)
        held = [await people.find((await people.guest())[1]) for _ in range(2)]
        async with runner.Runner(store, named_coin("os"), now) as running:
            one, two = (each for each in held if each)
            ends, goes_on = (running.events(each.who) for each in (one, two))
            waiting = asyncio.ensure_future(anext(ends, "the end"))
            others = asyncio.ensure_future(anext(goes_on, "the end"))
            await asyncio.sleep(0.2)
            await store.people.drop_token(one.token.hash)
            assert await asyncio.wait_for(waiting, 60) == "the end"
            assert not others.done()
            others.cancel()
