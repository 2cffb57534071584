"""docs/protocol-engine.md has a real session with our engine, and complete tables."""

import doctest
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from qttt.arena import EngineServer, check_engine
from qttt.arena.budget import Budget
from qttt.arena.engine import OPTIONS
from qttt.arena.pipe import Pipe
from qttt.arena.program import Program
from qttt.arena.protocol import ErrorKind
from qttt.game import Placement, Rules
from qttt.notation import read
from qttt.play import History

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol-engine.md").read_text("utf-8")
LATE = 60.0


def example() -> str:
    """The program in the document."""
    found = re.search(r"^```py\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def session() -> Iterator[tuple[str, str]]:
    """Yield each line with its sender."""
    found = re.search(r"^```session\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    for line in found[1].splitlines():
        yield line[0], line[2:]


def next_line(engine: Pipe, wanted: str) -> str:
    """Return the next line, skipping `info` unless it is wanted."""
    while True:
        line = engine.read_line(time.monotonic() + LATE)
        if not line.startswith("info") or wanted.startswith("info"):
            return line


def test_our_engine_answers_as_documented() -> None:
    engine = Pipe([sys.executable, "-m", "qttt", "engine"])
    try:
        for sender, line in session():
            if sender == ">":
                engine.write_line(line)
            else:
                answer = next_line(engine, line)
                same = doctest.OutputChecker().check_output(line, answer, doctest.ELLIPSIS)
                assert same, f"{answer}\n-- is not --\n{line}"
        assert engine.wait(LATE) == 0
    finally:
        engine.close()


def test_every_kind_of_error_is_named() -> None:
    named = TEXT.partition("\n## Errors")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", named, re.MULTILINE) == [*ErrorKind]


def test_every_command_and_option_is_named() -> None:
    output: list[str] = []
    EngineServer(output.append).handle_line("there-is-none")
    commands = output[0].partition("choose from ")[2].split(", ")
    assert all(re.search(rf"^\| `{name}[ `]", TEXT, re.MULTILINE) for name in commands)
    assert all(f"`{option.name}`" in TEXT for option in OPTIONS)


def test_the_example_conforms_and_has_a_history(tmp_path: Path) -> None:
    path = tmp_path / "joiner.py"
    path.write_text(example(), "utf-8")
    command = [sys.executable, str(path)]
    check_engine(command, answer_timeout_s=LATE)
    in_book, other = (History.of(read(f"{moves} @2 48")) for moves in ("12 13 23", "13 23 12"))
    assert in_book.position == other.position
    program = Program(command, LATE)
    try:
        program.greet()
        program.new_game(Rules())
        assert program.best_move(in_book, Budget(nodes=1)) == Placement(4, 8)
        assert {3, 7} & set(program.best_move(other, Budget(nodes=1)))
    finally:
        program.close()
