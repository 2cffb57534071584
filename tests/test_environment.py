"""Installing what `make` requires."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import environment


@pytest.mark.parametrize(("is_writable", "count"), [(True, 0), (False, 3)])
def test_a_read_only_home_needs_no_caches(
    monkeypatch: pytest.MonkeyPatch, is_writable: bool, count: int
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: is_writable)
    assert len(environment.cache_settings()) == count


def test_a_user_without_a_home_needs_no_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", fail)
    assert environment.cache_settings()["PIP_NO_CACHE_DIR"] == "1"


def test_a_folder_outside_ascii_is_read_in_every_locale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "für Zoë"
    venv = folder / ".venv"
    (folder / "src").mkdir(parents=True)
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", venv), check=True)
    (packages,) = venv.rglob("site-packages")
    (packages / "_qttt.pth").write_text(str(folder / "src"), "utf-8")
    monkeypatch.setattr(environment, "ROOT", folder)
    monkeypatch.setattr(environment, "VENV", venv)
    environment._make_path_relative()
    (python,) = (path for path in venv.rglob("python*") if path.stem == "python")
    command = (python, "-c", "import sys; print(ascii(sys.path[-1]))")
    done = subprocess.run(command, env={"LC_ALL": "C"}, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{str(folder / 'src')!a}\n", "")
