"""Imports point downwards.

copies <- forks <- game <- extras <- texts <- notation <- quantum <- engine <- play <- study
<- teach <- arena <- book <- interfaces.

A layer imports only lower layers. An interface imports any layer but no other interface, except
``cli`` inside functions. Third-party packages are imported by interfaces, and by a few modules
below them; those that any interface can import are required dependencies, all others belong to an
extra.

In the kernel, includes of headers point downwards, and calls between C files have no circles.
``web/tests/layers.test.ts`` checks the web app.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import qttt

PACKAGE = Path(qttt.__file__).parent
LAYERS = (
    "copies",
    "forks",
    "game",
    "extras",
    "texts",
    "notation",
    "quantum",
    "engine",
    "play",
    "study",
    "teach",
    "arena",
    "book",
)
INTERFACES_MAY_IMPORT = frozenset({"click", "rich"})
INTERFACE_MAY_IMPORT = {
    "_pyinstaller": frozenset({"PyInstaller"}),
    "envs": frozenset({"gymnasium", "numpy", "pettingzoo", "pyarrow", "pyspiel"}),
    "mcp": frozenset({"mcp", "pydantic"}),
    "server": frozenset(
        {
            "argon2",
            "confusable_homoglyphs",
            "fastapi",
            "httpx",
            "ifaddr",
            "limits",
            "msgspec",
            "prometheus_client",
            "pydantic",
            "pydantic_settings",
            "segno",
            "sqlalchemy",
            "starlette",
            "structlog",
            "uvicorn",
            "webpush",
            "websockets",
            "zeroconf",
            "zxcvbn",
        }
    ),
    "tui": frozenset({"textual"}),
    "widget": frozenset({"anywidget", "traitlets"}),
}
"""Further packages that one interface can import."""
LAZY_MODULES = {
    "qttt.book.last_mark": frozenset({"numpy"}),
    "qttt.engine.onnx_graph": frozenset({"numpy", "onnx"}),
}
"""Modules that only functions import, with what they import at their top."""
LAZY_ELSEWHERE = {
    "arena/workers.py": frozenset({"distributed"}),
    "book/paper.py": frozenset({"typst"}),
    "book/plots.py": frozenset({"matplotlib"}),
    "book/tables.py": frozenset({"pyarrow"}),
    "engine/export.py": frozenset({"numpy", "onnx", "safetensors"}),
    "envs/rendering.py": frozenset({"PIL"}),
    "notation/armour.py": frozenset({"reedsolo"}),
    "notation/pdf.py": frozenset({"fontpkg_arimo", "typst"}),
    "notation/png.py": frozenset({"fontpkg_arimo", "resvg_py"}),
    "quantum/inspire.py": frozenset({"quantuminspire"}),
    "quantum/qiskit_device.py": frozenset({"qiskit", "qiskit_aer"}),
    "quantum/qx.py": frozenset({"qxelarator"}),
    "server/net/redis_bus.py": frozenset({"redis"}),
    "server/people/passkeys.py": frozenset({"webauthn"}),
    "server/people/suitability.py": frozenset({"badwords"}),
    "server/store/postgres.py": frozenset({"psycopg"}),
    "teach/paper.py": frozenset({"fontpkg_arimo", "fpdf"}),
}
"""Packages that only one module can import, inside functions."""


class Import(NamedTuple):
    """An absolute module name, and whether it is imported inside a function."""

    name: str
    line: int
    is_lazy: bool


def imports(path: Path, root: Path) -> Iterator[Import]:
    """Yield the imports of a file, including ``import_module`` with a literal name."""
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
    """Return the layer or interface of a file; ``__main__`` belongs to ``cli``."""
    first = path.relative_to(root).parts[0].removesuffix(".py")
    return {"__init__": "", "__main__": "cli"}.get(first, first)


def violations(root: Path) -> list[str]:
    """List the forbidden imports in the package at ``root``."""
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
        if top in LAZY_MODULES.get(_module(path, root), ()):
            return ""
        return _outside(path.relative_to(root).as_posix(), here, top, each.is_lazy)
    there = rest[0] if rest else ""
    is_part = (root / there).is_dir() or (root / f"{there}.py").is_file()
    if not there or there == here or not is_part or there.startswith("__"):
        return ""
    return _between(here, there, each.is_lazy)


def _module(path: Path, root: Path) -> str:
    return ".".join(("qttt", *path.relative_to(root).with_suffix("").parts))


def _outside(path: str, here: str, top: str, is_lazy: bool) -> str:
    if here and here not in LAYERS and top in INTERFACES_MAY_IMPORT:
        return ""
    if top in INTERFACE_MAY_IMPORT.get(here, frozenset()):
        return ""
    if top in LAZY_ELSEWHERE.get(path, frozenset()):
        return "" if is_lazy else f"{top} must be imported inside a function"
    return f"{here or 'qttt'} must not import {top}"


def _between(here: str, there: str, is_lazy: bool) -> str:
    if here in LAYERS:
        is_below = there in LAYERS[: LAYERS.index(here)]
        return "" if is_below else f"{here} must not import {there}"
    if there in LAYERS or (is_lazy and here == "cli"):
        return ""
    return f"{here or 'qttt'} must not import the interface {there}"


def test_imports_point_downwards() -> None:
    assert violations(PACKAGE) == []


def graph(root: Path) -> dict[str, set[str]]:
    """Return the modules that each module imports when it is imported, or for types.

    Imports of a package's names stand for its modules only if they name them.
    """
    names = {
        ".".join(("qttt", *path.relative_to(root).with_suffix("").parts)): path
        for path in root.rglob("*.py")
    }
    found = {}
    for name, path in names.items():
        eager = [each.name for each in imports(path, root) if not each.is_lazy]
        modules = {module for each in eager for module in (each, each.rpartition(".")[0])}
        found[name] = modules & names.keys() - {name}
    return found


def test_no_module_imports_itself_through_others() -> None:
    TopologicalSorter(graph(PACKAGE)).prepare()


def test_circles_are_found(tmp_path: Path) -> None:
    files = {
        "game/a.py": "if TYPE_CHECKING:\n    from .b import x\n",
        "game/b.py": "from . import a\n",
    }
    with pytest.raises(CycleError):
        TopologicalSorter(graph(build(tmp_path, files))).prepare()


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
    "cli.py": "import click\nfrom . import tui\nfrom .game import Rules\n",
    "envs/batch.py": "import numpy, torch\nfrom ..engine import solve\n",
    "server/app.py": "import fastapi, numpy\n",
    "shell.py": "import rich\nimport qttt.tui\nfrom .engine import solve\n",
    "tui/app.py": "import textual, requests\nfrom ..play import Match\nfrom ..cli import main\n",
    "tui/fine.py": "def f():\n    from ..shell import run\n",
    "__init__.py": "from .game import Position\nimport click\n",
    "__main__.py": "from .cli import main\nfrom .tui import app\n",
}

FOUND = [
    "__init__.py:2: qttt must not import click",
    "__main__.py:2: cli must not import the interface tui",
    "cli.py:2: cli must not import the interface tui",
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
    "shell.py:2: shell must not import the interface tui",
    "tui/app.py:1: tui must not import requests",
    "tui/app.py:3: tui must not import the interface cli",
    "tui/fine.py:2: tui must not import the interface shell",
]


def build(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_violations_are_found(tmp_path: Path) -> None:
    assert violations(build(tmp_path, BROKEN)) == FOUND


def test_the_command_line_can_import_interfaces_lazily(tmp_path: Path) -> None:
    files = {
        "cli.py": "def f():\n    from . import tui\n    from .shell import run\n",
        "shell.py": "import rich\n",
        "tui/app.py": "import textual\n",
        "__main__.py": "from .cli import main\n",
        "notation/armour.py": "def f():\n    import reedsolo\n",
    }
    assert violations(build(tmp_path, files)) == []


@pytest.mark.parametrize("module", ["qttt", *(f"qttt.{layer}" for layer in LAYERS)])
def test_importing_a_layer_imports_no_third_party(module: str) -> None:
    """In a fresh interpreter, neither third-party packages nor higher layers are imported."""
    above = LAYERS[LAYERS.index(module[5:]) + 1 :] if module != "qttt" else ()
    outside = INTERFACES_MAY_IMPORT.union(*INTERFACE_MAY_IMPORT.values(), *LAZY_ELSEWHERE.values())
    unwanted = {*outside, *(f"qttt.{layer}" for layer in above)}
    program = f"import sys, {module}; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert unwanted.isdisjoint(done.stdout.split())


# --- the kernel ----------------------------------------------------------------------------------

KERNEL = PACKAGE.parents[1] / "kernel"
HEADERS = {
    "interface.h": frozenset[str](),
    "qttt.h": frozenset[str](),
    "game.h": frozenset({"qttt.h"}),
    "solver.h": frozenset({"game.h"}),
    "playout.h": frozenset({"game.h"}),
    "tablebase.h": frozenset({"solver.h"}),
    "batch.h": frozenset({"playout.h"}),
    "judge.h": frozenset({"game.h"}),
    "train.h": frozenset({"judge.h", "playout.h"}),
    "tree.h": frozenset({"judge.h", "playout.h"}),
}
"""The headers that each header can include."""
DEFINITION = re.compile(
    r"^(static )?(?!typedef|enum|struct)\w[\w *]*?\b(\w+)\([^;{}]*\)\s*\{", re.MULTILINE
)


def c_files(root: Path, kind: str) -> dict[str, str]:
    """Return the C files of a kind without comments."""
    return {
        path.name: re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in sorted(root.glob(f"*.{kind}"))
    }


def calls(root: Path) -> dict[str, set[str]]:
    """Return the C files whose functions each C file calls."""
    files = c_files(root, "c")
    defined = {name: DEFINITION.findall(code) for name, code in files.items()}
    home = {each: name for name, every in defined.items() for static, each in every if not static}
    found = {}
    for name, code in files.items():
        called = set(re.findall(r"\b(\w+)\(", code)) - {each for _, each in defined[name]}
        found[name] = {home[each] for each in called & home.keys()}
    return found


def test_headers_of_the_kernel_include_only_lower_ones() -> None:
    for name, code in c_files(KERNEL, "h").items():
        assert set(re.findall(r'#include "(.+)"', code)) <= HEADERS[name], name


def test_c_files_call_each_other_without_circles() -> None:
    found = calls(KERNEL)
    TopologicalSorter(found).prepare()
    assert len(set().union(*found.values())) > 10
    assert not any(each.startswith("api_") for each in set().union(*found.values()))


def test_circles_of_c_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int one(int x) {\n    return two(x);\n}\n")
    (tmp_path / "b.c").write_text("int two(int x) {\n    return one(x); /* three(x) */\n}\n")
    with pytest.raises(CycleError):
        TopologicalSorter(calls(tmp_path)).prepare()
