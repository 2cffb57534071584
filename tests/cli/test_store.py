"""`qttt store`: backups, what is made of them, and whether games are as they were."""

import asyncio
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from qttt.server.games import Append
from qttt.server.people.recovery import code_hash
from qttt.server.store import Log, User, open_store
from qttt.server.store.check.common import move, terms_of
from tests.cli.helpers import refused, said


async def fill(place: Path, games: int) -> None:
    async with open_store(str(place)) as store:
        for name in ("anna", "bert"):
            await store.people.add_user(User(name, name, 1, key=name))
        for number in range(games):
            terms = terms_of(f"game{number:06}")
            await store.games.create(terms)
            await store.games.append([Append(terms.game, (move(1, "a"), move(2, "b")))])


async def logs(place: Path, games: int) -> list[Log]:
    async with open_store(str(place)) as store:
        return await store.games.load_all([f"game{number:06}" for number in range(games)])


@pytest.fixture
def store(tmp_path: Path) -> Path:
    asyncio.run(fill(tmp_path / "games.db", 3))
    return tmp_path / "games.db"


def test_a_backup_becomes_the_same_store_elsewhere(store: Path, tmp_path: Path) -> None:
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    told = said("store", "backup", copy, "--data", store)
    assert told == f"3 games backed up to {copy}\n"
    told = said("store", "restore", copy, "--data", again)
    assert told == f"3 games restored to {again}\n"
    assert said("store", "verify", "--data", again) == "3 games verified\n"
    assert asyncio.run(logs(again, 3)) == asyncio.run(logs(store, 3))


def test_the_place_is_that_of_the_server(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QTTT_DATA", str(store))
    assert said("store", "verify") == "3 games verified\n"
    monkeypatch.delenv("QTTT_DATA")
    (tmp_path / "qttt.toml").write_text(f"data = '{store}'\n")
    assert said("store", "verify", "--config", tmp_path / "qttt.toml") == "3 games verified\n"


def test_without_a_command_it_tells_them() -> None:
    assert "restore" in said("store")


def test_a_store_that_was_tampered_with(store: Path, tmp_path: Path) -> None:
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE entries SET spent = 1 WHERE game = 'game000001' AND version = 2")
    told = refused("store", "verify", "--data", store)
    assert told == (
        "game game000001 is corrupt: entry 2 or one before it was changed; "
        "restore the game from a backup"
    )
    assert refused("store", "backup", tmp_path / "copy.db", "--data", store) == told
    assert not (tmp_path / "copy.db").exists()


def test_what_is_there_is_not_overwritten(store: Path, tmp_path: Path) -> None:
    said("store", "backup", tmp_path / "copy.db", "--data", store)
    told = refused("store", "restore", tmp_path / "copy.db", "--data", store)
    assert told.startswith(f"{store} already exists: stop the server and move away ")


def test_stores_that_are_not_there(tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    assert refused("store", "verify", "--data", none) == f"there is no store at {none}"
    told = refused("store", "backup", tmp_path / "copy.db", "--data", none)
    assert told == f"there is no store at {none} to back up"
    told = refused("store", "restore", none, "--data", tmp_path / "games.db")
    assert told == f"there is no backup at {none}"
    assert not none.exists()


def test_a_code_sets_a_new_password_once(store: Path) -> None:
    before = tomorrow()
    first, code, last = said("store", "reset-password", "ANNA", "--data", store).splitlines()
    assert first in {f"A code for anna, good once, until {end}:" for end in (before, tomorrow())}
    assert last == "It is entered in the app where one logs in, under Forgotten password."
    assert [asyncio.run(recovered(store, code)) for _ in range(2)] == ["anna", None]


def tomorrow() -> str:
    return f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d %H:%M} UTC"


async def recovered(place: Path, code: str) -> str | None:
    async with open_store(str(place)) as opened:
        user = await opened.accounts.recover("anna", code_hash(code), "hash", 2)
        return user.id if user else None


def test_passwords_that_cannot_be_reset(store: Path, tmp_path: Path) -> None:
    told = refused("store", "reset-password", "Zoe", "--data", store)
    assert told == "no user is named Zoe"
    none = tmp_path / "none.db"
    told = refused("store", "reset-password", "Anna", "--data", none)
    assert told == f"there is no store at {none}"
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE schema_version SET version_num = '2'")
    told = refused("store", "reset-password", "Anna", "--data", store)
    assert told == f"{store} is of another version: start this one's server"


def test_postgresql_has_its_own(tmp_path: Path) -> None:
    told = refused("store", "backup", tmp_path / "copy", "--data", "postgresql://db/games")
    assert told == "back up PostgreSQL with pg_dump --format=custom and pg_restore"


def test_settings_that_are_none(tmp_path: Path) -> None:
    told = refused("store", "verify", "--config", tmp_path / "none.toml")
    assert told == f"{tmp_path}/none.toml: No such file or directory"
