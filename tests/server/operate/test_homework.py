"""Homework on two servers, of which one is killed: each acknowledged answer counts once."""

import asyncio
import os
import time
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer

from .players import Player
from .processes import serving
from .test_cluster import site

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
    pytest.mark.nightly,
]

PUPILS, ANSWERS, SPAN_S = 40, 5, 10.0
"""The answers of each pupil, and the time within which they are handed in."""
Answer = tuple[str, int, str]


async def test_forty_pupils_hand_in_while_a_server_is_killed(
    tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> None:
    async with site(tmp_path, cluster, redis, PUPILS // 2) as here, AsyncExitStack() as stack:
        teacher = here.players[0]
        tasks = [f"step loop.close.{number}" for number in range(ANSWERS)]
        names = [str(number) for number in range(PUPILS)]
        due = int(time.time() * 1000) + 86_400_000
        new = {"title": "", "tasks": tasks, "pupils": names, "due": due}
        path = f"homework/{(await teacher.ask('POST', 'homework', new)).json()['homework']}"
        keys = [pupil["key"] for pupil in (await teacher.ask("GET", path)).json()["pupils"]]
        acknowledged: dict[str, list[Answer]] = {key: [] for key in keys}
        half = asyncio.Event()

        async def hand_in(key: str, devices: list[Player]) -> None:
            """Send each answer from two devices, at different servers, with all earlier ones."""
            given: list[Answer] = []
            for task in range(1, ANSWERS + 1):
                await asyncio.sleep(devices[0].chance.random() * SPAN_S / ANSWERS)
                given.append((f"try-{task}", task, str(devices[0].chance.randrange(10, 99))))
                tries = [{"id": id_, "task": task, "answer": text} for id_, task, text in given]
                body = {"key": key, "tries": tries}
                await asyncio.gather(
                    *(device.ask("POST", f"{path}/tries", body) for device in devices)
                )
                acknowledged[key] = list(given)
                if sum(map(len, acknowledged.values())) > PUPILS * ANSWERS // 2:
                    half.set()

        async def kill() -> None:
            await half.wait()
            here.servers[0].kill()
            start = partial(serving, tmp_path, here.data, environment={"QTTT_REDIS": redis.url})
            again = await asyncio.to_thread(lambda: stack.enter_context(start()))
            for player in here.players:
                player.urls[:] = [here.servers[1].url, again.url]

        began = time.monotonic()
        async with asyncio.timeout(300):
            await asyncio.gather(
                kill(),
                *(
                    hand_in(key, [here.players[number], here.players[number ^ 1]])
                    for number, key in enumerate(keys)
                ),
            )
        print(f"{PUPILS * ANSWERS} answers in {time.monotonic() - began:.1f} s")
        results = (await teacher.ask("GET", path)).json()["pupils"]
        stored = {
            pupil["key"]: [(t["id"], t["task"], t["answer"]) for t in pupil["tries"]]
            for pupil in results
        }
        assert stored == acknowledged
