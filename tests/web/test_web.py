"""The web app's own tests."""

import subprocess

import pytest

from scripts.web import MODULES, WEB, find_node
from tests.selection import by_day

NODE = find_node()

pytestmark = pytest.mark.skipif(
    NODE is None or not (MODULES / "vitest").exists(), reason="to enable: make test"
)


@pytest.mark.long
@pytest.mark.parametrize("nightly", by_day([""], ["", "all"]))
def test_vitest(nightly: str) -> None:
    """Run the app's tests; if one fails, vitest's output is the message."""
    assert NODE
    done = subprocess.run(
        [*NODE.npm, "test"],
        cwd=WEB,
        env={**NODE.environment, "NO_COLOR": "1", "QTTT_NIGHTLY": nightly},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
