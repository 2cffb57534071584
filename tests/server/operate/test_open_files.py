"""The limit of open files is raised, shown by checks, and logged when it is reached."""

import subprocess
import sys
from math import inf

import pytest

from qttt.server.operate import open_files
from qttt.server.operate.open_files import describe_file_limit

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ((1024, inf), "at most 1024 can be open, which will be raised to 21000"),
        ((21_000, 21_000), "at most 21000 can be open"),
        ((inf, inf), "any number can be open"),
        (
            (1024, 4096),
            "at most 4096 can be open, but 20000 sockets need 21000: "
            "raise the limit (LimitNOFILE, ulimit -Hn), or lower the setting sockets",
        ),
    ],
)
def test_the_limit_is_described(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[float, float], message: str
) -> None:
    monkeypatch.setattr(open_files, "_limits", lambda: limits)
    assert describe_file_limit(20_000) == message


def output(program: str) -> str:
    """Return the output of a program that may lower its limits."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


RAISED = """
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from qttt.server.operate.open_files import raise_file_limit
setrlimit(RLIMIT_NOFILE, (100, 1500))
for sockets in (1, 400, 9000, 1):
    raise_file_limit(sockets)
    print(*getrlimit(RLIMIT_NOFILE))
"""


def test_the_limit_is_raised_as_far_as_allowed() -> None:
    assert output(RAISED).splitlines() == ["1001 1500", "1400 1500", "1500 1500", "1500 1500"]


EXHAUSTED = """
import asyncio, logging, os, sys
from resource import RLIMIT_NOFILE, setrlimit
from qttt.server.operate import open_files
from qttt.server.operate.open_files import has_free_files

checks = []

def checked():
    checks.append(has_free_files())
    return checks[-1]

async def main():
    watching = asyncio.create_task(open_files.watch_files())
    opened = []
    while has_free_files():
        opened.append(os.dup(0))
    while checks.count(False) < 5:
        await asyncio.sleep(0.001)
    for each in opened:
        os.close(each)
    while not checks[-1]:
        await asyncio.sleep(0.001)

open_files.has_free_files = checked
open_files.CHECK_INTERVAL_S = 0.001
logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(message)s")
setrlimit(RLIMIT_NOFILE, (60, 60))
asyncio.run(main())
"""


def test_too_many_open_files_are_logged_once() -> None:
    logged = ["ERROR too many open files", "WARNING open files available"]
    assert output(EXHAUSTED).splitlines() == logged
