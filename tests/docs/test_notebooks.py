"""The notebooks run, and print their stored outputs.

``python -m tests.docs.notebooks`` updates them. Randomness in them is seeded.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.lite import INSTALL, add_install
from tests.docs.notebooks import FOLDER, NAMES, fresh, path_of
from tests.docs.test_markdown import LINK, anchors, prose
from tests.selection import by_day

LARGEST = 400_000

every_notebook = pytest.mark.parametrize("name", NAMES)


def cells(name: str) -> list[Any]:
    return list(json.loads(path_of(name).read_text("utf-8"))["cells"])


def test_these_are_all_notebooks() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(NAMES)


@pytest.mark.parametrize("name", by_day(["tour"], NAMES))
def test_a_notebook_prints_what_it_shows(name: str) -> None:
    assert fresh(name) == path_of(name).read_text("utf-8")


@every_notebook
def test_a_notebook_is_small_and_valid(name: str) -> None:
    import nbformat

    path = path_of(name)
    nbformat.validate(nbformat.read(path, as_version=4))
    assert path.stat().st_size < LARGEST
    kinds = {
        kind
        for cell in cells(name)
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    }
    assert kinds <= {"text/plain", "image/svg+xml"}


@every_notebook
def test_a_notebook_has_a_title_and_short_cells(name: str) -> None:
    first, *_ = cells(name)
    assert first["cell_type"] == "markdown"
    assert first["source"][0].startswith("# ")
    assert max(len(cell["source"]) for cell in cells(name)) <= 30


@every_notebook
def test_links_lead_somewhere(name: str) -> None:
    lost = []
    for cell in cells(name):
        text = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
        for link in LINK.findall(prose(text)):
            file, _, anchor = link.partition("#")
            target = Path(FOLDER / file)
            if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
                lost.append(link)
    assert lost == []


def test_in_jupyterlite_the_first_cell_installs_qttt(tmp_path: Path) -> None:
    import nbformat

    folder = tmp_path / "notebooks"
    add_install(folder)
    assert {path.stem for path in folder.iterdir()} == set(NAMES)
    changed = nbformat.read(folder / "tour.ipynb", as_version=4)
    nbformat.validate(changed)
    first, *others = changed.cells
    assert (first.cell_type, first.source) == ("code", INSTALL)
    assert others == nbformat.read(path_of("tour"), as_version=4).cells
