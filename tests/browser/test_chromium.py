"""Which browser the others use, and what is said where there is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium

SAID = (
    "chromium.py: there is no Chromium here, so nothing is tried in a browser; install it "
    "(Debian: apt-get install chromium), or name it: QTTT_CHROMIUM=/path/to/chrome\n"
)


def test_the_browser_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.find() == sys.executable
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chrome")
    assert chromium.find() is None
    assert not chromium.can_install()


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_the_first_that_is_known_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("google-chrome", "chromium", "chromium-headless-shell"):
        (tmp_path / name).touch(0o755)
        assert chromium.find() == str(tmp_path / name)
    assert chromium.find_whole() == str(tmp_path / "chromium")


def test_a_machine_without_one_is_told_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, chromium.__file__],
        env={**os.environ, chromium.VARIABLE: ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", SAID)
