"""What each command imports: nothing that it does not use, because that delays its start."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.cli.app import COMMANDS
from tests.cli.test_store import fill

LIBRARIES = {"asyncio", "fastapi", "numpy", "pydantic", "reedsolo", "rich", "sqlalchemy"}
LIBRARIES |= {"starlette", "textual", "uvicorn"}
PACKAGES = {f"qttt.{name}" for name in ("arena", "book", "engine", "play", "quantum", "study")}
PACKAGES |= {f"qttt.{name}" for name in ("bot", "envs", "server", "shell", "teach", "tui")}
WEB = {"fastapi", "segno", "starlette", "structlog", "uvicorn"}


def loaded(*commands: tuple[str, ...]) -> set[str]:
    """Return the modules that commands import in one process, down to the second level."""
    program = (
        f"import sys; from qttt.cli.app import run; print(*[run([*c]) for c in {commands!r}]);"
        "print(*sorted({'.'.join(name.split('.')[:2]) for name in sys.modules}))"
    )
    done = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True, timeout=600
    )
    codes, modules = done.stdout.splitlines()[-2:]
    assert set(codes.split()) == {"0"}, done.stderr
    return set(modules.split())


def test_help_imports_only_the_command_line() -> None:
    modules = loaded(("--help",), ("--version",))
    assert modules.isdisjoint(LIBRARIES | PACKAGES | {"json", "qttt.notation"})
    assert {"click", "qttt.cli"} <= modules


def test_help_of_a_command_imports_no_library() -> None:
    modules = loaded(*((command, "--help") for command in COMMANDS))
    assert modules.isdisjoint(LIBRARIES | WEB | {"qttt.server", "qttt.tui"})


@pytest.mark.parametrize(
    ("command", "used"),
    [
        ("show 12", ""),
        ("convert --to goff GAME", ""),
        ("circuit 12", "quantum"),
        ("solve 12", "engine"),
        ("perft 3", "engine"),
        ("search --rules krist --simulations 9", "engine"),
        ("review GAME", "engine study"),
        ("puzzles --count 1", "engine study"),
        ("audit GAME", "engine play quantum"),
        ("exercises --count 1", "engine quantum study teach"),
    ],
)
def test_a_command_imports_only_what_it_uses(command: str, used: str, tmp_path: Path) -> None:
    game = tmp_path / "game.qtn"
    game.write_text("1. 1-2 2. 2-3 *\n")
    modules = loaded(tuple(command.replace("GAME", str(game)).split()))
    packages = {f"qttt.{package}" for package in used.split()}
    assert modules & (LIBRARIES | PACKAGES) == packages


@pytest.mark.parametrize("command", ["export FILE", "backup FILE", "verify"])
def test_commands_of_the_store_import_no_web_server(command: str, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    asyncio.run(fill(store, 1))
    args = command.replace("FILE", str(tmp_path / "file")).split()
    modules = loaded(("store", *args, "--data", str(store)))
    assert modules.isdisjoint(WEB | {"qttt.tui"})
    assert {"qttt.server", "sqlalchemy"} <= modules
