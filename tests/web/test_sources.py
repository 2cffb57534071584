"""The source files whose change makes a built app stale."""

import py_compile
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.kernel import ROOT
from scripts.web import WEB, board_sources, sources

KERNEL = ROOT / "src" / "qttt" / "engine" / "_kernel"
"""Compiled from sources that count themselves."""
PATH_ABOVE = re.compile(r"""["'`](\.\./[^"'`?]*)""")
LANGUAGES = {".html", ".js", ".svelte", ".ts"}


@pytest.mark.parametrize("files", [sources, board_sources], ids=["app", "element"])
def test_files_from_outside_the_app_are_among_its_sources(
    files: Callable[[], list[Path]],
) -> None:
    known = set(files())
    imported = {
        (path.parent / name).resolve()
        for path in known
        if path.is_relative_to(WEB) and path.suffix in LANGUAGES
        for name in PATH_ABOVE.findall(path.read_text("utf-8"))
    }
    outside = {
        path
        for path in imported
        if path.is_file() and not path.is_relative_to(WEB) and not path.is_relative_to(KERNEL)
    }
    assert len(outside) >= 5
    assert outside <= known


@pytest.mark.parametrize("files", [sources, board_sources], ids=["app", "element"])
def test_compiled_modules_are_no_sources(
    files: Callable[[], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive of the sources has none, and they change whenever Python compiles again."""
    monkeypatch.setattr(sys, "pycache_prefix", None)
    source = ROOT / "src" / "qttt" / "texts" / "__init__.py"
    compiled = Path(py_compile.compile(str(source), doraise=True) or "")
    assert compiled.is_file()
    known = files()
    assert source in known
    assert [path for path in known if path.suffix == ".pyc"] == []
