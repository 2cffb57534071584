"""Sockets are closed when their session ends, in all processes, with and without the bus."""

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
from qttt.server.net import runner, streams
from qttt.server.people.passwords import Passwords
from qttt.server.people.people import SESSION, People, Principal
from qttt.server.retention import DAY_MS, retention_ms
from qttt.server.services import delete_expired, delete_unused, now_ms
from qttt.server.store.store import open_store
from tests.server.operate.processes import ServerProcess, serving
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer

ENDED = 4003
PASSWORD = "correct horse"


class Browser(httpx.AsyncClient):
    """A browser connected to one server, with sockets."""

    def __init__(self, server: ServerProcess) -> None:
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
            additional_headers={
                "Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())
            },
        ) as socket:
            assert '"t":"hello"' in str(await socket.recv())
            yield socket


async def account(browser: Browser, name: str = "Anna") -> None:
    await browser.ask("POST", "session", {})
    await browser.ask("POST", "account", {"name": name, "password": PASSWORD})


async def login(browser: Browser) -> None:
    await browser.ask("POST", "login", {"name": "Anna", "password": PASSWORD})


async def close_code(socket: websockets.ClientConnection) -> int:
    """Wait until the server closes the socket, and return the code."""
    async with asyncio.timeout(60):
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await drain(socket)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def drain(socket: websockets.ClientConnection) -> None:
    while True:
        await socket.recv()


async def is_open(socket: websockets.ClientConnection) -> bool:
    """Return whether the server still responds."""
    await socket.send('{"t":"ping","n":7}')
    async with asyncio.timeout(60):
        while '"n":7' not in str(await socket.recv()):
            pass
    return True


async def test_sockets_are_closed_with_their_session(tmp_path: Path) -> None:
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        async with Browser(server) as anna, Browser(server) as other:
            await account(anna)
            await login(other)
            async with anna.socket() as here, anna.socket() as tab, other.socket() as there:
                await other.ask("DELETE", "session")
                assert await close_code(there) == ENDED
                assert await is_open(here)
                await login(other)
                async with other.socket() as again:
                    await anna.ask("POST", "password", {"old": PASSWORD, "new": "another horse"})
                    assert [await close_code(each) for each in (again, here, tab)] == [ENDED] * 3
            async with anna.socket() as here:
                await anna.ask("POST", "account/delete", {"password": "another horse"})
                assert await close_code(here) == ENDED


@pytest.mark.nightly
async def test_sockets_at_other_servers_are_closed_at_once(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    data = cluster.create(f"sessions{int(monotonic() * 1e9)}")
    bus = {"QTTT_REDIS": redis.url}
    async with AsyncExitStack() as stack:
        one, two = (
            stack.enter_context(serving(tmp_path, data, environment=bus, bus_only=True))
            for _ in range(2)
        )
        anna, other = [await stack.enter_async_context(Browser(server)) for server in (one, two)]
        await account(anna)
        await login(other)
        async with other.socket() as there:
            await anna.ask("POST", "password", {"old": PASSWORD, "new": "another horse"})
            assert await close_code(there) == ENDED


async def stored_guest(people: People) -> Principal:
    principal = await people.authenticate((await people.create_guest())[1])
    assert principal
    return await people.admit(principal)


async def test_sessions_that_end_without_a_message_are_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator deleted the rows, or a process whose message was lost."""
    monkeypatch.setattr(runner, "SESSION_CHECK_S", 0.05)
    async with open_store(str(tmp_path / "games.db")) as store:
        people = People(store.people, Passwords(), now_ms)
        principals = [await stored_guest(people) for _ in range(2)]
        async with runner.HubRunner(store, named_coin("os"), now_ms) as running:
            one, two = principals
            ends, continues = (streams.events(running, each.identity) for each in (one, two))
            waiting = asyncio.ensure_future(anext(ends, "the end"))
            others = asyncio.ensure_future(anext(continues, "the end"))
            await asyncio.sleep(0.2)
            await store.people.delete_token(one.token.hash)
            assert await asyncio.wait_for(waiting, 60) == "the end"
            assert not others.done()
            others.cancel()


async def test_a_clock_that_is_ahead_deletes_no_sessions(tmp_path: Path) -> None:
    """The system's clock was wrong at one start."""
    async with open_store(str(tmp_path / "games.db")) as store:
        people = People(store.people, Passwords(), now_ms)
        guest = await stored_guest(people)
        async with runner.HubRunner(store, named_coin("os"), now_ms):
            pass
        async with runner.HubRunner(
            store, named_coin("os"), lambda: now_ms() + 200 * DAY_MS
        ) as ahead:
            await delete_expired(store, ahead)
            await delete_unused(store, ahead, retention_ms({}))
        assert await store.people.tokens(guest.user.id, SESSION) == [guest.token]
