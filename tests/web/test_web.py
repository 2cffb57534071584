"""The web app's own checks and tests.

``make test`` installs what they need. Each prints what it has to say when it fails.
"""

import subprocess

import pytest

from build_web import MODULES, WEB, find_node

NODE = find_node()

pytestmark = pytest.mark.skipif(
    NODE is None or not MODULES.exists(), reason="`make test` installs what this needs"
)


@pytest.mark.long
@pytest.mark.parametrize("script", ["test", "check"])
def test_script_of_the_app(script: str) -> None:
    """If it fails, its output is the test's."""
    assert NODE
    done = subprocess.run(
        [*NODE.npm, "run", script],
        cwd=WEB,
        env={**NODE.environment, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
