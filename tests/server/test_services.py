"""Which servers the tests use, and what is said where there is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import services

SAID = "".join(
    f"services.py: there is no {program} here; install it (Debian: apt-get install {package}); "
    "its tests are skipped\n"
    for program, package in services.PACKAGES.items()
)


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_the_newest_of_several_versions_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("9", "15", "14"):
        program = tmp_path / version / "bin" / "postgres"
        program.parent.mkdir(parents=True)
        program.touch(0o755)
    monkeypatch.setattr(services, "PLACES", (f"{tmp_path}/*/bin",))
    assert services.find("postgres") == str(tmp_path / "15" / "bin" / "postgres")
    assert services.find("there-is-no-such-program") is None


def test_a_machine_without_them_is_told_what_to_do(tmp_path: Path) -> None:
    """As it is in a folder that has neither programs nor apt-get."""
    program = "import runpy, pathlib; pathlib.Path.glob = lambda *_: []; "
    done = subprocess.run(
        [sys.executable, "-c", f"{program}runpy.run_path({services.__file__!r}, None, '__main__')"],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", SAID)
