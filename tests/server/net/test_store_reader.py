"""The lobby is read when it may have changed."""

from pathlib import Path

import pytest

from qttt.server.errors import StoreUnavailable
from qttt.server.net.store_reader import LobbyReader
from qttt.server.store.values import Seek
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
        assert ([each.seek for each in seeks], [each.game for each in games]) == (["seek"], [GAME])
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
