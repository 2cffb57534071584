"""Installing what `make` requires."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import environment
from scripts.kernel import ROOT


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


def test_a_copied_folder_gets_programs_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs in an environment name their Python by its path."""
    done: list[str] = []

    def run(*command: str | Path) -> None:
        if "venv" in command:
            environment.PYTHON.touch()
        done.extend(word for word in map(str, command) if word in ("venv", "install"))

    def install_in(folder: Path) -> list[str]:
        venv = folder / ".venv"
        venv.mkdir(parents=True, exist_ok=True)
        for name, path in {
            "VENV": venv,
            "PYTHON": venv / "python",
            "CREATED": venv / ".made",
        }.items():
            monkeypatch.setattr(environment, name, path)
        environment.main("run")
        return [done.pop(0) for _ in done.copy()]

    monkeypatch.setattr(environment, "run", run)
    for name in ("_provide", "_make_path_relative"):
        monkeypatch.setattr(environment, name, lambda *_: None)
    first, copy = tmp_path / "first", tmp_path / "copy"
    assert install_in(first) == ["venv", "install"]
    assert install_in(first) == []
    shutil.copytree(first, copy)
    assert install_in(copy) == ["install"]
    assert install_in(copy) == []
    environment.PYTHON.unlink()
    assert "venv" in install_in(copy), "the Python of the system was replaced"


def test_only_compiled_programs_are_run_by_their_path() -> None:
    """Others would run the Python of the folder from which an environment was copied."""
    files = [ROOT / "Makefile", *(ROOT / "scripts").glob("*.py")]
    text = "\n".join(file.read_text("utf-8") for file in files)
    named = set(re.findall(r"""(?:\$\(BIN\)/|PROGRAMS / ")([\w-]+)""", text))
    assert named == {"python", "ruff", "uv", "zizmor"}
