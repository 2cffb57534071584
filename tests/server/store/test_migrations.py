"""Schema migrations up and down, with data, on both databases."""

import asyncio
import sys
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes
from typing import Any

import aiosqlite
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from qttt.extras import MissingExtraError
from qttt.server.games import AppendRequest
from qttt.server.store import (
    Member,
    Passkey,
    Room,
    RoomGame,
    Store,
    StoreError,
    User,
    open_store,
    store,
)
from qttt.server.store.database import connect
from qttt.server.store.migrations import EMPTY, TABLE, migrate, revisions
from qttt.server.store.schema import TABLES
from qttt.server.store.store import set_wal, upgrade
from tests.server.store.check.common import make_move, make_terms


def differences(connection: Connection) -> list[Any]:
    options = {"version_table": TABLE, "compare_type": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), TABLES))


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {TABLE}


async def test_the_migrations_create_the_current_tables(store: Store) -> None:
    async with store.database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_tables_of_sqlite_are_strict_and_those_sorted_by_key_have_no_rowid(
    sqlite_url: str,
) -> None:
    async with open_store(sqlite_url) as store, store.database.read() as connection:
        rows = await connection.execute(text("SELECT name, wr, strict FROM pragma_table_list"))
        created = {name: (bool(wr), strict) for name, wr, strict in rows if name in TABLES.tables}
    assert created == {
        name: (not table.dialect_options["sqlite"]["with_rowid"], 1)
        for name, table in TABLES.tables.items()
    }


async def test_data_survives_reopening(url: str) -> None:
    terms = make_terms()
    async with open_store(url) as store:
        for name in ("anna", "bert"):
            await store.people.add_user(User(name, name, 1, key=name))
        await store.games.create(terms)
        await store.games.append([AppendRequest(terms.game, (make_move(1, "a"),))])
    async with open_store(url) as store:
        log = await store.games.load(terms.game)
        assert log == (terms, (make_move(1, "a"),))


async def test_every_revision_down_and_up_again(url: str) -> None:
    async with connect(url) as database:
        for target in (*revisions(), EMPTY, *reversed(revisions())):
            await upgrade(database)
            await fill(Store(database))
            async with database.write() as connection:
                await connection.run_sync(migrate, target)
        async with database.write() as connection:
            await connection.run_sync(migrate, EMPTY)
            assert await connection.run_sync(tables) == set()


async def fill(store: Store) -> None:
    """Add rows to the tables that others reference."""
    terms = make_terms()
    for name in ("anna", "bert"):
        await store.people.add_user(User(name, name, 1, key=name))
    await store.games.create(terms)
    await store.games.append([AppendRequest(terms.game, (make_move(1, "a"),))])
    room = Room("ROOM22", "", "anna", "arena", "goff", "none", 1)
    await store.rooms.add(room)
    played, begun = make_terms(), (Member(1, "anna", "Ann", 1), Member(2, "bert", "Bob", 1))
    game = RoomGame(played.game, 0, 1, 2)
    await store.accounts.set_codes("anna", [b"code"], 1)
    await store.accounts.add_passkey(Passkey(b"id", "anna", b"key", 0, 1, 1, ""))
    await store.accounts.add_passkey_challenge(token_bytes(32), None, 1)
    await store.rooms.update(replace(room, version=2, members=begun, games=(game,)), [played])
    await store.people.add_user(User("cleo", "cleo", 1, key="cleo"))
    await store.accounts.delete_user("cleo", 2)


async def test_processes_that_start_together_migrate_once(url: str) -> None:
    async def start() -> None:
        async with open_store(url):
            pass

    await asyncio.gather(*(start() for _ in range(4)))
    async with open_store(url) as store, store.database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_connections_that_set_wal_at_once_wait_for_each_other(tmp_path: Path) -> None:
    for number in range(30):
        async with AsyncExitStack() as stack:
            file = tmp_path / f"{number}.db"
            opened = [await stack.enter_async_context(aiosqlite.connect(file)) for _ in range(4)]
            assert await asyncio.gather(*map(set_wal, opened)) == ["wal"] * 4


async def test_a_store_of_a_newer_version_is_rejected_unchanged(url: str) -> None:
    async with open_store(url) as store, store.database.write() as connection:
        await connection.execute(text(f"UPDATE {TABLE} SET version_num = '2999'"))
    with pytest.raises(
        StoreError, match=r"has schema '2999', which this version of qttt does not "
    ):
        async with open_store(url):
            pass
    async with connect(url) as database, database.read() as connection:
        result = await connection.execute(text(f"SELECT version_num FROM {TABLE}"))
        assert result.scalar_one() == "2999"


async def test_a_failed_migration_is_rolled_back(url: str) -> None:
    async with connect(url) as database:
        with suppress(ZeroDivisionError):
            async with database.write() as connection:
                await connection.run_sync(migrate)
                raise ZeroDivisionError
        async with database.read() as connection:
            assert await connection.run_sync(tables) == set()


async def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "games.db")) as store:
        await fill(store)
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://root@localhost/games", "this is a URL of mysql"),
        ("sqlite://", "this is sqlite without a file"),
        ("://", "this is neither a path nor a URL"),
    ],
)
async def test_urls_that_are_not_a_store(url: str, message: str) -> None:
    wanted = "the store must be a file path, sqlite:///path or postgresql://user@host/database; "
    with pytest.raises(StoreError) as caught:
        async with open_store(url):
            pass
    assert str(caught.value) == wanted + message


async def test_a_file_system_without_shared_memory_is_rejected(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "USE_WAL", "PRAGMA journal_mode")
    wanted = r"games\.db is on a file system without shared memory, such as a network share; move "
    with pytest.raises(StoreError, match=wanted):
        async with open_store(sqlite_url):
            pass


async def test_an_older_sqlite_is_rejected(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 36, 0))
    monkeypatch.setattr("sqlite3.sqlite_version", "3.36.0")
    with pytest.raises(StoreError, match=r"^SQLite 3\.37\.0 or newer is required, found 3\.36\.0$"):
        async with open_store(sqlite_url):
            pass


async def test_postgresql_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(MissingExtraError, match=r"^PostgreSQL needs .* 'qttt\[postgres\]'$"):
        async with open_store("postgresql://qttt@localhost/games"):
            pass
