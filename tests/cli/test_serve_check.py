"""`qttt serve --check`: settings, their origins, and what is wrong with them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qttt.engine import kernel
from qttt.server import files
from qttt.server.operate.checks import describe_sqlite
from qttt.server.operate.open_files import describe_file_limit
from qttt.server.operate.settings import ServerSettings
from qttt.server.store.schema import SCHEMA_VERSION
from scripts.kernel import host
from tests.cli.helpers import error_of, qttt, stdout_of


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the app and the store in the test's folder."""
    app = tmp_path / "app"
    app.mkdir()
    (app / "index.html").write_text("the app")
    monkeypatch.setattr(files, "APP_FOLDER", app)
    monkeypatch.setenv("QTTT_DATA", str(tmp_path / "games.db"))
    return tmp_path


def lines(*options: str) -> dict[str, str]:
    """Return the lines of the output by their first word."""
    output = stdout_of("serve", "--check", *options).splitlines()
    return {line.split()[0]: " ".join(line.split()[1:]) for line in output}


def test_every_setting_is_shown_with_its_origin(place: Path) -> None:
    (place / "qttt.toml").write_text('shutdown_timeout_s = 20\n[rates]\nlogin = "5/minute"\n')
    settings = lines("--port", "80", "--config", str(place / "qttt.toml"))
    assert list(settings)[: len(ServerSettings.model_fields)] == list(ServerSettings.model_fields)
    assert settings["port"] == "80 option"
    assert settings["data"] == f"{place}/games.db QTTT_DATA"
    assert settings["shutdown_timeout_s"] == f"20.0 {place}/qttt.toml"
    assert settings["rates"] == f"login='5/minute' {place}/qttt.toml"
    assert settings["host"] == "127.0.0.1 default"
    assert settings["app"] == f"is in {place}/app"
    assert settings["files"] == describe_file_limit(20_000)
    assert settings["sqlite"] == describe_sqlite(sqlite3.sqlite_version_info)


@pytest.mark.parametrize("options", [("--check",), ("--no-open", "--port", "0")])
def test_a_missing_kernel_is_named_before_the_server_starts(
    place: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr(kernel, "FOLDER", place)
    kernel.library.cache_clear()
    message = f"there is no {host().library} in {place}; build it with: make kernel"
    done = qttt("serve", *options)
    assert (done.code, done.err) == (2, f"qttt: {message}\n")


def test_a_faulty_sqlite_is_named() -> None:
    assert describe_sqlite((3, 51, 3)) == "3.51.3"
    assert describe_sqlite((3, 40, 1)) == (
        "3.40.1; very rarely, versions before 3.51.3 damage a store: prefer a newer one"
    )


def test_nothing_is_created_or_changed(place: Path) -> None:
    assert lines()["store"] == f"{place}/games.db will be created"
    assert not (place / "games.db").exists()
    with closing(sqlite3.connect(place / "games.db")) as connection, connection:
        connection.execute("CREATE TABLE other (a)")
    assert lines()["store"] == f"{place}/games.db is empty; its tables will be created"


def test_schema_of_an_existing_store(place: Path) -> None:
    from qttt.server import claim_store

    with claim_store(str(place / "games.db")):
        pass
    assert lines()["store"] == f"{place}/games.db has schema {SCHEMA_VERSION}"
    with closing(sqlite3.connect(place / "games.db")) as connection, connection:
        connection.execute("UPDATE schema_version SET version_num = '2999'")
    done = qttt("serve", "--check")
    assert done.code == 2
    assert done.err == (
        f"qttt: store: {place}/games.db was written by a newer version of qttt (schema 2999, not "
        f"{SCHEMA_VERSION}): use that version, or start with a new store: --data\n"
    )


def test_an_app_that_was_not_built(place: Path) -> None:
    (place / "app" / "index.html").unlink()
    assert qttt("serve", "--check").err == (
        f"qttt: there is no app in {place}/app; build it with: make web\n"
    )


def test_unreachable_store_and_bus(place: Path) -> None:
    done = qttt("serve", "--check", "--data", "postgresql://qttt:hunter2@127.0.0.1:1/games")
    assert done.code == 2
    assert "hunter2" not in done.out + done.err
    assert "store: postgresql://qttt:***@127.0.0.1:1/games: " in done.err
    (place / "qttt.toml").write_text('redis = "redis://:hunter2@127.0.0.1:1"\n')
    done = qttt("serve", "--check", "--config", str(place / "qttt.toml"))
    assert done.code == 2
    assert done.err.startswith("qttt: bus: the bus does not answer: ")
    assert "hunter2" not in done.out + done.err


def test_missing_folder(place: Path) -> None:
    done = qttt("serve", "--check", "--data", str(place / "none" / "games.db"))
    assert done.err == f"qttt: store: folder {place}/none for games.db does not exist\n"


def test_settings_are_checked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_ORIGNS", "https://play.example")
    message = "the environment: unknown setting QTTT_ORIGNS; did you mean QTTT_ORIGINS?"
    assert error_of("serve", "--check") == error_of("serve") == message


def test_no_store_when_offline() -> None:
    assert "store" not in lines("--offline")
