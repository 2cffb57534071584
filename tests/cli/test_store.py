"""`qttt store`: backup, restore, export, verification and password resets."""

import asyncio
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from qttt.server.data import lock_store
from qttt.server.games.game import GameState
from qttt.server.people.credentials import code_hash
from qttt.server.store.entities import GameLog, User
from qttt.server.store.schema import SCHEMA_VERSION
from qttt.server.store.store import open_store
from tests.cli.helpers import error_of, stdout_of
from tests.server.store.check.common import make_move, make_session, make_terms
from tests.server.store.older_stores import create_older
from tests.server.store.test_older_exports import GAMES


async def fill(place: Path, games: int) -> None:
    async with open_store(str(place)) as store:
        for name in ("anna", "bert"):
            await store.people.add_user(User(name, name, 1, key=name))
        for number in range(games):
            terms = make_terms(f"game{number:06}")
            await store.games.create(terms)
            moves = (make_move(1, "a"), make_move(2, "b", "23")._replace(seat="O"))
            await store.games.append([GameState(terms).advance(moves)])


async def logs(place: Path, games: int) -> list[GameLog]:
    async with open_store(str(place)) as store:
        return await store.games.load_all([f"game{number:06}" for number in range(games)])


@pytest.fixture
def store(tmp_path: Path) -> Path:
    asyncio.run(fill(tmp_path / "games.db", 3))
    return tmp_path / "games.db"


def test_backup_and_restore(store: Path, tmp_path: Path) -> None:
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    message = stdout_of("store", "backup", copy, "--data", store)
    assert message == f"3 games backed up to {copy}\n"
    message = stdout_of("store", "restore", copy, "--data", again)
    assert message == f"3 games restored to {again}\n"
    assert stdout_of("store", "verify", "--data", again) == "3 games verified\n"
    assert asyncio.run(logs(again, 3)) == asyncio.run(logs(store, 3))


