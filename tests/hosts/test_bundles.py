"""Programs made of qttt and a Python, by tools that follow imports."""

from pathlib import Path

import pytest

from tests.hosts.environments import create, run

pytestmark = pytest.mark.nightly

START = "from qttt.cli import main\nmain()\n"
COMMANDS = {
    "solve 12": "Value",
    "show 12": "Realities",
    "perft 2": "paths",
    "puzzles --count 1 --seed 1": "1",
    "exercises --count 1 --seed 1 --language el": "1",
    "coins check --source os": "os",
    "values classic3": "classic3",
    "tablebase --help": "Usage",
    "tournament easy random --games 2 --jobs 2": "Games      2: ",
}
"""Arguments, and part of the output: files of all kinds are read."""


def check_commands(program: Path, folder: Path) -> None:
    for arguments, wanted in COMMANDS.items():
        done = run(program, *arguments.split(), cwd=folder)
        assert done.returncode == 0, done.stderr
        assert wanted in done.stdout


def check_libraries(program: Path, folder: Path) -> None:
    """Check that the processes of other programs do not load the libraries of the bundle."""
    engine = folder / "engine"
    answer = 'read line; echo "error fault its libraries: [$LD_LIBRARY_PATH]"; read line'
    engine.write_text(f"#!/bin/sh\n{answer}\n")
    engine.chmod(0o755)
    games = ("tournament", f"exec:{engine}", "random", "--games", "2", "--json", "--jobs")
    for jobs in ("1", "2"):
        for libraries in ("", "/its/own"):
            done = run(program, *games, jobs, cwd=folder, LD_LIBRARY_PATH=libraries)
            assert f"its libraries: [{libraries}]" in done.stdout


def test_pyinstaller_finds_every_command_and_file(tmp_path: Path, wheel: Path) -> None:
    python = create(tmp_path / "env", "pyinstaller==6.22.3", wheel)
    (tmp_path / "start.py").write_text(START)
    done = run(python, "-m", "PyInstaller", "--log-level", "WARN", "start.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    program = tmp_path / "dist" / "start" / "start"
    check_commands(program, tmp_path)
    check_libraries(program, tmp_path)
    done = run(program, "serve", cwd=tmp_path)
    assert done.stderr.endswith("install them with: pip install 'qttt[app]', then bundle again\n")


def test_shiv_makes_one_file_that_runs(tmp_path: Path, wheel: Path) -> None:
    python = create(tmp_path / "env", "shiv==1.0.8")
    program = tmp_path / "qttt.pyz"
    options = ["-m", "shiv.cli", "-q", "-c", "qttt", "-o", str(program), str(wheel)]
    done = run(python, *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    check_commands(program, tmp_path)
