"""Programs that run or convert notebooks, or run an IPython that lacks parts."""

import json
import re
from pathlib import Path

import pytest

from scripts.web import is_board_stale
from tests.hosts.environments import create, run
from tests.test_repository import ROOT

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(is_board_stale(), reason="to enable: make board"),
]

PACKAGES = ("anywidget==0.11.0", "ipykernel==7.4.0", "nbconvert==7.17.2", "papermill==2.7.0")
SOLARA = """
from solara.server import app, kernel, kernel_context

context = kernel_context.VirtualKernelContext(id="1", kernel=kernel.Kernel(), session_id="1")
with context:
    import qttt
    from IPython import get_ipython
    from qttt.widget import BoardWidget
    print(type(get_ipython()).__name__, BoardWidget(str(qttt.read("12 25").position)))
"""
CODE = "from qttt.widget import BoardWidget\nBoardWidget('12 25 59 15')"


def notebook(path: Path) -> None:
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": CODE, "outputs": []}
    cells = [{**cell, "execution_count": None}]
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    kind = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": spec}}
    path.write_text(json.dumps({**kind, "cells": cells}))


def test_notebooks_keep_a_picture_beside_the_board(tmp_path: Path, wheel: Path) -> None:
    python = create(tmp_path / "env", *PACKAGES, wheel)
    source, executed = tmp_path / "game.ipynb", tmp_path / "executed.ipynb"
    notebook(source)
    done = run(python, "-m", "papermill", source.name, executed.name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (output,) = json.loads(executed.read_text("utf-8"))["cells"][0]["outputs"]
    assert {"application/vnd.jupyter.widget-view+json", "image/svg+xml"} <= output["data"].keys()
    document = (ROOT / "docs" / "element.md").read_text("utf-8")
    (option,) = re.findall(r"--NbConvertBase\S+=\"[^\"]+\"", document)
    formats = {"html": [option.replace('"', "")], "markdown": []}
    for name, options in formats.items():
        command = ["-m", "nbconvert", "--to", name, *options, executed.name]
        done = run(python, *command, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert re.search(r"<img [^>]*src=\"data:image/svg", (tmp_path / "executed.html").read_text())
    assert ".svg)" in (tmp_path / "executed.md").read_text("utf-8")


def test_solara_imports_the_library_and_its_widget(tmp_path: Path, wheel: Path) -> None:
    python = create(tmp_path / "env", "anywidget==0.11.0", "solara==1.64.1", wheel)
    done = run(python, "-c", SOLARA, cwd=tmp_path)
    assert done.stdout == "FakeIPython BoardWidget('12/25')\n", done.stderr
