"""A test that waits for ever ends the run, and is named as failed."""

import subprocess
import sys
from pathlib import Path

from tests.flaky import IN_PARALLEL

ROOT = Path(__file__).resolve().parents[1]
HANGING = """
from threading import Event

def test_waits():
    Event().wait()
"""


def test_hanging_test_ends_the_run_and_is_named(tmp_path: Path) -> None:
    module = tmp_path / "test_hanging.py"
    module.write_text(HANGING, encoding="utf-8")
    settings = (
        "-c",
        str(ROOT / "pyproject.toml"),
        "-o",
        "faulthandler_timeout=1",
        "-p",
        "no:cacheprovider",
    )
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, *IN_PARALLEL, str(module)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert "crashed while running" in ended.stdout
    assert "test_waits" in ended.stdout
    assert f'"{module}"' in ended.stdout + ended.stderr, "there is no stack"
