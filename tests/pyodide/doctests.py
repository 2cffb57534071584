"""Runs in Pyodide: the doctests of all packages that need no other, and the notebooks' cells."""

import doctest
import importlib
import json
import pkgutil
from pathlib import Path

from qttt.extras import MissingExtraError

PACKAGES = ("game", "notation", "quantum", "engine", "play", "study", "teach")
NEEDS_OTHERS = {"qttt.notation.armour", "qttt.engine.onnx_graph"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def failures(name: str) -> tuple[int, int]:
    """Return the number of failures and of examples in a module."""
    found = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    return found.failed, found.attempted


def modules() -> list[str]:
    names = [
        each.name
        for package in PACKAGES
        for each in pkgutil.walk_packages(
            importlib.import_module(f"qttt.{package}").__path__, f"qttt.{package}."
        )
    ]
    return [name for name in names if name not in NEEDS_OTHERS]


def display(*values: object, **_: object) -> None:
    """Stands for IPython's function."""


def cells(path: Path) -> tuple[int, int]:
    """Run the cells of a notebook up to one that needs a missing package; count them and all."""
    sources = [
        "".join(cell["source"])
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    names = {"__name__": "__main__", "display": display}
    for number, source in enumerate(sources):
        try:
            exec(compile(source, f"{path.name}, cell {number}", "exec"), names)
        except (ModuleNotFoundError, MissingExtraError):
            return number, len(sources)
    return len(sources), len(sources)


def facts() -> dict[str, object]:
    results = [failures(name) for name in modules()]
    return {
        "failed": sum(failed for failed, _ in results),
        "examples": sum(attempted for _, attempted in results),
        "notebooks": {path.stem: cells(path) for path in sorted(Path().glob("*.ipynb"))},
    }


if __name__ == "__main__":
    print(json.dumps(facts()))
