"""Where games are kept unless somebody says otherwise."""

from pathlib import Path

import pytest

from qttt.server import ServerError, place_for_games, try_out
from qttt.server.data import data_file


def test_folder_that_is_named(tmp_path: Path) -> None:
    named = tmp_path / "a" / "b"
    assert data_file({"QTTT_DATA": str(named)}) == named / "games.db"
    assert named.is_dir()


def test_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setattr(Path, "home", lambda: home)
    share = home / ".local" / "share" / "qttt"
    assert data_file({}, "linux") == share / "games.db"
    assert share.stat().st_mode & 0o077 == 0
    xdg = {"XDG_DATA_HOME": str(tmp_path / "xdg")}
    assert data_file(xdg, "linux") == tmp_path / "xdg" / "qttt" / "games.db"
    mac = home / "Library" / "Application Support" / "qttt" / "games.db"
    assert data_file(xdg, "darwin") == mac
    windows = {"LOCALAPPDATA": str(tmp_path / "local")}
    assert data_file(windows, "win32") == tmp_path / "local" / "qttt" / "games.db"


def test_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError) as error:
        data_file({"QTTT_DATA": str(tmp_path / "file" / "folder")})
    assert str(error.value) == (
        f"there can be no folder {tmp_path}/file/folder for games (Not a directory); "
        "name another by QTTT_DATA, or a file with --data"
    )


def test_place_that_is_named_is_taken(tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    assert place_for_games(place) == place
    try_out(place)
    assert Path(place).stat().st_mode & 0o077 == 0


def test_place_where_nothing_can_be_kept(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    place.write_text("no database" * 100)
    with pytest.raises(ServerError, match=r"games cannot be kept: .* is damaged"):
        try_out(str(place))
