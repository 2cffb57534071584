"""The readers of tables in JavaScript and C in docs/book/readers."""

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from qttt import Position, Rules
from qttt.engine.tablebase import Tablebase, shipped_tablebase
from scripts.web import find_node

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "book" / "readers"
NODE = find_node()
TABLE = shipped_tablebase(Rules())


def settled(count: int) -> list[Position]:
    """Random positions in the table, and the empty board."""
    rng, found = Random(9), [Position()]
    while len(found) < count:
        position = Position()
        for _ in range(rng.randrange(1, 7)):
            position = position.play(rng.choice(position.legal_moves))
        if len(position.marks) <= 4 and not position.has_loop and not position.outcome:
            found.append(position)
    return found


POSITIONS = settled(300)


def expected(table: Tablebase) -> list[str]:
    entries = [(position, table.probe(position)) for position in POSITIONS]
    return [f"{each} {entry.value:g} {entry.plies or 0}" for each, entry in entries if entry]


def read(*command: str | Path) -> list[str]:
    positions = [str(position) for position in POSITIONS]
    assert TABLE
    done = subprocess.run([*command, TABLE.path, *positions], capture_output=True, text=True)
    return done.stdout.splitlines()


def test_the_readers_are_short() -> None:
    assert all(len(path.read_text("utf-8").splitlines()) <= 60 for path in FOLDER.iterdir())


def test_the_reader_in_c(tmp_path: Path) -> None:
    compiler = ["cc"] if shutil.which("cc") else [sys.executable, "-m", "ziglang", "cc"]
    options = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror")
    program = tmp_path / "probe"
    subprocess.run([*compiler, *options, "-o", program, FOLDER / "probe.c"], check=True)
    assert TABLE
    assert read(program) == expected(TABLE)


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_reader_in_javascript() -> None:
    assert TABLE
    assert NODE
    assert read(NODE.folder / "node", FOLDER / "probe.mjs") == expected(TABLE)
