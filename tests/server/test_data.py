"""The default location of the store."""

import errno
import os
import re
from pathlib import Path

import pytest

from qttt.server import ServerError, ServerRunningError, claim_store, store_location
from qttt.server.data import data_file
from qttt.server.operate.checks import check_settings
from qttt.server.operate.settings import ServerSettings


def test_the_configured_folder(tmp_path: Path) -> None:
    named = tmp_path / "a" / "b"
    assert data_file({"QTTT_DATA": str(named)}) == named / "games.db"
    assert named.is_dir()


def test_the_user_s_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    share = home / ".local" / "share" / "qttt"
    assert data_file({}, "linux") == share / "games.db"
    assert share.stat().st_mode & 0o077 == 0
    xdg = {"XDG_DATA_HOME": str(tmp_path / "xdg")}
    assert data_file(xdg, "linux") == tmp_path / "xdg" / "qttt" / "games.db"
    for ignored in ("", "relative"):
        assert data_file({"XDG_DATA_HOME": ignored}, "linux") == share / "games.db"
    mac = home / "Library" / "Application Support" / "qttt" / "games.db"
    assert data_file(xdg, "darwin") == mac
    windows = {"LOCALAPPDATA": str(tmp_path / "local")}
    assert data_file(windows, "win32") == tmp_path / "local" / "qttt" / "games.db"


def test_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError) as error:
        data_file({"QTTT_DATA": str(tmp_path / "file" / "folder")})
    assert str(error.value) == (
        f"cannot create the data folder {tmp_path}/file/folder (Not a directory); "
        "set another with QTTT_DATA, or a file with --data"
    )


def test_a_named_file_is_used(tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    assert store_location(place) == place
    with claim_store(place):
        assert Path(place).stat().st_mode & 0o077 == 0


def test_a_file_that_is_not_a_store(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    place.write_text("no database" * 100)
    message = r"cannot open the store: .* is damaged"
    with pytest.raises(ServerError, match=message), claim_store(str(place)):
        pass


@pytest.mark.parametrize("name", ["", "games.db", "games.db-wal", "games.db-lock"])
def test_what_cannot_be_written_is_named_at_the_start(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a backup that root copied to its place; without a name, the folder."""
    store, path = tmp_path / "games.db", tmp_path / name
    with claim_store(str(store)):
        pass
    if name:
        path.touch()
    # Root can write everything.
    monkeypatch.setattr(os, "access", lambda asked, _: Path(asked) != path)
    wanted = f"{path} cannot be written: give this user the right to read and write the file"
    with pytest.raises(ServerError, match=f"^cannot open the store: {re.escape(wanted)}"):
        claim_store(str(store)).__enter__()
    (checked,) = (
        each for each in check_settings(ServerSettings(), str(store)) if each.name == "store"
    )
    assert checked.is_wrong
    assert checked.message.startswith(wanted)
    assert checked.message.endswith(", or choose another store with --data")


@pytest.mark.skipif(os.name != "posix", reason="folders have no such rights there")
def test_a_folder_that_is_closed_to_this_user_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "is_dir", closed)  # root can enter every folder
    message = "cannot open the store: .*Permission denied: .*give this user the right"
    with pytest.raises(ServerError, match=message):
        claim_store(str(tmp_path / "games.db")).__enter__()


def test_a_store_has_one_server(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    with claim_store(str(place)):
        (tmp_path / "link.db").symlink_to(place)
        link = f"sqlite:///{tmp_path / 'link.db'}"
        with pytest.raises(ServerError) as error, claim_store(link):
            pass
        assert str(error.value) == (
            f"cannot open the store: another server uses {place}, such as qttt play in another "
            "window: use that one, stop it, or choose another file; several servers need "
            "PostgreSQL and Redis"
        )
        with claim_store(str(place), has_bus=True):
            pass
    with claim_store(str(place)):
        assert Path(f"{place}-lock").stat().st_mode & 0o077 == 0


def test_a_claimed_store_tells_the_address_of_its_server(tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    with claim_store(place) as publish:
        publish("http://127.0.0.1:8000/")
        with pytest.raises(ServerRunningError) as error, claim_store(place):
            pass
    assert error.value.url == "http://127.0.0.1:8000/"
    Path(f"{place}-lock-address").write_text("http://127.0.0.1:9/")  # of a killed server
    with claim_store(place), pytest.raises(ServerRunningError) as again, claim_store(place):
        pass
    assert again.value.url == ""


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    message = r"cannot open the store: folder .*none for games\.db does not exist"
    place = str(tmp_path / "none" / "games.db")
    with pytest.raises(ServerError, match=message), claim_store(place):
        pass
