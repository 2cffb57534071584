"""Programs from elsewhere, as the arbiter meets them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qttt.arena import Budget, Forfeit
from qttt.arena.pipe import Pipe
from qttt.arena.program import Program
from qttt.arena.protocol import Option
from qttt.game import Position, Rules
from tests.arena.bots import bot

LATE = 60.0


@contextmanager
def started(fault: str = "") -> Iterator[Program]:
    program = Program(bot(fault), LATE)
    try:
        program.greet()
        yield program
    finally:
        program.close()


@contextmanager
def script(text: str) -> Iterator[Pipe]:
    pipe = Pipe([sys.executable, "-c", text])
    try:
        yield pipe
    finally:
        pipe.close(farewell=0)


def soon() -> float:
    return time.monotonic() + LATE


def test_handshake_tells_who_it_is() -> None:
    with started() as program:
        assert program.id["name"] == "bot"
        assert program.options["seed"] == Option("seed", "number", "0", 0, 99)
        assert program.options["mood"].default == "bright"


def test_seed_repeats_a_move_and_is_fitted_into_the_range() -> None:
    moves = []
    for seed in (7, 107, 8):
        with started() as program:
            program.set("seed", seed)
            program.set("mood", 1)
            program.set("none", 1)
            program.new_game(Rules.preset("krist", 6))
            start = Position(Rules.preset("krist", 6))
            moves.append(program.best_move(start, Budget(nodes=1)))
    assert moves[0] == moves[1] != moves[2]


def test_old_answers_are_passed_over() -> None:
    with started() as program:
        program.ask("go nodes 1\ngo nodes 1\ngo nodes 1", "bestmove")
        late = Position.after((0, 1), (0, 1))
        assert program.best_move(late, Budget(nodes=1)) in late.legal_moves


def test_line_without_an_end() -> None:
    with (
        script("print('x' * 70_000, end='', flush=True); input()") as pipe,
        pytest.raises(Forfeit, match=r"^it wrote a line without an end$"),
    ):
        pipe.hear(soon())


def test_longest_line_that_is_read() -> None:
    with script("print('x' * 65_536); print('short')") as pipe:
        assert pipe.hear(soon()) == "x" * 65_536
        assert pipe.hear(soon()) == "short"


def test_bytes_that_are_no_text() -> None:
    with script("import os; os.write(1, b'a\\xffb\\n')") as pipe:
        assert pipe.hear(soon()) == "a\ufffdb"


def test_last_words_are_told() -> None:
    with script("import sys; sys.exit('one\\ntwo \\x1b[31m')") as pipe:
        with pytest.raises(Forfeit) as caught:
            pipe.hear(soon())
        assert str(caught.value) == "it ended with exit code 1 (two \\x1b[31m)"
        with pytest.raises(Forfeit, match="it ended with exit code 1"):
            pipe.say("are you there?")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_signal_is_told() -> None:
    with (
        script("import os; os.kill(os.getpid(), 9)") as pipe,
        pytest.raises(Forfeit, match=r"^it ended with signal 9$"),
    ):
        pipe.hear(soon())


def test_output_that_nobody_asks_for_does_not_pile_up() -> None:
    """A flood stands still in the pipe, and the program is gone all the same."""
    with script("while True: print('x' * 1000)") as pipe:
        assert pipe.hear(soon()) == "x" * 1000
    assert pipe.wait(0) is not None


@pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")
def test_what_it_has_started_goes_with_it(tmp_path: Path) -> None:
    child = "import subprocess as s; print(s.Popen(['sleep', '3600']).pid, flush=True)"
    with script(f"{child}; input()") as pipe:
        pid = int(pipe.hear(soon()))
    while _state(pid) not in ("", "Z"):
        time.sleep(0.01)


def _state(pid: int) -> str:
    """What a process does: nothing if there is none, Z if nobody has asked for its exit code."""
    listing = ["ps", "-o", "stat=", "-p", str(pid)]
    return subprocess.run(listing, capture_output=True, text=True).stdout.strip()[:1]


def test_file_that_cannot_be_run(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(Forfeit, match=r"notes.txt cannot be started: Permission denied$"):
        Pipe([str(tmp_path / "notes.txt")])
    with pytest.raises(Forfeit, match=r"cannot be started: embedded null byte$"):
        Pipe(["a\0b"])
