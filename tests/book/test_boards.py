"""Numbers of positions on 4×4, and the programs in docs/book/bounds."""

import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from qttt import Placement, Position, Rules
from qttt.book import atlas, boards
from qttt.book.tables import load_csv
from qttt.engine import Solver
from qttt.engine.enumeration import count_positions
from qttt.engine.verify import levels
from tests.selection import by_day

BOOK = Path(__file__).resolve().parents[2] / "docs" / "book"
PAGE = (BOOK / "boards.md").read_text("utf-8")


def test_the_table_of_positions() -> None:
    assert list(boards.position_rows()) == load_csv(boards.POSITIONS, BOOK / "data")


@pytest.mark.parametrize("marks", by_day([1], [1, 2, 3]))
@pytest.mark.parametrize("name", boards.PRESETS)
def test_positions_of_few_marks_on_4x4(name: str, marks: int) -> None:
    rules = Rules.preset(name)
    found = [len(level) for level in levels(rules, marks)]
    assert list(count_positions(rules)[: len(found)]) == found


# --- bounds --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cc") is None:
        pytest.skip("to enable: apt-get install gcc")
    folder = tmp_path_factory.mktemp("bounds")
    for name in ("copying", "value"):
        options = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", folder / name)
        subprocess.run(["cc", *options, BOOK / "bounds" / f"{name}.c"], check=True)
    return folder


def output_of(program: Path, *words: object) -> str:
    command: list[str | Path] = [program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def bounds(programs: Path, rows: int, cols: int, line: int) -> list[Fraction]:
    """Return the lower and the upper bound."""
    output = output_of(programs / "copying", rows, cols, line)
    return [Fraction(number) for number in re.findall(r"at \w+ ([-+]\d+/128)", output)]


Decide = Callable[[Position], Fraction]


def restricted(position: Position, pair: Callable[[Position], Placement | None]) -> Fraction:
    """The value if one player follows a rule: ``pair`` is their placement, None for the other."""
    if position.outcome:
        return Fraction(position.outcome.value)
    after = partial(restricted, pair=pair)
    if position.has_loop:
        return sum(after(position.play(move)) for move in position.legal_moves) / Fraction(2)
    if (chosen := pair(position)) is not None:
        return after(position.play(chosen))
    best = max if str(position.to_move) == "X" else min
    return best(after(position.play(move)) for move in position.legal_moves)


def o_copies(position: Position) -> Placement | None:
    if str(position.to_move) == "X":
        return None
    copied = position.marks[-1]
    assert isinstance(copied, tuple)
    return Placement(*copied)


def x_copies(position: Position) -> Placement | None:
    """X copies the last mark if it has not landed, or plays the first open squares."""
    if str(position.to_move) == "O":
        return None
    last = position.marks[-1] if position.marks else 0
    if isinstance(last, tuple):
        return Placement(*last)
    rules = position.rules
    lines = rules.board.lines(rules.line or 0)
    weight = {square: sum(square in line for line in lines) for square in rules.board.squares}
    opened = sorted(position.open_squares, key=lambda square: (-weight[square], square))
    return Placement(*sorted(opened[:2]))


SIZES = [(2, 2, 2), (2, 3, 3), (2, 3, 2), (2, 4, 3)]


@pytest.mark.parametrize("size", by_day(SIZES[:2], SIZES))
def test_bounds_of_small_boards(size: tuple[int, int, int], programs: Path) -> None:
    rows, cols, line = size
    rules = Rules.parse(f"qubic4 rows={rows} cols={cols} line={line}")
    low, high = bounds(programs, *size)
    assert low == restricted(Position(rules), x_copies)
    assert high == restricted(Position(rules), o_copies)
    assert low <= Fraction(Solver(rules).solve(Position(rules)).value) <= high


@pytest.mark.nightly
def test_the_bounds_on_the_page(programs: Path) -> None:
    stated = [Fraction(number) for number in re.findall(r"at \w+ ([-+]\d+/128)", PAGE)]
    assert stated == bounds(programs, 4, 4, 4)


# --- values of boards that are solved ------------------------------------------------------------

SURVEYED = [
    row
    for table in (atlas.SURVEY, atlas.WIDE)
    for row in load_csv(table, BOOK / "data")
    if row[4:8] in (("allowed", "forced", "line", "winner"), ("allowed", "forced", "full", "krist"))
]
BOARDS = dict.fromkeys((int(row[0] or 0), int(row[1] or 0)) for row in SURVEYED)


@pytest.mark.parametrize("board", by_day([(1, 5), (2, 3)], BOARDS), ids=str)
def test_values_by_another_program(board: tuple[int, int], programs: Path) -> None:
    rows = [row for row in SURVEYED if row[:2] == board]
    assert rows
    for row in rows:
        output = output_of(programs / "value", *board, row[2] or 0, row[3])
        assert Fraction(output.partition(" ")[0]) == Fraction(str(row[8])), row
