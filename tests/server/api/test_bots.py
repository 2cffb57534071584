"""Programs that play, over a real connection: streams of lines and decisions."""

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
    """The site behind a server, whose lifespan is the site's."""
    with listen("127.0.0.1", 0) as here:
        server = Unsignalled(uvicorn.Config(site.application, lifespan="off", log_level="warning"))
        task = asyncio.create_task(server.serve([here]))
        yield f"http://127.0.0.1:{here.getsockname()[1]}"
        server.should_exit = server.force_exit = True
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def lines(
    bot: Browser, address: str, path: str
) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """The messages of a stream that has begun, without the empty lines in between."""
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
    """The next message of that type."""
    async with asyncio.timeout(60):
        async for message in messages:
            if message["t"] == kind:
                return message
    raise AssertionError(f"no {kind} came")


def do(kind: str, at: int, body: str = "", id_: str = "") -> dict[str, object]:
    return {"id": id_ or f"{kind}-{at}", "at": at, "kind": kind, "body": body}


async def test_program_is_told_of_its_game_and_plays_it(site: Site, address: str) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    one, other = await site.bot(anna), await site.bot(nikos)
    async with lines(one, address, "events") as events:
        seek = {"clock": "300+5", "side": "X"}
        await one.post("seeks", seek, 201)
        game = (await other.post("seeks", {**seek, "side": "O"}))["game"]
        assert (await until(events, "started"))["game"] == game
    async with lines(other, address, f"games/{game}") as told:
        begun = await until(told, "game")
        assert (begun["seat"], begun["entries"]) == ("O", [])
        assert begun["terms"]["x"] == {"name": "Anna", "level": None, "bot": True}
        done = await one.post(f"bot/games/{game}", do("move", 0, "12"))
        assert done == {"id": "move-0", "game": game, "version": 1}
        (entry,) = (await until(told, "entries"))["entries"]
        assert (entry["v"], entry["k"], entry["s"], entry["b"]) == (1, "move", "X", "12")
        await other.post(f"bot/games/{game}", do("resign", 1))
        (entry,) = (await until(told, "entries"))["entries"]
        assert (entry["k"], entry["s"]) == ("resign", "O")
    assert (await anna.get(f"games/{game}"))["result"] == "1-0"


async def game_of(site: Site) -> tuple[Browser, Browser, Browser, str]:
    """X, O and somebody else, all programs, and a game of the first two."""
    anna, nikos, maria = [await site.account(name) for name in ("Anna", "Nikos", "Maria")]
    x, o, other = [await site.bot(each) for each in (anna, nikos, maria)]
    code = (await x.post("challenges", {"clock": "3d", "side": "X"}, 201))["code"]
    return x, o, other, (await o.post(f"challenges/{code}/accept"))["game"]


async def test_decisions_are_refused_as_sockets_are_refused(site: Site) -> None:
    x, o, other, game = await game_of(site)
    for bot, said, status, code in (
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
        told = await bot.post(f"bot/games/{game}", said, status)
        assert (told["error"], bool(told["message"])) == (code, True)
    assert (await x.get(f"games/{game}"))["entries"] == []
    for name in ("0123456789", "x"):
        assert (await x.post(f"bot/games/{name}", do("resign", 0), 404))["error"] == "no-such-game"
        assert (await x.get(f"bot/games/{name}", 404))["error"] == "no-such-game"


async def test_decision_that_comes_twice_is_made_once(site: Site) -> None:
    x, _, _, game = await game_of(site)
    said = do("move", 0, "12", "the-one")
    answers = await asyncio.gather(*(x.post(f"bot/games/{game}", said) for _ in range(8)))
    assert {each["version"] for each in answers} == {1}
    assert len((await x.get(f"games/{game}"))["entries"]) == 1


async def test_quiet_stream_shows_that_it_lives(
    site: Site, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "QUIET", 0.05)
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
