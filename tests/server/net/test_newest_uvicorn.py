"""The limits of connections also hold with the newest uvicorn and what it is built on.

They are subclasses of uvicorn's protocols, which its documents do not describe, so that any release
can break them; this notices it before the pinned requirements are updated.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("uvicorn", "websockets", "httptools")
TESTS = (
    *("test_floods.py", "test_bad_clients.py", "test_http_connection.py"),
    *("test_websocket.py", "test_websocket_connection.py"),
)
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-cache-dir")


@pytest.mark.nightly
def test_floods_are_withstood_with_the_newest_uvicorn(tmp_path: Path) -> None:
    folder = tmp_path / "newest"
    installed = subprocess.run((*PIP, "--target", str(folder), *PACKAGES), text=True)
    if installed.returncode:
        pytest.skip("the newest uvicorn is not installed; to enable: connect to a package index")
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    run = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header")
    done = subprocess.run(
        (*run, *(str(Path(__file__).parent / name) for name in TESTS)),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    versions = sorted(each.stem for each in folder.glob("*.dist-info"))
    assert done.returncode == 0, f"{versions}\n{done.stdout[-8000:]}{done.stderr[-2000:]}"
