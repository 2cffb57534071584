"""Backups of a store in use, and restoring them."""

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update

from qttt.server.data import claim_store
from qttt.server.errors import StoreCorrupt, StoreError
from qttt.server.games.game import AppendRequest
from qttt.server.store.backup import LEFTOVER_AGE_S, create_backup, restore, verify_store
from qttt.server.store.entities import User
from qttt.server.store.schema import entries
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import make_move, make_terms


async def begin(store: Store, games: int) -> list[str]:
    for name in ("anna", "bert"):
        await store.people.add_user(User(name, name, 1, key=name))
    created = [make_terms() for _ in range(games)]
    for terms in created:
        await store.games.create(terms)
        await store.games.append(
            [AppendRequest(terms.game, (make_move(1, "a"), make_move(2, "b")))]
        )
    return [terms.game for terms in created]


async def test_a_backup_during_games_is_a_consistent_snapshot(quick_path: Path) -> None:
    """All games grow in the same transactions, so they always have the same length."""
    url, copy = str(quick_path / "games.db"), quick_path / "copy.db"
    async with open_store(url) as store:
        games = await begin(store, 5)

        async def keep_appending() -> int:
            version = 3
            while not copy.exists():
                batch = [
                    AppendRequest(game, (make_move(version, f"m{version}"),)) for game in games
                ]
                assert set(await store.games.append(batch)) == {"stored"}
                version += 1
            return version - 1

        appending = asyncio.create_task(keep_appending())
        assert create_backup(url, copy) == 5
        last = await appending
        assert copy.stat().st_mode & 0o777 == 0o600
        assert {path.name for path in quick_path.iterdir()} == {
            *("copy.db", "games.db", "games.db-wal", "games.db-shm")
        }
    assert restore(copy, str(quick_path / "again.db")) == 5
    async with open_store(str(quick_path / "again.db")) as store:
        lengths = {len(log.entries) for log in await store.games.load_all(games)}
        assert len(lengths) == 1
        assert 2 <= lengths.pop() <= last
        version = len((await store.games.load_all(games))[0].entries) + 1
        assert await store.games.append([AppendRequest(games[0], (make_move(version),))]) == [
            "stored"
        ]


async def test_a_backup_replaces_an_older_one(quick_path: Path) -> None:
    url, copy = str(quick_path / "games.db"), quick_path / "copy.db"
    async with open_store(url) as store:
        await begin(store, 1)
        assert create_backup(url, copy) == 1
        await begin(store, 2)
        assert create_backup(url, copy) == 3


async def test_backing_up_a_damaged_store_keeps_the_older_backup(
    quick_path: Path,
) -> None:
    url, copy = str(quick_path / "games.db"), quick_path / "copy.db"
    async with open_store(url) as store:
        (game,) = await begin(store, 1)
        create_backup(url, copy)
        before = copy.read_bytes()
        await store.database.write(
            lambda connection: connection.execute(update(entries).values(body="@1"))
        )
        with pytest.raises(StoreCorrupt, match=rf"game {game} is corrupt: entry 1"):
            create_backup(url, copy)
    assert copy.read_bytes() == before
    assert not list(quick_path.glob(".qttt-*"))


@pytest.mark.parametrize("damage", ["cut off", "zeros", "no database"])
async def test_a_damaged_backup_is_rejected(quick_path: Path, damage: str) -> None:
    url, copy = str(quick_path / "games.db"), quick_path / "copy.db"
    async with open_store(url) as store:
        await begin(store, 30)
    create_backup(url, copy)
    data = copy.read_bytes()
    copy.write_bytes(
        {
            "cut off": data[: len(data) // 2],
            "zeros": data[:8192] + bytes(len(data) - 8192),
            "no database": b"SQLite!" * 1000,
        }[damage]
    )
    with pytest.raises(StoreCorrupt, match=r"is damaged|is corrupt"):
        restore(copy, str(quick_path / "again.db"))
    assert {path.name for path in quick_path.iterdir()} == {"copy.db", "games.db"}


async def test_existing_files_are_not_overwritten(quick_path: Path) -> None:
    url, copy = str(quick_path / "games.db"), quick_path / "copy.db"
    async with open_store(url) as store:
        await begin(store, 1)
    create_backup(url, copy)
    with pytest.raises(StoreError, match=r"games\.db already exists: stop the server and move "):
        restore(copy, url)
    (quick_path / "new.db-wal").touch()
    with pytest.raises(StoreError, match=r"new\.db-wal already exists: stop the server and move"):
        restore(copy, str(quick_path / "new.db"))


async def test_missing_files(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.db"
    with pytest.raises(StoreError, match=r"there is no store at .*nowhere\.db to back up"):
        create_backup(str(nowhere), tmp_path / "copy.db")
    with pytest.raises(StoreError, match=r"there is no backup at .*nowhere\.db"):
        restore(nowhere, str(tmp_path / "games.db"))
    with pytest.raises(
        StoreError, match=r"back up PostgreSQL with pg_dump --format=custom and pg_"
    ):
        create_backup("postgresql://localhost/games", tmp_path / "copy.db")
    assert not list(tmp_path.iterdir())


async def test_examining_all_games_of_either_database(store: Store) -> None:
    await begin(store, 3)
    assert verify_store(store.database) == 3
    await store.database.write(
        lambda connection: connection.execute(
            update(entries).where(entries.c.version == 2).values(spent=1)
        )
    )
    with pytest.raises(StoreCorrupt, match="entry 2 or one before it was changed"):
        verify_store(store.database)


async def test_broken_references_are_detected_even_if_all_logs_are_valid(quick_path: Path) -> None:
    url = str(quick_path / "games.db")
    async with open_store(url) as store:
        await begin(store, 3)
    with closing(sqlite3.connect(url)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM users")
    connection.close()
    async with open_store(url) as store:
        with pytest.raises(StoreCorrupt, match="is damaged: seats; restore a backup"):
            verify_store(store.database)


@pytest.mark.skipif(os.name != "posix", reason="folders have no such rights there")
async def test_a_missing_folder(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    async with open_store(url):
        pass
    with pytest.raises(StoreError, match="No such file or directory"):
        create_backup(url, tmp_path / "nowhere" / "copy.db")


def test_temporary_files_of_killed_processes_are_removed_after_a_day(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in (".qttt-1.tmp", ".qttt-2.tmp-wal", "3.tmp"))
    for path in (old, new, other):
        path.touch()
    for path in (old, other):
        os.utime(path, (time.time() - LEFTOVER_AGE_S - 1,) * 2)
    with claim_store(str(tmp_path / "games.db")):
        assert (old.exists(), new.exists(), other.exists()) == (False, True, True)
    os.utime(new, (0, 0))
    create_backup(str(tmp_path / "games.db"), tmp_path / "copy.db")
    assert (new.exists(), other.exists()) == (False, True)
