"""``pip install qttt`` without extras: what works, and which extra other commands name.

Normally the packages of the extras are hidden from an interpreter that has them. Nightly the wheel
is installed into a separate environment with only its required dependencies.
"""

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import qttt
from qttt import extras
from qttt.extras import EXTRAS
from tests.selection import by_day, first_by_day
from tests.test_repository import versions

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ALL_EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
COMMAND = "from qttt.cli import main; main()"
APP = """
from functools import partial
from pathlib import Path
from qttt import server
server.create_app = partial(server.create_app, Path())
server.files.APP_FOLDER = Path()
"""
"""Runs before a command: the current folder contains the app."""


def test_servers_whose_internals_are_used_have_upper_bounds() -> None:
    bounds = {each.name: each.specifier for each in map(Requirement, ALL_EXTRAS["app"])}
    for name in ("uvicorn", "websockets"):
        assert any(each.operator == "<" for each in bounds[name])


def needed(requirements: Iterable[str]) -> set[str]:
    """Return the canonical names of the installed distributions of these requirements."""
    waiting, found = list(map(Requirement, requirements)), set[str]()
    seen = set[tuple[str, frozenset[str]]]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        key = (name, frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            inner = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            continue  # for another platform
        found.add(name)
        waiting += [each for each in inner if _applies(each, requirement.extras)]
    return found


LOCKED = {"run.txt": ("app", "terminal"), "server.txt": ("app", "postgres", "redis")}
"""The extras of the lock files for users."""


@pytest.mark.parametrize("lock", LOCKED)
def test_a_lock_pins_what_its_packages_need(lock: str) -> None:
    extras = (text for extra in LOCKED[lock] for text in ALL_EXTRAS[extra])
    pinned = {canonicalize_name(name) for name in versions(lock)}
    assert needed([*PROJECT["dependencies"], *extras]) - {"qttt"} <= pinned


def _applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def hidden(*extras: str) -> set[str]:
    """Return the installed top-level modules that are neither required nor in ``extras``."""
    requirements = [*PROJECT["dependencies"], *(r for extra in extras for r in ALL_EXTRAS[extra])]
    there = needed(requirements) | {"qttt"}
    return {
        module
        for module, names in packages_distributions().items()
        if there.isdisjoint(map(canonicalize_name, names))
    }


class Python(NamedTuple):
    """An interpreter with qttt and only its required dependencies."""

    program: str
    prelude: str
    folder: Path

    def run(
        self, code: str, *arguments: str, text: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program, with ``text`` as its standard input."""
        return subprocess.run(
            [self.program, "-I", "-c", self.prelude + code, *arguments],
            cwd=self.folder,
            env={"PATH": "", "HOME": str(self.folder), "SYSTEMROOT": "", **environment},
            input=text,
            capture_output=True,
            encoding="utf-8",
        )

    def prints(self, code: str, *arguments: str, text: str = "") -> str:
        """Run a program that must succeed, and return its output."""
        done = self.run(code, *arguments, text=text)
        assert done.returncode == 0, done.stderr
        return done.stdout


def simulated(folder: Path, *extras: str) -> Python:
    return Python(sys.executable, HIDE.format(hidden=hidden(*extras)), folder)


@pytest.fixture(scope="module", params=["hidden", pytest.param("wheel", marks=pytest.mark.nightly)])
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Python:
    folder = tmp_path_factory.mktemp("bare")
    if request.param == "hidden":
        return simulated(folder)
    home = folder / "venv"
    venv.create(home, with_pip=True)
    scripts = sysconfig.get_path("scripts", vars={"base": str(home), "platbase": str(home)})
    program = str(Path(scripts, "python"))
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run(
        [*build, str(folder)], cwd=ROOT, env={**os.environ, "QTTT_WEB": "none"}, check=True
    )
    wheel = str(next(folder.glob("*.whl")))
    subprocess.run([program, "-m", "pip", "install", "--quiet", wheel], check=True)
    return Python(program, "", folder)


HOSTS = {"PyInstaller"}
"""Programs that import parts of qttt, which only then import them."""


def test_every_imported_package_is_a_requirement() -> None:
    declared = {
        canonicalize_name(Requirement(text).name)
        for texts in (PROJECT["dependencies"], *ALL_EXTRAS.values())
        for text in texts
    }
    names = packages_distributions()
    undeclared = {
        module
        for path in (ROOT / "src").rglob("*.py")
        for module in imported(ast.parse(path.read_text("utf-8")))
        if module not in sys.stdlib_module_names | HOSTS
        and declared.isdisjoint(map(canonicalize_name, names.get(module, [module])))
    }
    assert undeclared == set()


def imported(tree: ast.AST) -> set[str]:
    """Return the top-level modules that a module imports anywhere."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return {name.partition(".")[0] for name in found}


def test_extras_are_those_of_pyproject() -> None:
    assert set(ALL_EXTRAS) == set(EXTRAS)


def test_solving_loads_no_package_from_elsewhere(python: Python) -> None:
    code = """
import sys
before = set(sys.modules)
import qttt
analysis = qttt.solve(qttt.read("14 34 45 49 59").position)
assert [(str(move.value), move.plies) for move in analysis.moves] == [("-0.5", 4), ("1.0", 1)]
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(tops - sys.stdlib_module_names))
"""
    assert python.prints(code) == "qttt\n"


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    first_by_day(
        4,
        [
            (["solve", "12 25"], "17 27 45 57"),
            (["show", "12 25 59 15"], "X chooses"),
            (["play", "--help"], "--terminal"),
            (["tournament", "random", "random", "--games", "2", "--jobs", "1"], "Elo"),
            (["--help"], "qttt COMMAND --help"),
            (["search", "--rules", "krist", "--simulations", "10"], "Line"),
            (["perft", "3"], "45,432 paths"),
            (["convert", "-", "--to", "svg"], "<svg"),
            (["review", "-"], "accuracy"),
            (["values", "classic3"], "classic3"),
            (["puzzles", "--count", "1", "--seed", "1"], "1"),
            (["exercises", "--count", "1", "--seed", "1"], "1"),
            (["circuit", "12 25 59 15"], "q"),
            (["coins", "check", "--source", "os"], "os"),
        ],
    ),
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_command_works_without_extras(python: Python, arguments: list[str], wanted: str) -> None:
    assert wanted in python.prints(COMMAND, *arguments, text="12 25 59 15")


def test_shell_plays_and_keeps_games(python: Python) -> None:
    script = "play 0 0 0 1\nsave game.qtn\nload game.qtn\nmoves\n"
    assert "Saved in game.qtn." in python.prints(COMMAND, "shell", "3", text=script)


def test_bot_needs_no_extra(python: Python) -> None:
    done = python.run(COMMAND, "bot", "--token-file", "nowhere.token")
    assert (done.returncode, done.stderr) == (
        2,
        "qttt: no token in nowhere.token: create one with qttt bot --register NAME\n",
    )


def message(extra: str) -> str:
    return (
        f"{EXTRAS[extra]} needs packages that are not installed; "
        f"install them with: pip install 'qttt[{extra}]'"
    )


@pytest.mark.parametrize(
    ("extra", "arguments"),
    first_by_day(
        4,
        [
            ("app", ["play"]),
            ("terminal", ["play", "--terminal"]),
            ("app", ["store", "verify"]),
            ("qx", ["coins", "check", "--source", "qx"]),
            ("app", ["play", "--level", "hard"]),
            ("app", ["serve", "--no-open"]),
            ("app", ["serve", "--check"]),
            ("app", ["store", "backup", "copy.db"]),
            ("cluster", ["tournament", "random", "random", "--cluster", "localhost:1"]),
            ("qi", ["coins", "check", "--source", "qi"]),
            ("qiskit", ["coins", "check", "--source", "qiskit"]),
            ("mcp", ["mcp"]),
            ("sheets", ["sheets", "rules", "--out", "rules.pdf"]),
            ("plots", ["book", "plots", ".", "--data", "."]),
        ],
    ),
)
def test_command_names_its_extra(python: Python, extra: str, arguments: list[str]) -> None:
    done = python.run(COMMAND, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"qttt: {message(extra)}\n")


def test_program_reads_which_extra_is_missing(python: Python) -> None:
    done = python.run(COMMAND, "coins", "check", "--json")
    error = {"kind": "missing extra", "message": message("qx")}
    assert (done.returncode, json.loads(done.stdout)) == (2, {"error": error})


def test_a_missing_file_is_advised_on_as_the_installation_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert extras.how_to_get("kernel") == "build it with: make kernel"
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "qttt" / "extras.py"))
    advice = "install qttt again, from a wheel or the source archive of a release"
    assert extras.how_to_get("kernel") == advice
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert extras.how_to_get("kernel") == "add the data files of qttt to the bundle"
    assert str(extras.MissingExtraError("app")) == f"{message('app')}, then bundle again"