def test_export_and_import(store: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "games.jsonl", tmp_path / "again" / "games.db"
    assert stdout_of("store", "export", file, "--data", store) == f"3 games exported to {file}\n"
    again.parent.mkdir()
    message = stdout_of("store", "import", file, "--data", again)
    assert message == f"3 games imported to {again}\n"
    assert asyncio.run(logs(again, 3)) == asyncio.run(logs(store, 3))


def test_default_store_is_that_of_the_server(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QTTT_DATA", str(store))
    assert stdout_of("store", "verify") == "3 games verified\n"
    monkeypatch.delenv("QTTT_DATA")
    (tmp_path / "qttt.toml").write_text(f"data = '{store}'\n")
    assert stdout_of("store", "verify", "--config", tmp_path / "qttt.toml") == "3 games verified\n"


def test_bare_command_is_help() -> None:
    assert "restore" in stdout_of("store")


def test_changed_result(store: Path) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE games SET result = '1-0' WHERE id = 'game000001'")
    assert error_of("store", "verify", "--data", store) == (
        "game game000001 is corrupt: result is '1-0' and not ''; restore the game from a backup"
    )


def test_tampered_store(store: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE entries SET spent = 1 WHERE game = 'game000001' AND version = 2")
    message = error_of("store", "verify", "--data", store)
    assert message == (
        "game game000001 is corrupt: entry 2 or one before it was changed; "
        "restore the game from a backup"
    )
    assert error_of("store", "backup", tmp_path / "copy.db", "--data", store) == message
    assert not (tmp_path / "copy.db").exists()


def test_damaged_store(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    place.write_bytes(b"This is no database, but it is long enough to look like one. " * 100)
    assert error_of("store", "verify", "--data", place) == (
        f"{place} is damaged (file is not a database): stop the server, keep the file for "
        "diagnosis, and restore the last backup"
    )


def test_existing_store_is_not_overwritten(store: Path, tmp_path: Path) -> None:
    stdout_of("store", "backup", tmp_path / "copy.db", "--data", store)
    message = error_of("store", "restore", tmp_path / "copy.db", "--data", store)
    assert message.startswith(f"{store} already exists: stop the server and move away ")


@pytest.mark.parametrize("command", ["backup", "export"])
@pytest.mark.parametrize("how", ["path", "symlink", "hardlink", "log", "in use"])
def test_no_store_is_overwritten(store: Path, tmp_path: Path, command: str, how: str) -> None:
    target, place = store, store
    with ExitStack() as stack:
        if how == "symlink":
            target = tmp_path / "link.db"
            target.symlink_to(store)
        elif how == "hardlink":
            target = tmp_path / "link.db"
            target.hardlink_to(store)
        elif how == "log":
            target = tmp_path / "games.db-wal"
        elif how == "in use":
            place = tmp_path / "copy.db"
            stdout_of("store", "backup", place, "--data", store)
            stack.enter_context(lock_store(str(store)))
        before = store.read_bytes()
        message = error_of("store", command, target, "--data", place)
        assert message == f"{target} belongs to a store that servers use: choose another file"
        assert store.read_bytes() == before
        assert not (tmp_path / "games.db-wal").exists()


@pytest.mark.parametrize("command", ["backup", "export"])
def test_the_lock_of_a_server_that_has_ended_is_not_in_the_way(
    store: Path, tmp_path: Path, command: str
) -> None:
    target = tmp_path / "copy"
    with lock_store(str(target)):
        error_of("store", command, target, "--data", store)
    assert Path(f"{target}-lock").exists()
    stdout_of("store", command, target, "--data", store)


@pytest.mark.parametrize("command", ["backup", "export", "restore", "import"])
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_what_is_left_of_another_database_is_named(
    store: Path, tmp_path: Path, command: str, end: str
) -> None:
    """SQLite would apply it to a new database of that name."""
    created, source = tmp_path / "new.db", tmp_path / "source"
    words: tuple[str | Path, ...] = (command, created, "--data", store)
    if command in ("restore", "import"):
        stdout_of("store", {"restore": "backup", "import": "export"}[command], source, *words[2:])
        words = (command, source, "--data", created)
    left = tmp_path / f"new.db{end}"
    left.touch()
    message = error_of("store", *words)
    assert message.startswith(f"{left} ")
    assert not created.exists()
    left.unlink()
    stdout_of("store", *words)


def test_an_export_does_not_replace_a_backup(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    stdout_of("store", "backup", copy, "--data", store)
    before = copy.read_bytes()
    message = error_of("store", "export", copy, "--data", store)
    assert message == f"{copy} is a SQLite database: choose another file for the export"
    assert copy.read_bytes() == before


def test_missing_stores(tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    assert error_of("store", "verify", "--data", none) == f"no store at {none}"
    message = error_of("store", "backup", tmp_path / "copy.db", "--data", none)
    assert message == f"there is no store at {none} to back up"
    folder = tmp_path / "folder"
    assert error_of("store", "verify", "--data", folder) == f"no store at {folder / 'games.db'}"
    assert not folder.exists()
    message = error_of("store", "restore", none, "--data", tmp_path / "games.db")
    assert message == f"there is no backup at {none}"
    assert not none.exists()


def test_a_code_sets_a_new_password_once(store: Path) -> None:
    before = tomorrow()
    first, code, last = stdout_of("store", "reset-password", "ANNA", "--data", store).splitlines()
    assert first in {f"A code for anna, valid once, until {end}:" for end in (before, tomorrow())}
    assert last == "Enter it in the app when logging in, under Forgotten password."
    assert [asyncio.run(recovered(store, code)) for _ in range(2)] == ["anna", None]


def tomorrow() -> str:
    return f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d %H:%M} UTC"


async def recovered(place: Path, code: str) -> str | None:
    async with open_store(str(place)) as opened:
        user = await opened.accounts.recover("anna", code_hash(code), "hash", 2, make_session)
        return user.id if user else None


def test_passwords_that_cannot_be_reset(store: Path, tmp_path: Path) -> None:
    message = error_of("store", "reset-password", "Zoe", "--data", store)
    assert message == "no user is named Zoe"
    none = tmp_path / "none.db"
    message = error_of("store", "reset-password", "Anna", "--data", none)
    assert message == f"no store at {none}"


def test_every_command_says_the_same_of_a_store_of_another_schema(
    store: Path, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE schema_version SET version_num = '2'")
    commands = ("verify", "upgrade", "backup file", "export file", "reset-password Anna")
    messages = {
        error_of("store", *command.replace("file", str(file)).split(), "--data", store)
        for command in commands
    }
    messages |= {error_of("store", "restore", store, "--data", tmp_path / "new.db")}
    assert messages == {
        f"{store} was written by an older version of qttt (schema 2, not {SCHEMA_VERSION}): it "
        "cannot be upgraded; use that version, or start with a new store: --data"
    }
    assert not file.exists()


def test_every_command_says_the_same_of_a_file_without_tables(tmp_path: Path) -> None:
    store, file = tmp_path / "games.db", tmp_path / "file"
    store.touch()
    for command in ("verify", "upgrade", "backup file", "export file"):
        words = command.replace("file", str(file)).split()
        assert error_of("store", *words, "--data", store) == (
            f"there is no store at {store}: it has no tables; qttt serve creates them"
        )
    assert not file.exists()


def test_upgrade(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    create_older(str(store), "9")
    assert error_of("store", "verify", "--data", store) == (
        f"{store} was written by an older version of qttt (schema 9, not {SCHEMA_VERSION}): stop "
        "the server and run qttt store upgrade, which keeps a copy"
    )
    assert stdout_of("store", "upgrade", "--data", store) == (
        f"{GAMES} games upgraded from schema 9 to {SCHEMA_VERSION}; the old store is kept: "
        f"{tmp_path / 'games.schema-9.db'}\n"
    )
    message = stdout_of("store", "upgrade", "--data", store)
    assert message == f"{store} has schema {SCHEMA_VERSION} already\n"
    with lock_store(str(store)):
        message = error_of("store", "upgrade", "--data", store)
    assert message.startswith(f"cannot open the store: another server uses {store}")


def test_postgresql_is_backed_up_by_pg_dump(tmp_path: Path) -> None:
    message = error_of("store", "backup", tmp_path / "copy", "--data", "postgresql://db/games")
    assert message == "back up PostgreSQL with pg_dump --format=custom and pg_restore"


def test_missing_config_file(tmp_path: Path) -> None:
    message = error_of("store", "verify", "--config", tmp_path / "none.toml")
    assert message == f"{tmp_path}/none.toml: No such file or directory"
