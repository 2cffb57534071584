"""The web app's own checks and tests.

``make web`` installs what they need. Each prints what it has to say when it fails.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
NODE = Path(sys.prefix) / "node"
"""The folder that leads to the node and npm which make has found."""

pytestmark = pytest.mark.skipif(
    not (NODE / "npm").exists() or not (WEB / "node_modules").exists(),
    reason="to enable: make web",
)


@pytest.mark.long
@pytest.mark.parametrize("script", ["test", "check"])
def test_script_of_the_app(script: str) -> None:
    """If it fails, its output is the test's."""
    path = os.pathsep.join([str(NODE), os.environ["PATH"]])
    done = subprocess.run(
        [NODE / "npm", "run", script],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
