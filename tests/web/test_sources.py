"""The source files whose change makes a built app stale."""

import re
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
