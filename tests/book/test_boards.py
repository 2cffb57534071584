"""Numbers of positions on 4×4, and the bounds of the program in docs/book/bounds."""

import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from qttt import Placement, Position, Rules
from qttt.book import boards
from qttt.book.tables import load_csv
from qttt.engine import Solver
from qttt.engine.enumeration import count_positions
from qttt.engine.verify import levels
from tests.selection import by_day

BOOK = Path(__file__).resolve().parents[2] / "docs" / "book"
PAGE = (BOOK / "boards.md").read_text("utf-8")


def test_the_table_of_positions() -> None:
    assert list(boards.position_rows()) == load_csv(boards.POSITIONS, BOOK / "data")


@pytest.mark.parametrize("marks", by_day([1], [1, 2]))
@pytest.mark.parametrize("name", boards.PRESETS)
def test_positions_of_few_marks_on_4x4(name: str, marks: int) -> None:
    rules = Rules.preset(name)
    found = [len(level) for level in levels(rules, marks)]
    assert list(count_positions(rules)[: len(found)]) == found


# --- bounds --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler `cc` here; on Debian: apt-get install gcc")
    path = tmp_path_factory.mktemp("bounds") / "copying"
    options = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["cc", *options, "-o", path, BOOK / "bounds" / "copying.c"], check=True)
    return path


def bounds(program: Path, rows: int, cols: int, line: int) -> list[Fraction]:
    """Return the lower and the upper bound."""
    words = map(str, (rows, cols, line))
    output = subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
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
def test_bounds_of_small_boards(size: tuple[int, int, int], program: Path) -> None:
    rows, cols, line = size
    rules = Rules.parse(f"qubic4 rows={rows} cols={cols} line={line}")
    low, high = bounds(program, *size)
    assert low == restricted(Position(rules), x_copies)
    assert high == restricted(Position(rules), o_copies)
    assert low <= Fraction(Solver(rules).solve(Position(rules)).value) <= high


@pytest.mark.nightly
def test_the_bounds_on_the_page(program: Path) -> None:
    stated = [Fraction(number) for number in re.findall(r"at \w+ ([-+]\d+/128)", PAGE)]
    assert stated == bounds(program, 4, 4, 4)
