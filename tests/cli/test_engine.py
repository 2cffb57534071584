"""`qttt engine` at its streams; what it answers is tested with the arena."""

import os
import subprocess
import sys
import time

import pytest

from qttt.arena.pipe import Pipe
from tests.cli.helpers import qttt, said

ENGINE = (sys.executable, "-m", "qttt", "engine")


def test_script_gets_its_answers() -> None:
    shown = said("engine", stdin="position 12/23/13\r\n\n  go  time  60000\n").splitlines()
    assert shown[0].startswith("info nodes ")
    assert shown[1:] == ["bestmove @1"]


def test_last_line_may_be_without_an_end() -> None:
    assert said("engine", stdin="isready") == "readyok\n"


def test_quit_leaves_and_the_rest_is_not_read() -> None:
    assert said("engine", stdin="isready\nquit\nisready\n") == "readyok\n"


def test_line_that_is_too_long_is_one_error() -> None:
    shown = said("engine", stdin="x" * 200_000 + "\nisready\n")
    assert shown == "error syntax this line is too long\nreadyok\n"
    assert said("engine", stdin=b"\xff\n") == (
        "error unknown no command '\ufffd': the commands are qttt, isready, setoption, "
        "newgame, position, go, stop, quit\n"
    )


def test_it_listens_while_it_thinks() -> None:
    engine = Pipe(ENGINE)
    try:
        engine.write_line("newgame rules krist rows=6 cols=6\ngo infinite\nisready\nstop")
        output: list[str] = []
        while not output or not output[-1].startswith("bestmove "):
            output.append(engine.read_line(time.monotonic() + 60))
        assert "readyok" in output
    finally:
        engine.close()


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_arbiter_that_is_gone_is_no_error() -> None:
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"qttt\ngo time 100\n")
        process.stdin.close()
        assert process.stderr.read() == b""


def test_it_takes_no_arguments() -> None:
    assert qttt("engine", "now").code == 2
