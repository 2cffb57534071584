"""docs/protocol-engine.md has a real session with our engine, and complete tables."""

import doctest
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from qttt.arena import EngineServer
from qttt.arena.engine import OPTIONS
from qttt.arena.pipe import Pipe
from qttt.arena.protocol import ErrorKind

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol-engine.md").read_text("utf-8")
LATE = 60.0


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
