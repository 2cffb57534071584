"""The web app's own checks and tests, and that what is built from it can be served.

``make web`` installs what they need. Each prints what it has to say when it fails.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from qttt.server.files import File, read_app

WEB = Path(__file__).resolve().parents[2] / "web"
NODE = Path(sys.prefix) / "node"
"""The folder that leads to the node and npm which make has found."""

pytestmark = pytest.mark.skipif(
    not (NODE / "npm").exists() or not (WEB / "node_modules").exists(),
    reason="`make web` installs what this needs",
)


def npm(*arguments: str | Path) -> None:
    """Runs a script of the app's; if it fails, its output is the test's."""
    path = os.pathsep.join([str(NODE), os.environ["PATH"]])
    done = subprocess.run(
        [NODE / "npm", "run", *arguments],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", ["check", "test"])
def test_script_of_the_app(script: str) -> None:
    npm(script)


def test_built_app_is_served(tmp_path: Path) -> None:
    npm("build", "--", "--outDir", tmp_path)
    files = read_app(tmp_path)
    page = files[""].plain.body.decode()
    named = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert {Path(name).suffix for name in named} >= {".js", ".css", ".webmanifest"}
    assert [name for name in named if name not in files] == []
    types = {file.type for file in files.values()}
    assert {"application/wasm", "application/manifest+json"} <= types
    assert all("br" in {each.encoding for each in file.variants} for file in compressible(files))
    # Nothing in the page itself: the policy would refuse it.
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page)


def compressible(files: Mapping[str, File]) -> list[File]:
    """Those that can become smaller: pictures are compressed as they are."""
    return [file for name, file in files.items() if not name.endswith(".png")]
