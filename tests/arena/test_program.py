"""External programs as subprocesses."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qttt.arena.budget import Budget
from qttt.arena.errors import ForfeitError
from qttt.arena.pipe import Pipe
from qttt.arena.program import Program
from qttt.arena.protocol import EngineOption
from qttt.game import Node, Placement, Position, Rules
from qttt.notation import read
from qttt.play import History
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
        pipe.close(grace_s=0)


def deadline() -> float:
    return time.monotonic() + LATE


def test_words_are_separated_by_any_white_space() -> None:
    program = """
answers = {"qttt": "id\\tname\\t  tabs\\nid protocol\\t1\\nqtttok\\t"}
answers |= {"isready": "readyok\\r", "go nodes 1": "bestmove\\t12\\tponder\\t13"}
for line in iter(input, "quit"):
    print(answers.get(line, ""), flush=True)
"""
    player = Program([sys.executable, "-c", program], LATE)
    player.greet()
    assert player.id == {"name": "tabs", "protocol": "1"}
    assert player.best_move(History.of(Node(Position())), Budget(nodes=1)) == Placement(0, 1)
    player.close()


def test_a_line_that_is_no_answer_is_quoted_if_none_comes() -> None:
    program = "print('id author me', 'best move\\t12', '', sep='\\n', flush=True); input(); input()"
    player = Program([sys.executable, "-c", program], 0.5)
    message = r"^after 'qttt': no answer in time; it wrote 'best move.+12'$"
    with pytest.raises(ForfeitError, match=message):
        player.greet()
    player.close()


def test_handshake() -> None:
    with started() as program:
        assert program.id["name"] == "bot"
        assert program.options["seed"] == EngineOption("seed", "number", "0", 0, 99)
        assert program.options["mood"].default == "bright"


def test_seed_repeats_a_move_and_is_reduced_into_the_range() -> None:
    moves = []
    for seed in (7, 107, 8):
        with started() as program:
            program.set("seed", seed)
            program.set("mood", 1)
            program.set("none", 1)
            program.new_game(Rules.preset("krist", 6))
            start = History.of(Node(Position(Rules.preset("krist", 6))))
            moves.append(program.best_move(start, Budget(nodes=1)))
    assert moves[0] == moves[1] != moves[2]


def test_old_answers_are_skipped() -> None:
    with started() as program:
        program.ask("go nodes 1\ngo nodes 1\ngo nodes 1", "bestmove")
        late = History.of(read("12 12"))
        assert program.best_move(late, Budget(nodes=1)) in late.position.legal_moves


def test_line_that_is_too_long() -> None:
    with (
        script("print('x' * 70_000, end='', flush=True); input()") as pipe,
        pytest.raises(ForfeitError, match=r"^it wrote a line that is too long$"),
    ):
        pipe.read_line(deadline())


def test_longest_line_that_is_read() -> None:
    with script("print('x' * 65_536); print('short')") as pipe:
        assert pipe.read_line(deadline()) == "x" * 65_536
        assert pipe.read_line(deadline()) == "short"


def test_invalid_utf8() -> None:
    with script("import os; os.write(1, b'a\\xffb\\n')") as pipe:
        assert pipe.read_line(deadline()) == "a\ufffdb"


def test_last_line_on_stderr_is_reported() -> None:
    with script("import sys; sys.exit('one\\ntwo \\x1b[31m')") as pipe:
        with pytest.raises(ForfeitError) as caught:
            pipe.read_line(deadline())
        assert str(caught.value) == "it ended with exit code 1 (two \\x1b[31m)"
        with pytest.raises(ForfeitError, match="it ended with exit code 1"):
            pipe.write_line("hello?")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_signal_is_reported() -> None:
    with (
        script("import os; os.kill(os.getpid(), 9)") as pipe,
        pytest.raises(ForfeitError, match=r"^it ended with signal 9$"),
    ):
        pipe.read_line(deadline())


def test_unread_output_is_limited() -> None:
    """A flooding program blocks on its output and is still terminated."""
    with script("while True: print('x' * 1000)") as pipe:
        assert pipe.read_line(deadline()) == "x" * 1000
    assert pipe.wait(0) is not None


@pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")
def test_child_processes_are_terminated(tmp_path: Path) -> None:
    child = "import subprocess as s; print(s.Popen(['sleep', '3600']).pid, flush=True)"
    with script(f"{child}; input()") as pipe:
        pid = int(pipe.read_line(deadline()))
    while _state(pid) not in ("", "Z"):
        time.sleep(0.01)


def _state(pid: int) -> str:
    """Return the state of a process as in ps: empty if it does not exist, Z for a zombie."""
    listing = ["ps", "-o", "stat=", "-p", str(pid)]
    return subprocess.run(listing, capture_output=True, text=True).stdout.strip()[:1]


def test_file_that_cannot_be_run(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(ForfeitError, match=r"notes.txt cannot be started: Permission denied$"):
        Pipe([str(tmp_path / "notes.txt")])
    with pytest.raises(ForfeitError, match=r"cannot be started: embedded null byte$"):
        Pipe(["a\0b"])


@pytest.mark.skipif(os.name != "posix", reason="error codes of POSIX")
def test_a_program_that_is_not_found_is_reported_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system reports the last folder's error, such as one without permission."""
    (tmp_path / "engine").write_text("no program")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(ForfeitError, match=r"^engine cannot be started: PATH has no such program$"):
        Pipe(["engine"])


@pytest.mark.skipif(os.name != "posix", reason="interpreters of POSIX")
def test_a_program_without_its_interpreter(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text("#!/there/is/none\n")
    program.chmod(0o755)
    with pytest.raises(ForfeitError, match=r"engine cannot be started: the interpreter that its "):
        Pipe([str(program)])
