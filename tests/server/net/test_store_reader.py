"""Games are read in batches, and the lobby when it may have changed."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import update

from qttt.server.errors import StoreUnavailable
from qttt.server.hub.effects import Load
from qttt.server.net.background import BackgroundTasks
from qttt.server.net.redis_bus import RedisBus
from qttt.server.net.store_reader import LobbyReader, StoreReader
from qttt.server.store.entities import GameLog, Seek
from qttt.server.store.schema import games
from tests.server.store.check.lobby import open_seek

from .helpers import BOB, GAME, opened, terms


async def test_the_lobby_is_read_after_changes_and_when_a_seek_expires(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        reader = LobbyReader(store)
        assert await reader.read(1) == ([], [])
        await store.games.create(terms())
        await open_seek(store, Seek("seek", BOB.user, "Bob", "goff", "300+5", False, "", 1, 9))
        assert await reader.read(2) is None
        reader.has_changed = True
        lobby = await reader.read(3)
        assert lobby is not None
        seeks, games = lobby
        assert ([seek.seek for seek in seeks], [game.game for game in games]) == (["seek"], [GAME])
        assert await reader.read(8) is None
        after = await reader.read(9)
        assert after is not None
        assert after[0] == []


async def test_a_failed_read_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    async with opened(tmp_path) as store:
        reader = LobbyReader(store)
        with monkeypatch.context() as patched:
            patched.setattr(store.lobby, "seeks", away)
            with pytest.raises(StoreUnavailable):
                await reader.read(1)
        assert await reader.read(2) == ([], [])


async def test_a_damaged_game_keeps_no_other_from_loading(tmp_path: Path) -> None:
    loaded: dict[str, bool] = {}

    def on_loaded(game: str, log: GameLog | None, now: int) -> list[Any]:
        loaded[game] = log is not None
        return []

    def on_store_error(effect: Load, now: int) -> list[Any]:
        loaded[effect.game] = False
        return []

    hub = cast(Any, SimpleNamespace(on_loaded=on_loaded, on_store_error=on_store_error))
    tasks = BackgroundTasks()
    async with opened(tmp_path) as store:
        ids = [f"game00000{number}" for number in range(3)]
        for game in ids:
            await store.games.create(replace(terms(), game=game))
        damaged = update(games).where(games.c.id == ids[1]).values(terms="{}")
        await store.database.write(lambda connection: connection.execute(damaged))
        reader = StoreReader(store, None, hub, tasks, lambda effects: None, lambda: 0)
        for game in ids:
            reader.request(Load(game))
        await tasks.wait_all(60)
    assert loaded == {ids[0]: True, ids[1]: False, ids[2]: True}


class Waiting:
    """Records its calls, each of which lasts until ``release``."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self._released = asyncio.Semaphore(0)

    async def __call__(self, games: Sequence[str] = ()) -> list[Any]:
        self.calls.append(sorted(games))
        await self._released.acquire()
        return []

    async def release(self) -> None:
        """End the oldest call, and let all tasks go on."""
        self._released.release()
        for _ in range(10):
            await asyncio.sleep(0)


async def test_requests_during_a_query_form_the_next_one() -> None:
    load, subscribed, tasks = Waiting(), Waiting(), BackgroundTasks()
    store = cast(Any, SimpleNamespace(games=SimpleNamespace(load_all=load)))
    hub = cast(Any, SimpleNamespace(on_loaded=lambda game, log, now: []))
    bus = cast(RedisBus, SimpleNamespace(subscribed=subscribed))
    reader = StoreReader(store, bus, hub, tasks, lambda effects: None, lambda: 0)
    reader.request(Load("a"))
    await asyncio.sleep(0)
    reader.request(Load("b"))  # whose channel may not be confirmed with that of a
    await subscribed.release()
    reader.request(Load("c"))
    assert load.calls == [["a"]]
    await load.release()
    assert load.calls == [["a"]]
    await subscribed.release()
    assert load.calls == [["a"], ["b", "c"]]
    await load.release()
    await tasks.cancel_all()
