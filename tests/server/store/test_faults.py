"""Errors of a full, locked, read-only, damaged or unreachable database; writes stay atomic."""

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import Connection, delete, event, select, text, update

from qttt.server.errors import StoreCorrupt, StoreError, StoreUnavailable
from qttt.server.games.game import AppendRequest
from qttt.server.store import sqlite
from qttt.server.store.database import translate_errors
from qttt.server.store.entities import GameLog, Seek, User
from qttt.server.store.packing import pack_terms
from qttt.server.store.schema import entries, games, users
from qttt.server.store.store import Store, open_store
from tests.server.conftest import STORE_TIMEOUT_S
from tests.server.postgres import Cluster, is_root, running
from tests.server.store.check.common import make_move, make_terms
from tests.server.store.check.lobby import open_seek, taking

Answer = TypeVar("Answer")

TERMS = make_terms("0000000000")
GAME = TERMS.game


async def begin(store: Store) -> None:
    for name in ("anna", "bert"):
        await store.people.add_user(User(name, name, 1, key=name))
    await store.games.create(TERMS)
    await store.games.append([AppendRequest(GAME, (make_move(1, "a"), make_move(2, "b")))])


async def entries_of(store: Store) -> tuple[int, ...]:
    log = await store.games.load(GAME)
    assert log is not None
    await store.games.verify(GAME)
    return tuple(entry.version for entry in log.entries)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ("-t", "tmpfs", "-o", "size=4m")
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ("mount", *options, "tmpfs", folder), stderr=subprocess.DEVNULL
        ).returncode
    ):
        pytest.skip("only root can mount a file system; to enable: run the tests as root")
    yield folder
    subprocess.run(("umount", folder), check=True)


def wide(first: int) -> AppendRequest:
    """Return an append of about 100 KiB."""
    entries = (make_move(first + i, f"wide-{first + i}", "x" * 1000) for i in range(100))
    return AppendRequest(GAME, tuple(entries))


async def fill(store: Store) -> None:
    for first in range(3, 100_000, 100):
        await store.games.append([wide(first)])


async def test_appends_fail_on_a_full_disk_and_work_after_space_is_freed(small_disk: Path) -> None:
    async with open_store(str(small_disk / "games.db")) as store:
        await begin(store)
        ballast = small_disk / "ballast"
        ballast.write_bytes(bytes(2_000_000))
        with pytest.raises(StoreUnavailable, match="database or disk is full"):
            await fill(store)
        stored = len(await entries_of(store))
        assert stored % 100 == 2
        assert await entries_of(store) == tuple(range(1, stored + 1))
        ballast.unlink()
        assert await store.games.append([wide(stored + 1)]) == ["stored"]
        assert len(await entries_of(store)) == stored + 100


