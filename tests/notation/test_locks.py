"""Locks on files end with their process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.notation.locks import lock, unlock
from tests.forks import needs_fork

HOLDER = """
import os, sys
from qttt.notation.locks import lock
file = open(sys.argv[1], "ab")
lock(file)
if not os.fork():
    print("forked", flush=True)
sys.stdin.read()
"""


def test_one_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("ab") as file, (tmp_path / "lock").open("ab") as other:
        lock(file)
        with pytest.raises(OSError):  # noqa: PT011  its number depends on the system
            lock(other)
        unlock(file)
        lock(other)


@needs_fork
def test_a_killed_process_leaves_no_lock_to_those_that_it_forked(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-W", "ignore", "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"forked\n"
        with path.open("ab") as file:
            with pytest.raises(BlockingIOError):
                lock(file)
            holder.kill()
            holder.wait()
            lock(file)


@pytest.mark.skipif(sys.platform == "win32", reason="locks are of a handle there")
def test_an_open_copy_of_the_file_does_not_keep_the_lock(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("ab") as file:
        lock(file)
        copy = os.dup(file.fileno())
        unlock(file)
    with (tmp_path / "lock").open("ab") as file:
        lock(file)
    os.close(copy)
