"""A new language in a copy of the content."""

import shutil
from pathlib import Path

import pytest

from qttt.texts import folders


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that begins as a copy of the English one."""
    source, copy = folders.CONTENT, tmp_path / "content"
    shutil.copytree(source, copy)
    monkeypatch.setattr(folders, "CONTENT", copy)
    return shutil.copytree(source / "en", copy / "fr")


def replace(path: Path, old: str, new: str) -> None:
    """Replace a text that occurs once in a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