async def test_a_store_on_a_full_disk_is_not_created(small_disk: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        (small_disk / "ballast").write_bytes(bytes(5_000_000))
    with pytest.raises(StoreUnavailable, match=r"games\.db: database or disk is full; "):
        async with open_store(str(small_disk / "games.db")):
            pass


async def test_waiting_for_a_locked_file_times_out(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "TIMEOUT_S", 0.1)
    async with open_store(sqlite_url) as store:
        await begin(store)
        other = sqlite3.connect(store.database.location, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="database is locked; it is unknown"):
            await store.games.append([AppendRequest(GAME, (make_move(3, "c"),))])
        assert await entries_of(store) == (1, 2)
        other.close()
        assert await store.games.append([AppendRequest(GAME, (make_move(3, "c"),))]) == ["stored"]


async def test_a_database_that_is_read_only(url: str) -> None:
    async with open_store(url) as store:
        await begin(store)
        is_sqlite = store.database.is_sqlite
        read_only = "PRAGMA query_only = ON" if is_sqlite else "SET transaction_read_only = on"

        @event.listens_for(store.database.writer, "begin")
        def forbid_writes(connection: Connection) -> None:
            connection.exec_driver_sql(read_only)

        advice = "readonly database: give this user the right" if is_sqlite else "read"
        with pytest.raises(StoreUnavailable, match=advice):
            await store.games.append([AppendRequest(GAME, (make_move(3, "c"),))])
        assert await entries_of(store) == (1, 2)


@pytest.mark.skipif(os.name != "posix", reason="folders have no such rights there")
async def test_a_file_that_cannot_be_created(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"No such file or directory: .*nowhere"):
        async with open_store(str(tmp_path / "nowhere" / "games.db")):
            pass


@pytest.mark.skipif(os.name != "posix" or is_root(), reason="root can read all files")
async def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch(mode=0)
    wanted = (
        r"Permission denied: '.*games\.db': give this user the right to read and write the file"
    )
    with pytest.raises(StoreError, match=wanted):
        async with open_store(str(path)):
            pass


@pytest.mark.parametrize(("system", "kind"), [("posix", StoreError), ("nt", StoreUnavailable)])
def test_on_windows_a_file_that_another_program_uses_is_not_a_missing_right(
    system: str, kind: type[StoreError], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "name", system)
        with pytest.raises(StoreError) as caught, translate_errors("games.db"):
            raise PermissionError(errno.EACCES, "it is in use")
    assert type(caught.value) is kind


async def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(b"This is no database, but it is long enough to look like one. " * 100)
    wanted = r"games\.db is damaged \(file is not a database\): stop the server, keep the file"
    with pytest.raises(StoreCorrupt, match=wanted):
        async with open_store(str(path)):
            pass


async def test_a_damaged_file(sqlite_url: str) -> None:
    async with open_store(sqlite_url) as store:
        await begin(store)
        path = Path(store.database.location)
    # The first page holds the schema, the others the rows.
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreCorrupt, match=r"is damaged .*restore the last backup"):
        async with open_store(sqlite_url) as store:
            await store.games.append([AppendRequest(GAME, (make_move(3, "c"),))])


def corrupt_at(version: int) -> str:
    return rf"game {GAME} is corrupt: entry {version} "


