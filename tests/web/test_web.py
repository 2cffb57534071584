"""The web app's own tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import by_day

WEB = Path(__file__).resolve().parents[2] / "web"
NODE = Path(sys.prefix) / "node"
"""The folder that leads to the node and npm which make has found."""

pytestmark = pytest.mark.skipif(
    not (NODE / "npm").exists() or not (WEB / "node_modules" / "vitest").exists(),
    reason="to enable: make test",
)


@pytest.mark.long
@pytest.mark.parametrize("nightly", by_day([""], ["", "all"]))
def test_vitest(nightly: str) -> None:
    """Run the app's tests; if one fails, vitest's output is the message."""
    path = os.pathsep.join([str(NODE), os.environ["PATH"]])
    done = subprocess.run(
        [NODE / "npm", "test"],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "QTTT_NIGHTLY": nightly},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
