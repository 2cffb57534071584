"""Imports point one way.

game <- extras <- notation <- quantum <- engine <- play <- study <- teach <- arena <- doors.

A floor imports only floors below it, a door imports any floor but no other door, and ``cli`` may
reach the other doors inside a function. Packages from elsewhere come in through the doors, and in
a few places below them; those that any door may import are required dependencies, all others come
with an extra. ``quantum`` is below ``engine``: what decides a collapse thinks nothing.
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import qttt

PACKAGE = Path(qttt.__file__).parent
FLOORS = ("game", "extras", "notation", "quantum", "engine", "play", "study", "teach", "arena")
DOORS_MAY_IMPORT = frozenset({"rich", "typer"})
ONE_DOOR_MAY_IMPORT = {
    "envs": frozenset({"gymnasium", "numpy", "pettingzoo", "pyarrow", "pyspiel"}),
    "server": frozenset(
        {
            "alembic",
            "argon2",
            "fastapi",
            "limits",
            "prometheus_client",
            "pydantic",
            "pydantic_settings",
            "segno",
            "sqlalchemy",
            "starlette",
            "structlog",
            "uvicorn",
            "websockets",
            "zxcvbn",
        }
    ),
    "tui": frozenset({"textual"}),
}
"""What one door needs beside that, and no other."""
LAZY_ELSEWHERE = {
    "arena/workers.py": frozenset({"distributed"}),
    "notation/armour.py": frozenset({"reedsolo"}),
    "quantum/inspire.py": frozenset({"quantuminspire"}),
    "quantum/qiskit_device.py": frozenset({"qiskit", "qiskit_aer"}),
    "quantum/qx.py": frozenset({"qxelarator"}),
    "server/api/rate_limits.py": frozenset({"redis"}),
    "server/net/redis_bus.py": frozenset({"redis"}),
    "server/people/passkeys.py": frozenset({"webauthn"}),
    "teach/paper.py": frozenset({"fontpkg_arimo", "fpdf"}),
}
"""What one module may import inside a function, and nobody else at all."""


class Import(NamedTuple):
    """One imported module, absolute, and whether only a call imports it."""

    name: str
    line: int
    is_lazy: bool


def imports(path: Path, root: Path) -> Iterator[Import]:
    """Every import of that file, also by ``import_module`` with a text that can be read here."""
    package = ("qttt", *path.relative_to(root).parts[:-1])
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    lazy = {
        id(inner)
        for outer in ast.walk(tree)
        if isinstance(outer, functions)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        for name in _names(node, package):
            yield Import(name, node.lineno, id(node) in lazy)  # type: ignore[attr-defined]


def _names(node: ast.AST, package: tuple[str, ...]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        above = package[: len(package) - node.level + 1] if node.level else ()
        module = ".".join([*above, *([node.module] if node.module else [])])
        return [f"{module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and _called(node.func) in ("import_module", "__import__"):
        text = node.args[0] if node.args else None
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            return _absolute(text.value, package)
    return []


def _called(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _absolute(name: str, package: tuple[str, ...]) -> list[str]:
    dots = len(name) - len(name.lstrip("."))
    return [".".join([*package[: len(package) - dots + 1], name[dots:]]) if dots else name]


def home(path: Path, root: Path) -> str:
    """The floor or door that a file belongs to; ``python -m qttt`` is the command line's."""
    first = path.relative_to(root).parts[0].removesuffix(".py")
    return {"__init__": "", "__main__": "cli"}.get(first, first)


def violations(root: Path) -> list[str]:
    """Each import in the package at ``root`` that points up, sideways or outside."""
    return [
        f"{path.relative_to(root).as_posix()}:{each.line}: {problem}"
        for path in sorted(root.rglob("*.py"))
        for each in imports(path, root)
        if (problem := _problem(path, root, each))
    ]


def _problem(path: Path, root: Path, each: Import) -> str:
    top, *rest = each.name.split(".")
    here = home(path, root)
    if top in sys.stdlib_module_names:
        return ""
    if top != "qttt":
        return _outside(path.relative_to(root).as_posix(), here, top, each.is_lazy)
    there = rest[0] if rest else ""
    is_part = (root / there).is_dir() or (root / f"{there}.py").is_file()
    if not there or there == here or not is_part or there.startswith("__"):
        return ""
    return _between(here, there, each.is_lazy)


def _outside(path: str, here: str, top: str, is_lazy: bool) -> str:
    if here and here not in FLOORS and top in DOORS_MAY_IMPORT:
        return ""
    if top in ONE_DOOR_MAY_IMPORT.get(here, frozenset()):
        return ""
    if top in LAZY_ELSEWHERE.get(path, frozenset()):
        return "" if is_lazy else f"{top} must be imported inside a function"
    return f"{here or 'qttt'} must not import {top}"


