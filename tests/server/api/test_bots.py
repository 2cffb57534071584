"""Bots over a real connection: streams of lines, and decisions."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import pytest
import uvicorn

from qttt.server import listen
from qttt.server.api import bots
from tests.server.api.conftest import Browser, Site
from tests.server.unsignalled import Unsignalled


@pytest.fixture
async def address(site: Site) -> AsyncIterator[str]:
    """Serve the site and return its URL."""
    with listen("127.0.0.1", 0) as listener:
        server = Unsignalled(uvicorn.Config(site.application, lifespan="off", log_level="warning"))
        task = asyncio.create_task(server.serve([listener]))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = server.force_exit = True
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def lines(
    bot: Browser, address: str, path: str
) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """Open a stream and yield its messages, without keep-alives."""
    headers = {"Authorization": bot.headers["Authorization"]}
    async with (
        httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client,
        client.stream("GET", f"/api/bot/{path}") as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"

        read = answer.aiter_lines()
        assert await anext(read) == ""

        async def messages() -> AsyncIterator[dict[str, Any]]:
            async for line in read:
                if line:
                    yield json.loads(line)

        yield messages()


async def until(messages: AsyncIterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the next message of that type."""
    async with asyncio.timeout(60):
        async for message in messages:
            if message["t"] == kind:
                return message
    raise AssertionError(f"no message {kind} received")


def do(kind: str, at: int, body: str = "", id_: str = "") -> dict[str, object]:
    return {"id": id_ or f"{kind}-{at}", "at": at, "kind": kind, "body": body}


async def test_a_bot_is_notified_of_its_game_and_plays_it(site: Site, address: str) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    one, other = await site.bot(anna), await site.bot(nikos)
    async with lines(one, address, "events") as events:
        seek = {"clock": "300+5", "side": "X"}
        await one.post("seeks", seek, 201)
        game = (await other.post("seeks", {**seek, "side": "O"}))["game"]
        assert (await until(events, "started"))["game"] == game
    async with lines(other, address, f"games/{game}") as messages:
        state = await until(messages, "game")
        assert (state["seat"], state["entries"]) == ("O", [])
        assert state["terms"]["x"] == {"name": "Anna", "level": None, "bot": True}
        done = await one.post(f"bot/games/{game}", do("move", 0, "12"))
        assert done == {"id": "move-0", "game": game, "version": 1}
        (entry,) = (await until(messages, "entries"))["entries"]
        assert (entry["v"], entry["k"], entry["s"], entry["b"]) == (1, "move", "X", "12")
        await other.post(f"bot/games/{game}", do("move", 1, "23"))
        await until(messages, "entries")
        await other.post(f"bot/games/{game}", do("resign", 2))
        (entry,) = (await until(messages, "entries"))["entries"]
        assert (entry["k"], entry["s"]) == ("resign", "O")
    assert (await anna.get(f"games/{game}"))["result"] == "1-0"


async def game_of(site: Site) -> tuple[Browser, Browser, Browser, str]:
    """Return three bots, and a game in which the first is X and the second is O."""
    anna, nikos, maria = [await site.account(name) for name in ("Anna", "Nikos", "Maria")]
    x, o, other = [await site.bot(each) for each in (anna, nikos, maria)]
    code = (await x.post("challenges", {"clock": "3d", "side": "X"}, 201))["code"]
    return x, o, other, (await o.post(f"challenges/{code}/accept"))["game"]


async def test_invalid_decisions_are_rejected_as_on_sockets(site: Site) -> None:
    x, o, other, game = await game_of(site)
    for bot, body, status, code in (
        (o, do("move", 0, "12"), 409, "not-your-turn"),
        (other, do("move", 0, "12"), 403, "not-seated"),
        (other, do("resign", 0), 403, "not-seated"),
        (x, do("move", 0, "1"), 422, "illegal-move"),
        (x, do("move", 0, "@5"), 422, "illegal-move"),
        (x, do("accept-draw", 0), 409, "no-offer"),
        (x, {**do("move", 0), "kind": "toss"}, 422, "unreadable"),
        (x, {**do("move", 0), "id": "a b"}, 422, "unreadable"),
        (x, {**do("move", 0), "at": -1}, 422, "unreadable"),
    ):
        answer = await bot.post(f"bot/games/{game}", body, status)
        assert (answer["error"], bool(answer["message"])) == (code, True)
    entries = (await x.get(f"games/{game}"))["entries"]
    assert {entry["k"] for entry in entries} <= {"downtime"}
    for name in ("0123456789", "x"):
        assert (await x.post(f"bot/games/{name}", do("resign", 0), 404))["error"] == "no-such-game"
        assert (await x.get(f"bot/games/{name}", 404))["error"] == "no-such-game"


async def test_a_repeated_decision_is_applied_once(site: Site) -> None:
    x, _, _, game = await game_of(site)
    body = do("move", 0, "12", "the-one")
    answers = await asyncio.gather(*(x.post(f"bot/games/{game}", body) for _ in range(8)))
    assert {answer["version"] for answer in answers} == {1}
    assert len((await x.get(f"games/{game}"))["entries"]) == 1


async def test_a_silent_stream_sends_keep_alives(
    site: Site, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "KEEP_ALIVE_S", 0.05)
    bot = await site.bot(await site.account("Anna"))
    headers = {"Authorization": bot.headers["Authorization"]}
    async with (
        httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client,
        client.stream("GET", "/api/bot/events") as answer,
    ):
        seen = []
        async for line in answer.aiter_lines():
            seen.append(line)
            if seen.count("") == 3:
                break
    assert seen == ["", "", ""]


async def test_streams_of_a_user_are_limited(
    site: Site, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "MAX_STREAMS", 1)
    one, other = [await site.bot(await site.account(name)) for name in ("Anna", "Nikos")]
    async with lines(one, address, "events"):
        rejected = await one.get("bot/events", 409)
        assert rejected["message"] == "you have 1 open streams: close one first"
        async with lines(other, address, "events"):
            pass
    async with asyncio.timeout(60):
        while site.services.streams:
            await asyncio.sleep(0.01)
    async with lines(one, address, "events"):
        pass
