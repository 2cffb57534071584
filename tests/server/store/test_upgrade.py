"""Upgrades in place of stores of each older schema."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection, text

from qttt.server.data import claim_store, lock_store
from qttt.server.errors import StoreCorrupt, StoreError
from qttt.server.store import export, upgrade
from qttt.server.store.backup import create_backup, restore, verify_store
from qttt.server.store.connecting import connect
from qttt.server.store.database import STATEMENT_TIMEOUT_S
from qttt.server.store.export import export_store, import_store
from qttt.server.store.older import fill_store
from qttt.server.store.schema import SCHEMA_VERSION
from qttt.server.store.store import open_store, read_version
from qttt.server.store.upgrade import Upgrade, upgrade_store
from tests.server.postgres import is_root

from .older_stores import OLDER, create_older
from .test_older_exports import GAMES, KEEP_MS
from .write_export import EXPORTS

UPGRADE_AND_KILL = """
import os, signal, sys
from qttt.server.store.upgrade import upgrade_store

def on_event(event, args):
    global left
    if event in ("open", "os.rename", "os.remove", "sqlite3.connect"):
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

left = int(sys.argv[2])
sys.addaudithook(on_event)
upgrade_store(sys.argv[1], {"room": 1})
"""
"""Kills the process when it opens, renames or removes a file for the nth time."""


class Interrupted(BaseException):
    """The process ends here."""


def version(url: str) -> str | None:
    with connect(url) as database, database.reading() as connection:
        return read_version(connection)


def lines(url: str, file: Path) -> list[str]:
    export_store(url, file)
    return sorted(file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("schema", OLDER)
def test_an_upgrade_gives_what_export_and_import_give(
    schema: str, url: str, quick_path: Path
) -> None:
    create_older(url, schema)
    with pytest.raises(StoreError, match=f"schema {schema}, not .*: stop .* qttt store upgrade"):
        export_store(url, quick_path / "none.jsonl")
    done = upgrade_store(url, KEEP_MS)
    assert done
    assert done[:2] == (GAMES, schema)
    import_store(EXPORTS / f"{schema}.jsonl", imported := str(quick_path / "imported.db"), KEEP_MS)
    assert lines(url, quick_path / "1.jsonl") == lines(imported, quick_path / "2.jsonl")
    with connect(url) as database:
        assert verify_store(database, replay=True) == GAMES
    assert upgrade_store(url, KEEP_MS) is None


def test_the_old_file_is_kept(quick_path: Path) -> None:
    store = quick_path / "games.db"
    create_older(str(store), OLDER[-1])
    done = upgrade_store(str(store), KEEP_MS)
    kept = quick_path / f"games.schema-{OLDER[-1]}.db"
    assert done == Upgrade(GAMES, OLDER[-1], str(kept))
    assert version(str(kept)) == OLDER[-1]
    assert {path.name for path in quick_path.iterdir()} == {store.name, kept.name}
    assert {each.stat().st_mode & 0o777 for each in (store, kept)} == {0o600}
    store.unlink()
    kept.rename(store)
    assert upgrade_store(str(store), KEEP_MS) == done


@pytest.mark.skipif(not is_root(), reason="to enable: run the tests as root")
def test_files_of_a_store_that_root_creates_belong_to_the_owner_of_the_folder(
    tmp_path: Path,
) -> None:
    folder, backup, exported = (tmp_path / name for name in ("data", "copy.db", "copy.jsonl"))
    folder.mkdir()
    os.chown(folder, 12345, 12346)
    with claim_store(str(folder / "new.db")):
        create_backup(str(folder / "new.db"), backup)
        export_store(str(folder / "new.db"), exported)
        restore(backup, str(folder / "restored.db"))
        import_store(exported, str(folder / "imported.db"))
        create_older(str(folder / "old.db"), OLDER[-1])
        assert upgrade_store(str(folder / "old.db"), KEEP_MS)
        owners = {path.name: path.stat()[4:6] for path in folder.iterdir()}
    assert {"new.db", "new.db-lock", "restored.db", "imported.db", "old.db"} <= owners.keys()
    assert set(owners.values()) == {(12345, 12346)}
    assert {path.stat().st_uid for path in (backup, exported)} == {0}


@pytest.mark.skipif(not is_root(), reason="to enable: run the tests as root")
def test_root_creates_files_where_they_cannot_be_given_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "fchown", refuse)
    with connect(str(tmp_path / "games.db")):
        assert [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()] == [0o600]


@pytest.mark.skipif(not is_root(), reason="to enable: run the tests as root")
def test_links_get_no_files_of_others(tmp_path: Path) -> None:
    folder, other = tmp_path / "data", tmp_path / "other"
    folder.mkdir()
    os.chown(folder, 12345, 12346)
    (folder / "games.db-lock").symlink_to(other)
    with (
        pytest.raises(StoreError, match="No such file"),
        lock_store(str(folder / "games.db")),
    ):
        pass
    assert not other.exists()


def test_the_old_tables_are_kept_and_can_be_moved_back(postgres_url: str) -> None:
    create_older(postgres_url, OLDER[-1])
    done = upgrade_store(postgres_url, KEEP_MS)
    assert done == Upgrade(GAMES, OLDER[-1], f"schema qttt_schema_{OLDER[-1]} of the same database")
    with connect(postgres_url) as database, database.writer.begin() as connection:
        connection.execute(text("ALTER SCHEMA public RENAME TO newer"))
        connection.execute(text(f"ALTER SCHEMA qttt_schema_{OLDER[-1]} RENAME TO public"))
    assert version(postgres_url) == OLDER[-1]
    assert upgrade_store(postgres_url, KEEP_MS) == done


@pytest.mark.parametrize("module", [upgrade, export])
def test_commands_do_not_limit_statements(
    module: ModuleType, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copying all rows of a large database takes longer than the server allows a statement."""
    limits: list[str] = []

    def fill(connection: Connection, *rest: Any) -> int:
        limits.append(connection.execute(text("SHOW statement_timeout")).scalar_one())
        return fill_store(connection, *rest)

    monkeypatch.setattr(module, "fill_store", fill)
    if module is upgrade:
        create_older(postgres_url, OLDER[-1])
        upgrade_store(postgres_url, KEEP_MS)
    else:
        import_store(EXPORTS / f"{OLDER[-1]}.jsonl", postgres_url, KEEP_MS)
    assert limits == ["0"]


