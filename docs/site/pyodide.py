"""Adds the wheel for Pyodide, with which the page ``docs/try.md`` runs its examples."""

import shutil
from functools import cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from scripts.kernel import ROOT
from scripts.release import pyodide_wheel

FOLDER = ROOT / "build" / "pyodide"
NAME = "docs/site/qttt-pyodide.whl"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the files of the site with the wheel."""
    files.append(File.generated(config, NAME, abs_src_path=str(_wheel())))
    return files


@cache  # once, however often the pages are reloaded
def _wheel() -> Path:
    shutil.rmtree(FOLDER, ignore_errors=True)
    return pyodide_wheel(FOLDER)
