"""`qttt serve --check`: what would be served, from where it was said, and what is wrong with it."""

import sqlite3
from pathlib import Path

import pytest

from qttt.server import files
from qttt.server.operate import Settings
from tests.cli.helpers import qttt, refused, said


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The app is in the test's folder, where games are to be, too."""
    app = tmp_path / "app"
    app.mkdir()
    (app / "index.html").write_text("the app")
    monkeypatch.setattr(files, "APP", app)
    monkeypatch.setenv("QTTT_DATA", str(tmp_path / "games.db"))
    return tmp_path


def lines(*options: str) -> dict[str, str]:
    """What it tells of each thing."""
    told = said("serve", "--check", *options).splitlines()
    return {line.split()[0]: " ".join(line.split()[1:]) for line in told}


def test_every_setting_is_told_with_its_origin(place: Path) -> None:
    (place / "qttt.toml").write_text('patience = 20\n[rates]\nlogin = "5/minute"\n')
    told = lines("--port", "80", "--config", str(place / "qttt.toml"))
    assert list(told)[: len(Settings.model_fields)] == list(Settings.model_fields)
    assert told["port"] == "80 option"
    assert told["data"] == f"{place}/games.db QTTT_DATA"
    assert told["patience"] == f"20.0 {place}/qttt.toml"
    assert told["rates"] == f"login='5/minute' {place}/qttt.toml"
    assert told["host"] == "127.0.0.1 default"
    assert told["app"] == f"is in {place}/app"


def test_nothing_is_made_or_changed(place: Path) -> None:
    assert lines()["store"] == f"{place}/games.db will be created"
    assert not (place / "games.db").exists()
    with sqlite3.connect(place / "games.db") as connection:
        connection.execute("CREATE TABLE other (a)")
    assert lines()["store"] == f"{place}/games.db is empty; its tables will be created"


def test_a_store_that_is_there_tells_its_schema(place: Path) -> None:
    from qttt.server import try_out

    try_out(str(place / "games.db"))
    assert lines()["store"].endswith(", the latest")
    with sqlite3.connect(place / "games.db") as connection:
        connection.execute("UPDATE schema_version SET version_num = 'future'")
    done = qttt("serve", "--check")
    assert done.code == 2
    assert done.err == (
        f"qttt: store: {place}/games.db has schema 'future' of a newer qttt: install that version\n"
    )


def test_an_app_that_was_not_built(place: Path) -> None:
    (place / "app" / "index.html").unlink()
    assert qttt("serve", "--check").err == (
        f"qttt: there is no app in {place}/app; build it with: make web\n"
    )


def test_a_store_and_a_bus_that_are_away(place: Path) -> None:
    done = qttt("serve", "--check", "--data", "postgresql://qttt:hunter2@127.0.0.1:1/games")
    assert done.code == 2
    assert "hunter2" not in done.out + done.err
    assert "store: postgresql+asyncpg://qttt:***@127.0.0.1:1/games: " in done.err
    (place / "qttt.toml").write_text('redis = "redis://:hunter2@127.0.0.1:1"\n')
    done = qttt("serve", "--check", "--config", str(place / "qttt.toml"))
    assert done.code == 2
    assert done.err.startswith("qttt: bus: the bus does not answer: ")
    assert "hunter2" not in done.out + done.err


def test_a_folder_that_is_not_there(place: Path) -> None:
    done = qttt("serve", "--check", "--data", str(place / "none" / "games.db"))
    assert done.err == f"qttt: store: folder {place}/none for games.db does not exist\n"


def test_settings_are_refused_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_ORIGNS", "https://play.example")
    told = "the environment: unknown setting QTTT_ORIGNS; did you mean QTTT_ORIGINS?"
    assert refused("serve", "--check") == refused("serve") == told


def test_without_games_there_is_no_store() -> None:
    assert "store" not in lines("--offline")
