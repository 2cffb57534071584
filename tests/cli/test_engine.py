"""The streams of `qttt engine`; its answers are tested in tests/arena."""

import os
import subprocess
import sys
import time

import pytest

from qttt.arena.pipe import Pipe
from tests.cli.helpers import qttt, stdout_of

ENGINE = (sys.executable, "-m", "qttt", "engine")


def test_script_gets_its_answers() -> None:
    shown = stdout_of("engine", stdin="position 12/23/13\r\n\n  go  time  60000\n").splitlines()
    assert shown[0].startswith("info nodes ")
    assert shown[1:] == ["bestmove @1"]


def test_last_line_without_a_newline() -> None:
    assert stdout_of("engine", stdin="isready") == "readyok\n"


def test_nothing_is_read_after_quit() -> None:
    assert stdout_of("engine", stdin="isready\nquit\nisready\n") == "readyok\n"


def test_line_that_is_too_long_is_one_error() -> None:
    shown = stdout_of("engine", stdin="x" * 200_000 + "\nisready\n")
    assert shown == "error syntax this line is too long\nreadyok\n"
    assert stdout_of("engine", stdin=b"\xff\n") == (
        "error unknown unknown command '\ufffd': choose from qttt, isready, setoption, "
        "newgame, position, go, stop, quit\n"
    )


def test_input_is_read_while_thinking() -> None:
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
def test_closed_pipe_is_not_an_error() -> None:
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


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_search_ends_when_nobody_reads() -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(b"newgame rules krist\ngo nodes 2000000000\n")
            process.stdin.close()
            assert process.stdout.readline().startswith(b"info nodes ")
            process.stdout.close()
            process.wait(60)
        finally:
            process.kill()


def test_it_takes_no_arguments() -> None:
    assert qttt("engine", "now").code == 2