@pytest.mark.parametrize(
    ("extra", "module"),
    [
        ("app", "qttt.server"),
        ("app", "qttt.server.store.backup"),
        ("envs", "qttt.envs"),
        ("terminal", "qttt.tui.app"),
        ("notebook", "qttt.widget"),
    ],
)
def test_import_names_its_extra(python: Python, extra: str, module: str) -> None:
    code = f"try:\n    import {module}\nexcept ImportError as error:\n    print(error)"
    assert python.prints(code) == f"{message(extra)}\n"


@pytest.mark.parametrize(
    ("extra", "there", "module"),
    first_by_day(
        1,
        [
            ("data", "envs", "qttt.envs.dataset"),
            ("openspiel", "envs", "qttt.envs.openspiel"),
            ("envs", "data", "qttt.envs.gymnasium"),
            ("envs", "data", "qttt.envs.pettingzoo"),
        ],
    ),
)
def test_import_names_its_extra_where_another_is_installed(
    tmp_path: Path, extra: str, there: str, module: str
) -> None:
    code = f"try:\n    import {module}\nexcept ImportError as error:\n    print(error)"
    assert simulated(tmp_path, there).prints(code) == f"{message(extra)}\n"


@pytest.mark.parametrize(
    ("extra", "environment"),
    first_by_day(
        1,
        [
            ("postgres", {"QTTT_DATA": "postgresql://localhost/qttt"}),
            ("redis", {"QTTT_REDIS": "redis://localhost"}),
        ],
    ),
)
@pytest.mark.parametrize(
    "options", by_day([["--check"]], [["--no-open", "--port", "0"], ["--check"]]), ids=str
)
def test_serve_names_the_extra_that_its_settings_need(
    tmp_path: Path, extra: str, environment: dict[str, str], options: list[str]
) -> None:
    python = simulated(tmp_path, "app")
    (tmp_path / "index.html").touch()
    environment = {"QTTT_DATA": "games.db", **environment}
    done = python.run(APP + COMMAND, "serve", *options, **environment)
    assert done.returncode == 2
    assert re.fullmatch(rf"qttt: .*{re.escape(message(extra))}\n", done.stderr)


def test_the_npm_package_has_this_version() -> None:
    package = json.loads((ROOT / "web" / "board" / "package.json").read_text("utf-8"))
    assert (package["version"], package["license"]) == (qttt.__version__, "MIT")
