"""Virtual environments with pinned packages, each made once in a session."""

import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.test_repository import ROOT

Environment = Callable[..., Path]
"""Returns the interpreter of a new environment with these packages."""


def create(folder: Path, *packages: str | Path) -> Path:
    """Create an environment in ``folder``; skip the test if a package cannot be installed."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not packages:
        return python
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode:
        pytest.skip(f"packages cannot be installed here: {done.stderr.strip()[-300:]}")
    return python


def wheel(folder: Path) -> Path:
    """Build the wheel of this machine, without the web app."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run(
        [*command, str(folder)], cwd=ROOT, env={**os.environ, "QTTT_WEB": "none"}, check=True
    )
    return next(folder.glob("*.whl"))


def run(
    *command: str | Path, cwd: Path, text: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a program that is not in the checkout and does not see it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        command,
        cwd=cwd,
        env=clean | variables,
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
