"""The shell as a process: scripts from a pipe, and interactive use."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from qttt.game import Rules
from qttt.shell import run_shell
from tests.cli.helpers import error_of, qttt, stdout_of

SHELL = (sys.executable, "-m", "qttt", "shell")


def filled(row: int, col: int, o_lands: int) -> list[str]:
    """Place X and O on the same two squares, and let X decide where O lands."""
    pair = f"play {row} {col} {row} {col + 1}"
    return [pair, pair, f"play {row} {o_lands}"]


# X has columns 0 and 2, O columns 1 and 3, but for the last two squares.
WHOLE_GAME = "\n".join(
    [
        "# a game from the first mark to the last",
        *(line for row in range(4) for line in filled(row, 0, 1)),
        *(line for row in range(3) for line in filled(row, 2, 3)),
        *filled(3, 2, 2),
    ]
)


def test_script_plays_a_whole_game() -> None:
    done = subprocess.run(SHELL, input=WHOLE_GAME, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    *board, first, last = done.stdout.splitlines()[-11:]
    marks = [re.findall(r"[XO][₀-₉]+(?=\*)", line) for line in board[1::2]]
    assert marks == [
        ["X₁", "O₂", "X₉", "O₁₀"],
        ["X₃", "O₄", "X₁₁", "O₁₂"],
        ["X₅", "O₆", "X₁₃", "O₁₄"],
        ["X₇", "O₈", "O₁₆", "X₁₅"],
    ]
    assert [first, last] == [
        "O wins, 1–0. 1 row of 4 squares each, 1 row of 3 squares each, 3 rows of 2",
        "squares against 1",
    ]


def test_script_continues_after_errors_and_ends_with_code_1() -> None:
    done = qttt("shell", stdin="play 0 0 0 1\n\nplay 0 0\njump\nundo\nundo 3\n")
    assert done.code == 1
    assert done.err.splitlines() == [
        "line 3: a quantum mark needs two different squares (R3): play R1 C1 R2 C2",
        "line 4: no command 'jump': type help for the list",
        "line 6: there is no move to undo",
    ]
    assert "Undone: 1 move." in done.out


def test_the_coin_of_an_option() -> None:
    loop = "play 0 0 0 1\nplay 0 0 0 1\n"
    shown = stdout_of("shell", "--rules", "qubic3", "--coin", "qx", "--seed", "1", stdin=loop)
    assert "The coin (QX" in shown
    assert "unknown source of coins 'dice'" in error_of("shell", "--coin", "dice")


def test_exit_ends_a_script() -> None:
    for name in ("exit", "quit", "q", "EXIT  # and no more"):
        done = qttt("shell", stdin=f"{name}\njump\n")
        assert (done.code, done.out, done.err) == (0, "", "")
    assert qttt("shell", stdin="jump\nexit\n").code == 1
    assert stdout_of("shell") == ""


def test_invalid_utf8_and_ascii_output() -> None:
    done = qttt("shell", stdin=b"play 0 0 0 1\n\xff\xfe\n", encoding="ascii")
    assert (done.code, "+0 0------+" in done.out) == (1, True)
    assert done.err == "line 2: no command '\\udcff\\udcfe': type help for the list\n"


def test_control_characters_are_not_echoed() -> None:
    done = qttt("shell", stdin="load \x1b[31m\nload ~no\x1buser/x\n")
    assert "\x1b" not in done.err
    assert done.err.startswith("line 1: cannot load \\x1b[31m: ")


@pytest.mark.parametrize(
    ("args", "first"),
    [
        ((), "krist 4×4:\nBoard: 4 × 4."),
        (("2",), "krist 2×2:\nBoard: 2 × 2."),
    ],
)
def test_size_is_the_argument(args: tuple[str, ...], first: str) -> None:
    assert stdout_of("shell", *args, stdin="rules").startswith(first)


def test_other_rules_and_wrong_sizes() -> None:
    assert stdout_of("shell", "--rules", "goff", stdin="rules").startswith("goff 3×3:\n")
    assert error_of("shell", "1").startswith("a 1×1 board has one square")
    assert error_of("shell", "4", "--rules", "goff").startswith("preset 'goff' is played on 3×3")


def test_seed_repeats_random() -> None:
    first, second = (stdout_of("shell", "--seed", "5", stdin="random 9") for _ in range(2))
    assert first == second


def test_save_and_load_in_scripts(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    saved = stdout_of("shell", "3", "--seed", "1", stdin=f"random 5\nsave {file}")
    loaded = stdout_of("shell", stdin=f"load {file}")
    assert loaded.splitlines()[0] == f"Loaded {file}: krist rows=3 cols=3, 5 moves."
    assert loaded.splitlines()[1:] == saved.splitlines()[-len(loaded.splitlines()) : -1]


# --- interactive use -------------------------------------------------------------------------

posix = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")


class Terminal:
    """A pseudo-terminal with a running shell."""

    def __init__(self) -> None:
        self.master, terminal = os.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "80"}
        self.process = subprocess.Popen(
            SHELL, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
        )
        os.close(terminal)

    def read(self, until: str) -> str:
        output = ""
        while until not in output:
            output += os.read(self.master, 4096).decode()
        return output

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def interrupt(self) -> None:
        """Send Ctrl-C, and a key in case input() started just after the signal."""
        self.process.send_signal(signal.SIGINT)
        with suppress(OSError):
            self.type("\n")


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal()
    yield opened
    opened.process.kill()
    opened.process.wait()
    os.close(opened.master)


@posix
def test_prompts_and_end_of_input(terminal: Terminal) -> None:
    assert "Type help for the commands" in terminal.read("X> ")
    terminal.type("play 0 0 0 1\n")
    assert "O to place O2" in terminal.read("O> ")
    terminal.type("jump\n")
    assert "no command 'jump': type help for the list" in terminal.read("O> ")
    terminal.type("\x04")
    assert terminal.process.wait() == 0


def test_interrupt_ends_a_command_and_not_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["play 0 0 0 1", "go", "board", "exit"])

    def decide(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    monkeypatch.setattr("qttt.play.local_game.decide_move", decide)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run_shell(Rules.preset("krist")) == 0
    output = capsys.readouterr().out
    assert "Stopped." in output
    assert output.rstrip().endswith("O to place O2")


@posix
def test_interrupt_at_the_prompt(terminal: Terminal) -> None:
    terminal.read("X> ")
    terminal.interrupt()
    assert terminal.process.wait() == 130