TAMPERED = {
    "a body": (update(entries).where(entries.c.version == 2).values(body="13"), corrupt_at(2)),
    "a time": (update(entries).where(entries.c.version == 1).values(at=5), corrupt_at(1)),
    "who": (update(entries).where(entries.c.version == 1).values(seat="O"), corrupt_at(1)),
    "an order": (
        update(entries).where(entries.c.version == 1).values(version=9),
        corrupt_at(1),
    ),
    "the last": (delete(entries).where(entries.c.version == 2), corrupt_at(2) + "is missing"),
    "the first": (delete(entries).where(entries.c.version == 1), corrupt_at(1) + "is missing"),
    "a kind": (
        update(entries).where(entries.c.version == 2).values(kind="odd"),
        corrupt_at(2) + "has the unknown kind 'odd'",
    ),
    "the terms": (
        update(games).values(terms=pack_terms(make_terms(GAME, x="bert", o="anna"))),
        corrupt_at(1),
    ),
    "no terms": (update(games).values(terms="{}"), "its terms cannot be read"),
    "the digest": (
        update(games).values(digest=b"?"),
        "its digest does not match entry 2; restore the game from a backup",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
async def test_tampering_with_a_log_is_detected(url: str, what: str) -> None:
    statement, message = TAMPERED[what]
    async with open_store(url) as store:
        await begin(store)
        await store.games.verify(GAME)
        await store.database.write(lambda connection: connection.execute(statement))
        with pytest.raises(StoreCorrupt, match=message):
            await store.games.verify(GAME)


async def test_postgresql_stops_and_starts_again() -> None:
    with running() as cluster:
        async with open_store(cluster.create("games")) as store:
            await begin(store)
            for how in ("fast", "immediate"):
                cluster.stop(how)
                for _ in range(2):
                    with pytest.raises(StoreUnavailable, match="try again later"):
                        await store.games.append([AppendRequest(GAME, (make_move(3, how),))])
                with pytest.raises(StoreUnavailable):
                    await store.games.load(GAME)
                cluster.start()
                version = len(await entries_of(store)) + 1
                again = await store.games.append([AppendRequest(GAME, (make_move(version, how),))])
                assert again == ["stored"]


async def test_an_append_retried_after_lost_connections_is_stored_once(
    cluster: Cluster, postgres_url: str
) -> None:
    async with open_store(postgres_url) as store, open_store(postgres_url) as other:
        await begin(store)
        cut = text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        for version in range(3, 23):
            append = asyncio.create_task(_append_until_answered(store, version))
            await other.database.write(lambda connection: connection.execute(cut))
            assert await append in ("stored", "duplicate")
        # A backend can end after the append that it was to cut.
        assert await _until_answered(lambda: entries_of(store)) == tuple(range(1, 23))


async def test_a_transaction_runs_again_after_a_deadlock(postgres_url: str) -> None:
    both_locked, runs = Barrier(2), list[str]()

    def lock(first: str, second: str, connection: Connection) -> None:
        runs.append(first)
        connection.execute(select(users).where(users.c.id == first).with_for_update())
        if runs.count(first) == 1:
            both_locked.wait(STORE_TIMEOUT_S)
        connection.execute(select(users).where(users.c.id == second).with_for_update())

    async with open_store(postgres_url) as store:
        await begin(store)
        pairs = ("anna", "bert"), ("bert", "anna")
        await asyncio.gather(*(store.database.write(partial(lock, *pair)) for pair in pairs))
    assert len(runs) > 2


async def _append_until_answered(store: Store, version: int) -> str:
    request = AppendRequest(GAME, (make_move(version, f"m{version}"),))
    (answer,) = await _until_answered(lambda: store.games.append([request]))
    return answer


async def _until_answered(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    while True:
        with suppress(StoreUnavailable):
            return await ask()


async def test_no_server_at_the_url() -> None:
    with pytest.raises(
        StoreUnavailable, match=r"postgresql.*; it is unknown whether the change was stored"
    ):
        async with open_store("postgresql://qttt:secret@127.0.0.1:1/games"):
            pass


async def test_errors_do_not_contain_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        async with open_store("postgresql://qttt:secret@127.0.0.1:1/games"):
            pass
    assert "secret" not in str(caught.value)


async def test_users_who_do_not_exist(store: Store) -> None:
    with pytest.raises(LookupError, match=f"no user anna or bert exists for game {GAME}"):
        await store.games.create(TERMS)
    assert await store.games.load(GAME) is None


async def test_text_and_numbers_that_cannot_be_stored(store: Store) -> None:
    wanted = "cannot store text with NUL or lone surrogates, nor integers over 63 bits"
    with pytest.raises(ValueError, match=wanted):
        await store.people.user_by_name_key("\ud800")
    with pytest.raises(ValueError, match=wanted):
        await store.people.renew_token(b"token", 1 << 70)
    if not store.database.is_sqlite:
        with pytest.raises(ValueError, match=wanted):
            await store.people.user_by_name_key("\0")


async def test_a_game_id_cannot_be_used_twice(store: Store) -> None:
    await begin(store)
    seek = Seek("s1", "bert", "bert", "goff", "none", False, "", 1, 9)
    await open_seek(store, seek)
    with pytest.raises(ValueError, match=f"game {GAME} already exists; choose another id"):
        await store.lobby.place_seek(replace(seek, user="anna"), taking("s1", TERMS), 1)
    assert await store.lobby.seeks(1, 9) == [seek]
    other = make_terms("1111111111")
    assert await store.games.create(other)
    with pytest.raises(ValueError, match=f"game {GAME} already exists; choose another id"):
        await store.games.append([AppendRequest(other.game, (make_move(1, "a"),), rematch=TERMS)])
    assert await store.games.load(other.game) == GameLog(other, ())
