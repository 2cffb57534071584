"""Acknowledged entries survive killing the process or the database."""

import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qttt.server.store.store import Store, open_store
from tests.server.postgres import PostgresUnavailable, running

from .acknowledged import APPENDER, latest, problems

MANY = "1000000"


def killed(url: str, seed: int, kill: Callable[[], None] | None = None) -> list[str]:
    """Return the output of an appender until it, or something else, is killed."""
    process = subprocess.Popen(
        (*APPENDER, url, "-", str(seed), MANY),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, 0.25))
        (kill or process.kill)()
        rest = process.stdout.read()
    # An incomplete last line does not count.
    return (first + rest[: rest.rfind("\n") + 1]).splitlines()


def kill_often(path: Path, rounds: int) -> None:
    acks: list[str] = []
    for seed in range(rounds):
        acks += killed(str(path), seed)
        assert problems(path, latest(acks)) == []


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path / "games.db", 2)


@pytest.mark.nightly
def test_a_process_that_is_killed_often_loses_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path / "games.db", 100)


async def check(store: Store, acks: list[str]) -> None:
    for game, version in latest(acks).items():
        log = await store.games.load(game)
        assert log is not None
        assert [entry.id for entry in log.entries[:version]] == [
            f"{game}-{each}" for each in range(1, version + 1)
        ]
        await store.games.verify(game)


@pytest.mark.nightly
async def test_a_killed_process_loses_nothing_on_postgresql(postgres_url: str) -> None:
    acks = killed(postgres_url, 1) + killed(postgres_url, 2)
    async with open_store(postgres_url) as store:
        await check(store, acks)


async def crash_postgres(rounds: int) -> None:
    """Kill the database and let it recover, ``rounds`` times."""
    try:
        with running(fsync=True) as cluster:
            url = cluster.create("crash")
            acks: list[str] = []
            for seed in range(rounds):
                acks += killed(url, seed, kill=lambda: cluster.stop("immediate"))
                cluster.start()
                async with open_store(url) as store:
                    await check(store, acks)
    except PostgresUnavailable as reason:
        pytest.skip(str(reason))


@pytest.mark.nightly
async def test_a_crash_of_postgresql_loses_nothing() -> None:
    await crash_postgres(1)


@pytest.mark.nightly
async def test_many_crashes_of_postgresql_lose_nothing() -> None:
    await crash_postgres(20)
