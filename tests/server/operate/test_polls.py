"""Polls on two servers, of which one is killed: each acknowledged answer counts exactly once."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer

from .players import Player
from .processes import serving
from .test_cluster import site

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
    pytest.mark.nightly,
]

PAIRS, ROUNDS = 20, 5
"""Half the number of pupils, and how often each of them answers."""
CHOICE = {"kind": "choice", "text": "Which?", "options": [str(n) for n in range(6)]}


async def progress(projector: Player, room: str) -> AsyncIterator[tuple[float, dict[str, Any]]]:
    """Yield the progress of polls with its time, without reconnecting."""
    async with projector.connected() as socket:
        await socket.send(json.dumps({"t": "room", "room": room}))
        with suppress(websockets.ConnectionClosed):
            while True:
                message = json.loads(await socket.recv())
                if message["t"] == "poll":
                    yield asyncio.get_running_loop().time(), message


async def test_forty_pupils_answer_while_a_server_is_killed(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, PAIRS) as here, AsyncExitStack() as stack:
        teacher, *pupils = here.players
        projector = await stack.enter_async_context(Player([here.servers[1].url], seed=99))
        code = (await teacher.ask("POST", "rooms", {})).json()["room"]
        for pupil in pupils:
            await pupil.ask("POST", f"rooms/{code}/join", {})
        await teacher.ask("POST", f"rooms/{code}/polls", CHOICE)
        seen: list[tuple[float, int]] = []
        acknowledged: dict[Player, str] = {}
        first: list[float] = []
        began = asyncio.Event()

        async def watch() -> None:
            async for at, message in progress(projector, code):
                seen.append((at, message["answers"]))

        async def answer(pupil: Player) -> None:
            for _ in range(ROUNDS):
                await asyncio.sleep(pupil.chance.random())
                choice = str(pupil.chance.randrange(1, 7))
                path = f"rooms/{code}/polls/1/answer"
                await pupil.ask("PUT", path, {"round": 1, "answer": choice})
                if pupil not in acknowledged:
                    first.append(asyncio.get_running_loop().time())
                acknowledged[pupil] = choice
                if len(first) > len(pupils) // 2:
                    began.set()

        async def kill() -> None:
            await began.wait()
            here.servers[0].kill()
            start = partial(serving, tmp_path, here.data, environment={"QTTT_REDIS": redis.url})
            again = await asyncio.to_thread(lambda: stack.enter_context(start()))
            for player in here.players:
                player.urls[:] = [here.servers[1].url, again.url]

        watching = asyncio.create_task(watch())
        async with asyncio.timeout(180):
            await asyncio.gather(kill(), *map(answer, pupils))
            while not seen or seen[-1][1] < len(pupils):
                await asyncio.sleep(0.02)
        watching.cancel()
        assert all(before <= after for (_, before), (_, after) in pairwise(seen))
        assert seen[-1][1] == len(pupils)
        delays = [min(at for at, count in seen if count > n) - t for n, t in enumerate(first)]
        print("projector:", sorted(round(1000 * delay) for delay in delays), "ms")

        async def results() -> dict[int, str | None]:
            room = (await teacher.ask("GET", f"rooms/{code}/results")).json()
            members = {each["member"]: each["answer"] for each in room["answers"]}
            assert len(members) == len(room["answers"])
            return members

        assert await results() == {}
        await teacher.ask("PATCH", f"rooms/{code}/polls/1", {"step": "show"})
        assert await results() == dict(enumerate(map(acknowledged.get, pupils), 1))
