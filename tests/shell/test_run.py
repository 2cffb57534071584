"""The shell as a process: scripts through a pipe, and a person at a terminal."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from qttt.game import Rules
from qttt.shell import run
from tests.cli.helpers import error_of, qttt, stdout_of

SHELL = (sys.executable, "-m", "qttt", "shell")


def filled(row: int, col: int, o_lands: int) -> list[str]:
    """X and O on the same two squares, and X says where O lands."""
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
    assert done.stdout.splitlines()[-7:] == [
        "  ┌───────┬───────┬───────┬───────┐",
        "0 │ X1    │ O2    │ X9    │ O10   │",
        "1 │ X3    │ O4    │ X11   │ O12   │",
        "2 │ X5    │ O6    │ X13   │ O14   │",
        "3 │ X7    │ O8    │ O16   │ X15   │",
        "  └───────┴───────┴───────┴───────┘",
        "O wins, 1–0: 3 krists of 2 squares against 1",
    ]


def test_script_goes_on_after_errors_and_ends_with_code_1() -> None:
    done = qttt("shell", stdin="play 0 0 0 1\n\nplay 0 0\njump\nundo\nundo 3\n")
    assert done.code == 1
    assert done.err.splitlines() == [
        "line 3: a quantum mark needs two different squares (R3): play R1 C1 R2 C2",
        "line 4: there is no command 'jump'; help lists them all",
        "line 6: there is no move to take back",
    ]
    assert "Taken back: 1 move." in done.out


def test_exit_ends_a_script() -> None:
    done = qttt("shell", stdin="exit\njump\n")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert qttt("shell", stdin="jump\nexit\n").code == 1
    assert stdout_of("shell") == ""


def test_script_needs_no_unicode_and_no_valid_text() -> None:
    done = qttt("shell", stdin=b"play 0 0 0 1\n\xff\xfe\n", encoding="ascii")
    assert (done.code, "+-------+" in done.out) == (1, True)
    assert done.err == "line 2: there is no command '\\udcff\\udcfe'; help lists them all\n"


def test_control_characters_are_not_echoed() -> None:
    done = qttt("shell", stdin="load \x1b[31m\nload ~no\x1buser/x\n")
    assert "\x1b" not in done.err
    assert done.err.startswith("line 1: cannot load \\x1b[31m: ")


@pytest.mark.parametrize(
    ("args", "first"),
    [((), "krist: a board of 4 rows"), (("2",), "krist rows=2 cols=2: a board of 2 rows")],
)
def test_size_is_the_argument(args: tuple[str, ...], first: str) -> None:
    assert stdout_of("shell", *args, stdin="rules").startswith(first)


def test_other_rules_and_wrong_sizes() -> None:
    assert stdout_of("shell", "--rules", "goff", stdin="rules").startswith(
        "goff: a board of 3 rows"
    )
    assert error_of("shell", "1").startswith("rows=1 and cols=1 leave one square")
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


# --- at a terminal ---------------------------------------------------------------------------

posix = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")


class Person:
    """Somebody at a terminal, who reads and types."""

    def __init__(self) -> None:
        self.hand, terminal = os.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "80"}
        self.process = subprocess.Popen(
            SHELL, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
        )
        os.close(terminal)

    def read(self, until: str) -> str:
        seen = ""
        while until not in seen:
            seen += os.read(self.hand, 4096).decode()
        return seen

    def type(self, keys: str) -> None:
        os.write(self.hand, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C; and a key, for one who began to wait for keys just after it came."""
        self.process.send_signal(signal.SIGINT)
        with suppress(OSError):
            self.type("\n")


@pytest.fixture
def person() -> Iterator[Person]:
    someone = Person()
    yield someone
    someone.process.kill()
    someone.process.wait()
    os.close(someone.hand)


@posix
def test_person_is_prompted_and_leaves_with_the_end_of_input(person: Person) -> None:
    assert "help lists the commands" in person.read("X> ")
    person.type("play 0 0 0 1\n")
    assert "O to place O2" in person.read("O> ")
    person.type("jump\n")
    assert "there is no command 'jump'; help lists them all" in person.read("O> ")
    person.type("\x04")
    assert person.process.wait() == 0


def test_interrupt_ends_a_command_and_not_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["play 0 0 0 1", "go", "board", "exit"])

    def decide(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    monkeypatch.setattr("qttt.shell.computers.decide", decide)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert run(Rules.preset("krist")) == 0
    told = capsys.readouterr().out
    assert "Stopped." in told
    assert told.rstrip().endswith("O to place O2")


@posix
def test_interrupt_leaves_cleanly(person: Person) -> None:
    person.read("X> ")
    person.interrupt()
    assert person.process.wait() == 130