async def test_the_server_limits_statements(postgres_url: str) -> None:
    async with open_store(postgres_url) as store:
        limit = await store.database.read(lambda each: each.scalar(text("SHOW statement_timeout")))
    assert limit == f"{STATEMENT_TIMEOUT_S}s"


@pytest.mark.parametrize("place", ["_copier", "fill_store"])
def test_an_upgrade_that_ends_early_changes_nothing(
    place: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_early(url, place, monkeypatch)


def test_an_upgrade_that_ends_before_it_replaces_the_file_changes_nothing(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_early(sqlite_url, "_keep", monkeypatch)


def end_early(url: str, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt an upgrade after the function ``place``, and repeat it."""
    create_older(url, OLDER[-1])
    work = getattr(upgrade, place)

    def interrupted(*args: object) -> None:
        work(*args)
        raise Interrupted

    with monkeypatch.context() as patch:
        patch.setattr(upgrade, place, interrupted)
        with pytest.raises(Interrupted):
            upgrade_store(url, KEEP_MS)
    assert version(url) == OLDER[-1]
    assert upgrade_store(url, KEEP_MS)
    assert version(url) == SCHEMA_VERSION


def test_a_store_in_use_is_not_upgraded(url: str) -> None:
    create_older(url, OLDER[-1])
    with connect(url) as database, database.reading() as connection:
        assert read_version(connection) == OLDER[-1]
        with pytest.raises(StoreError, match=r"is in use"):
            upgrade_store(url, KEEP_MS)
    assert version(url) == OLDER[-1]


def test_a_damaged_game_is_not_upgraded(url: str) -> None:
    create_older(url, OLDER[-1])
    with connect(url) as database, database.writer.begin() as connection:
        connection.execute(text("UPDATE games SET version = 99"))
    with pytest.raises(StoreCorrupt, match="is corrupt: entry"):
        upgrade_store(url, KEEP_MS)
    assert version(url) == OLDER[-1]


def test_another_kept_file_is_not_overwritten(quick_path: Path) -> None:
    store, kept = quick_path / "games.db", quick_path / f"games.schema-{OLDER[-1]}.db"
    create_older(str(store), OLDER[-1])
    kept.write_text("other")
    with pytest.raises(StoreError, match=f"^{kept} is of an earlier upgrade: move it away$"):
        upgrade_store(str(store), KEEP_MS)
    assert kept.read_text() == "other"
    assert version(str(store)) == OLDER[-1]


def test_tables_of_another_program_are_left_alone(url: str, tmp_path: Path) -> None:
    with connect(url) as database, database.writer.begin() as connection:
        connection.execute(text("CREATE TABLE users (id TEXT)"))
    for work in (lambda: upgrade_store(url, KEEP_MS), lambda: export_store(url, tmp_path / "none")):
        with pytest.raises(StoreError, match="has a table users that is not of qttt"):
            work()


def killed(store: Path, number: int) -> bool:
    """Upgrade a store in a process that is killed at that event; return whether it was."""
    program = (sys.executable, "-c", UPGRADE_AND_KILL, str(store), str(number))
    return subprocess.run(program, check=False).returncode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("last", [3, pytest.param(10**6, marks=pytest.mark.nightly)])
def test_an_upgrade_can_be_killed_at_any_point(quick_path: Path, last: int) -> None:
    for number in range(1, last):
        store = quick_path / f"{number}.db"
        create_older(str(store), OLDER[-1])
        if not killed(store, number):
            break
        if version(str(store)) == OLDER[-1]:
            assert upgrade_store(str(store), KEEP_MS)
        assert version(str(store)) == SCHEMA_VERSION
        assert version(str(quick_path / f"{number}.schema-{OLDER[-1]}.db")) == OLDER[-1]
    else:
        assert last == 3
