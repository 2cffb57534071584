"""Requests that the middleware rejects."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from qttt.server.api import guard
from qttt.server.api.guard import MAX_BYTES, RequestGuard
from qttt.server.api.origins import Origins

PAGE = {"Origin": "http://127.0.0.1", "Content-Type": "application/json"}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond with the request's body."""
    body = b""
    while True:
        message = await receive()
        body += message["body"]
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(RequestGuard(echo, Origins()))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as opened:
        yield opened


def rejection(response: httpx.Response) -> tuple[int, str, str]:
    assert response.headers["cache-control"] == "no-store"
    content = response.json()
    assert content.keys() == {"error", "message"}
    return response.status_code, content["error"], content["message"]


async def test_valid_requests_pass_with_their_body(client: httpx.AsyncClient) -> None:
    body = b"x" * MAX_BYTES
    answer = await client.post("/a", content=body, headers=PAGE)
    assert (answer.status_code, answer.content) == (200, body)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:81"])
async def test_unsafe_requests_from_other_origins_are_rejected(
    client: httpx.AsyncClient, method: str, origin: str | None
) -> None:
    headers = {"Content-Type": "application/json"} | ({"Origin": origin} if origin else {})
    assert rejection(await client.request(method, "/a", headers=headers)) == (
        403,
        "wrong-origin",
        "requests from this origin are not allowed; set the server's --origin to allow it",
    )


async def test_safe_methods_and_bearer_tokens_need_no_origin(
    client: httpx.AsyncClient,
) -> None:
    assert (await client.get("/a")).status_code == 200
    bot = {"Authorization": "Bearer x", "Content-Type": "application/json"}
    assert (await client.post("/a", content=b"{}", headers=bot)).status_code == 200


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
async def test_forms_are_rejected(client: httpx.AsyncClient, kind: str) -> None:
    answer = await client.post("/a", content=b"{}", headers={**PAGE, "Content-Type": kind})
    assert rejection(answer) == (415, "wrong-type", "the content type must be application/json")


async def stream(pieces: int) -> AsyncIterator[bytes]:
    for _ in range(pieces):
        yield b"x" * 1024


async def test_large_requests_are_rejected(client: httpx.AsyncClient) -> None:
    wanted = (413, "too-big", "a request can have at most 16384 bytes")
    assert (
        rejection(await client.post("/a", content=b"x" * (MAX_BYTES + 1), headers=PAGE)) == wanted
    )
    assert rejection(await client.post("/a", content=stream(17), headers=PAGE)) == wanted
    lie = {**PAGE, "Content-Length": "ten"}
    assert rejection(await client.post("/a", content=stream(1), headers=lie)) == wanted


async def test_slow_requests_time_out(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly() -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.sleep(10)
        yield b"x"

    monkeypatch.setattr(guard, "TIMEOUT_S", 0.05)
    answer = await client.post("/a", content=slowly(), headers=PAGE)
    assert rejection(answer)[:2] == (408, "too-slow")


async def test_a_disconnect_during_the_body_is_an_error() -> None:
    sent = []

    async def send(message: object) -> None:
        sent.append(message)

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    headers = [(name.lower().encode(), value.encode()) for name, value in PAGE.items()]
    scope = {"type": "http", "method": "POST", "headers": [*headers, (b"host", b"127.0.0.1")]}
    await RequestGuard(echo, Origins())(scope, receive, send)
    assert sent[0]["status"] == 422  # type: ignore[index]