def _between(here: str, there: str, is_lazy: bool) -> str:
    if here in FLOORS:
        is_below = there in FLOORS[: FLOORS.index(here)]
        return "" if is_below else f"{here} must not import {there}"
    if there in FLOORS or (is_lazy and here == "cli"):
        return ""
    return f"{here or 'qttt'} must not import the door {there}"


def test_imports_point_one_way() -> None:
    assert violations(PACKAGE) == []


BROKEN = {
    "game/board.py": "import numpy\n",
    "game/rules.py": "from qttt.notation import read\n",
    "game/tree.py": "def f():\n    from ..engine import solve\n",
    "game/fine.py": "import enum\nfrom .board import Board\nfrom qttt.game import rules\n",
    "notation/text.py": "from ..play import Match\n",
    "notation/armour.py": "import reedsolo\n",
    "notation/svg.py": "def f():\n    import reedsolo\n",
    "notation/fine.py": "import re\nfrom ..game import Position\nfrom . import text\n",
    "engine/solve.py": "import importlib\nm = importlib.import_module('qttt.cli')\n",
    "engine/lazy.py": "import importlib\nm = importlib.import_module('..play', __package__)\n",
    "engine/deep/kernel.py": "from ...play import Match\nfrom ...game import Rules\n",
    "play/match.py": "import rich\nfrom qttt import engine, shell\n",
    "cli.py": "import typer\nfrom . import tui\nfrom .game import Rules\n",
    "envs/batch.py": "import numpy, torch\nfrom ..engine import solve\n",
    "server/app.py": "import fastapi, numpy\n",
    "shell.py": "import rich\nimport qttt.tui\nfrom .engine import solve\n",
    "tui/app.py": "import textual, requests\nfrom ..play import Match\nfrom ..cli import main\n",
    "tui/fine.py": "def f():\n    from ..shell import run\n",
    "__init__.py": "from .game import Position\nimport typer\n",
    "__main__.py": "from .cli import main\nfrom .tui import app\n",
}

FOUND = [
    "__init__.py:2: qttt must not import typer",
    "__main__.py:2: cli must not import the door tui",
    "cli.py:2: cli must not import the door tui",
    "engine/deep/kernel.py:1: engine must not import play",
    "engine/lazy.py:2: engine must not import play",
    "engine/solve.py:2: engine must not import cli",
    "envs/batch.py:1: envs must not import torch",
    "game/board.py:1: game must not import numpy",
    "game/rules.py:1: game must not import notation",
    "game/tree.py:2: game must not import engine",
    "notation/armour.py:1: reedsolo must be imported inside a function",
    "notation/svg.py:2: notation must not import reedsolo",
    "notation/text.py:1: notation must not import play",
    "play/match.py:1: play must not import rich",
    "play/match.py:2: play must not import shell",
    "server/app.py:1: server must not import numpy",
    "shell.py:2: shell must not import the door tui",
    "tui/app.py:1: tui must not import requests",
    "tui/app.py:3: tui must not import the door cli",
    "tui/fine.py:2: tui must not import the door shell",
]


def build(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_broken_subject_is_found_out(tmp_path: Path) -> None:
    assert violations(build(tmp_path, BROKEN)) == FOUND


def test_doors_may_be_opened_lazily_by_the_command_line(tmp_path: Path) -> None:
    files = {
        "cli.py": "def f():\n    from . import tui\n    from .shell import run\n",
        "shell.py": "import rich\n",
        "tui/app.py": "import textual\n",
        "__main__.py": "from .cli import main\n",
        "notation/armour.py": "def f():\n    import reedsolo\n",
    }
    assert violations(build(tmp_path, files)) == []


@pytest.mark.parametrize("module", ["qttt", *(f"qttt.{floor}" for floor in FLOORS)])
def test_importing_a_floor_brings_nothing_from_elsewhere(module: str) -> None:
    """Nor a floor above it: asked of a fresh interpreter, not read."""
    above = FLOORS[FLOORS.index(module[5:]) + 1 :] if module != "qttt" else ()
    outside = DOORS_MAY_IMPORT.union(*ONE_DOOR_MAY_IMPORT.values(), *LAZY_ELSEWHERE.values())
    unwanted = {*outside, *(f"qttt.{floor}" for floor in above)}
    program = f"import sys, {module}; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert unwanted.isdisjoint(done.stdout.split())
