"""Creating, opening and rejecting stores, on both databases."""

import asyncio
import sqlite3
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import Connection, inspect, select, text, update
from sqlalchemy.engine.interfaces import DBAPIConnection

from qttt.extras import MissingExtraError
from qttt.server.errors import StoreError
from qttt.server.games.game import AppendRequest
from qttt.server.store import store
from qttt.server.store.columns import TABLES
from qttt.server.store.connecting import connect
from qttt.server.store.entities import User
from qttt.server.store.schema import SCHEMA_VERSION, schema_version
from qttt.server.store.store import Store, create_tables, open_store, set_wal
from tests.server.store.check.common import make_move, make_terms


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_a_new_store_has_empty_tables(store: Store) -> None:
    with store.database.reader.begin() as connection:
        assert tables(connection) == set(TABLES.tables)
        for table in TABLES.sorted_tables:
            rows = connection.execute(select(table)).all()
            assert rows == ([(SCHEMA_VERSION,)] if table is schema_version else [])


async def test_tables_of_sqlite_are_strict_and_those_sorted_by_key_have_no_rowid(
    sqlite_url: str,
) -> None:
    async with open_store(sqlite_url) as store:
        with store.database.reader.begin() as connection:
            rows = connection.execute(text("SELECT name, wr, strict FROM pragma_table_list"))
            created = {n: (bool(wr), strict) for n, wr, strict in rows if n in TABLES.tables}
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


async def test_processes_that_start_together_create_the_tables_once(url: str) -> None:
    async def start() -> None:
        async with open_store(url):
            pass

    await asyncio.gather(*(start() for _ in range(4)))
    with connect(url) as database, database.reader.begin() as connection:
        assert connection.execute(select(schema_version)).all() == [(SCHEMA_VERSION,)]


async def test_connections_that_set_wal_at_once_wait_for_each_other(tmp_path: Path) -> None:
    for number in range(30):
        with ExitStack() as stack:
            opened = [
                sqlite3.connect(tmp_path / f"{number}.db", check_same_thread=False)
                for _ in range(4)
            ]
            for connection in opened:
                stack.enter_context(closing(connection))
            modes = [
                asyncio.to_thread(set_wal, cast("DBAPIConnection", connection))
                for connection in opened
            ]
            assert await asyncio.gather(*modes) == ["wal"] * 4


@pytest.mark.parametrize(
    ("version", "age", "way"),
    [
        ("5", "an older", "it cannot be upgraded; use that version, or start with a new store"),
        ("6", "an older", "stop the server and run qttt store upgrade, which keeps a copy"),
        ("2999", "a newer", "use that version, or start with a new store"),
    ],
)
async def test_a_store_of_another_version_is_rejected_unchanged(
    url: str, version: str, age: str, way: str
) -> None:
    async with open_store(url) as store:
        changed = update(schema_version).values(version_num=version)
        await store.database.write(lambda connection: connection.execute(changed))
    wanted = (
        rf" was written by {age} version of qttt \(schema {version}, not {SCHEMA_VERSION}\): {way}"
    )
    with pytest.raises(StoreError, match=wanted):
        async with open_store(url):
            pass
    with connect(url) as database, database.reader.begin() as connection:
        assert connection.execute(select(schema_version)).all() == [(version,)]


async def test_a_failed_creation_is_rolled_back(url: str) -> None:
    with connect(url) as database:
        with suppress(ZeroDivisionError), database.writer.begin() as connection:
            create_tables(connection)
            raise ZeroDivisionError
        with database.reader.begin() as connection:
            assert tables(connection) == set()


async def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "games.db")) as store:
        await store.people.add_user(User("anna", "anna", 1, key="anna"))
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://root@localhost/games", "this is a URL of mysql"),
        ("sqlite://", "this is sqlite without a file"),
        ("://", "this is neither a path nor a URL"),
        ("postgresql://u@localhost:port/d", "the port of this URL is no number"),
        ("postgresql://[::1/d", "the port of this URL is no number"),
    ],
)
async def test_urls_that_are_not_a_store(url: str, message: str) -> None:
    wanted = "the store must be a file path, sqlite:///path or postgresql://user@host/database; "
    with pytest.raises(StoreError) as caught:
        async with open_store(url):
            pass
    assert str(caught.value) == wanted + message


@pytest.mark.parametrize("option", ["port=x", "bogus=1"])
async def test_options_of_a_url_that_are_not_those_of_postgresql(option: str) -> None:
    with pytest.raises(StoreError, match=r"postgresql://u:\*\*\*@localhost/d\?"):
        async with open_store(f"postgresql://u:secret@localhost/d?{option}"):
            pass


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
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"^PostgreSQL needs .* 'qttt\[postgres\]'$"):
        async with open_store("postgresql://qttt@localhost/games"):
            pass
