"""What is refused before anybody reads it."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from qttt.server.api import Origins, guard
from qttt.server.api.guard import MOST, Guard

PAGE = {"Origin": "http://127.0.0.1", "Content-Type": "application/json"}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers what it was sent."""
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
    transport = httpx.ASGITransport(Guard(echo, Origins()))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as made:
        yield made


def refusal(answer: httpx.Response) -> tuple[int, str, str]:
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert told.keys() == {"error", "message"}
    return answer.status_code, told["error"], told["message"]


async def test_what_is_right_comes_through_whole(client: httpx.AsyncClient) -> None:
    body = b"x" * MOST
    answer = await client.post("/a", content=body, headers=PAGE)
    assert (answer.status_code, answer.content) == (200, body)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:81"])
async def test_page_of_another_site_changes_nothing(
    client: httpx.AsyncClient, method: str, origin: str | None
) -> None:
    headers = {"Content-Type": "application/json"} | ({"Origin": origin} if origin else {})
    assert refusal(await client.request(method, "/a", headers=headers)) == (
        403,
        "wrong-origin",
        "only the app's own pages may do this; the server's --origin names their address",
    )


async def test_reading_needs_no_origin_and_a_token_of_one_s_own_neither(
    client: httpx.AsyncClient,
) -> None:
    assert (await client.get("/a")).status_code == 200
    bot = {"Authorization": "Bearer x", "Content-Type": "application/json"}
    assert (await client.post("/a", content=b"{}", headers=bot)).status_code == 200


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
async def test_forms_are_not_read(client: httpx.AsyncClient, kind: str) -> None:
    answer = await client.post("/a", content=b"{}", headers={**PAGE, "Content-Type": kind})
    assert refusal(answer) == (415, "wrong-type", "send application/json")


async def stream(pieces: int) -> AsyncIterator[bytes]:
    for _ in range(pieces):
        yield b"x" * 1024


async def test_too_much_is_not_read(client: httpx.AsyncClient) -> None:
    told = (413, "too-big", "a request has no more than 16384 bytes")
    assert refusal(await client.post("/a", content=b"x" * (MOST + 1), headers=PAGE)) == told
    assert refusal(await client.post("/a", content=stream(17), headers=PAGE)) == told
    lie = {**PAGE, "Content-Length": "ten"}
    assert refusal(await client.post("/a", content=stream(1), headers=lie)) == told


async def test_whoever_sends_too_slowly_is_not_waited_for(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly() -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.sleep(10)
        yield b"x"

    monkeypatch.setattr(guard, "PATIENCE", 0.05)
    answer = await client.post("/a", content=slowly(), headers=PAGE)
    assert refusal(answer)[:2] == (408, "too-slow")


async def test_whoever_leaves_in_the_middle_is_not_waited_for() -> None:
    sent = []

    async def send(message: object) -> None:
        sent.append(message)

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    headers = [(name.lower().encode(), value.encode()) for name, value in PAGE.items()]
    scope = {"type": "http", "method": "POST", "headers": [*headers, (b"host", b"127.0.0.1")]}
    await Guard(echo, Origins())(scope, receive, send)
    assert sent[0]["status"] == 422  # type: ignore[index]
