"""Numbers of positions on 4×4, and the programs in docs/book/bounds."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from qttt import Collapse, Placement, Position, Rules
from qttt.book import atlas, boards
from qttt.book.tables import load_csv
from qttt.engine import Solver
from qttt.engine.enumeration import count_positions
from qttt.engine.verify import levels
from qttt.game import Move
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
    for name in ("copying", "coins", "pending", "check_pending", "value"):
        options = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", folder / name)
        subprocess.run(["cc", *options, BOOK / "bounds" / f"{name}.c"], check=True)
    return folder


def output_of(program: Path, *words: object, check: bool = True) -> str:
    command: list[str | Path] = [program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=check).stdout


def bounds(programs: Path, rows: int, cols: int, line: int) -> list[Fraction]:
    """Return the lower and the upper bound."""
    output = output_of(programs / "copying", rows, cols, line)
    return [Fraction(number) for number in re.findall(r"at \w+ ([-+]\d+/128)", output)]


Allowed = Callable[[Position], Iterable[Move]]


def restricted(position: Position, allowed: Allowed) -> Fraction:
    """The value if a player follows a rule: ``allowed`` are the moves that it leaves."""

    @cache
    def value(position: Position) -> Fraction:
        if position.outcome:
            return Fraction(position.outcome.value)
        values = [value(position.play(move)) for move in allowed(position)]
        if position.to_move == "chance":
            return sum(values) / Fraction(2)
        return max(values) if str(position.to_move) == "X" else min(values)

    return value(position)


def o_copies(position: Position) -> Iterable[Move]:
    if str(position.to_move) != "O":
        return position.legal_moves
    copied = position.marks[-1]
    assert isinstance(copied, tuple)
    return [Placement(*copied)]


def x_copies(position: Position) -> Iterable[Move]:
    """X copies the last mark if it has not landed, or plays the first open squares."""
    if str(position.to_move) != "X":
        return position.legal_moves
    last = position.marks[-1] if position.marks else 0
    if isinstance(last, tuple):
        return [Placement(*last)]
    rules = position.rules
    lines = rules.board.lines(rules.line or 0)
    weight = {square: sum(square in line for line in lines) for square in rules.board.squares}
    opened = sorted(position.open_squares, key=lambda square: (-weight[square], square))
    return [Placement(*sorted(opened[:2]))]


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
    stated = [Fraction(number) for number in re.findall(r"copies: at \w+ ([-+]\d+/128)", PAGE)]
    assert stated == bounds(programs, 4, 4, 4)


@pytest.mark.nightly
@pytest.mark.parametrize("words", ["4 4 4 O 0", "4 4 4 X 1 -200 -192"])
def test_few_pending_marks_on_the_page(words: str, programs: Path) -> None:
    assert f"./coins {words}\n{output_of(programs / 'coins', *words.split())}" in PAGE


def keeps_few_pending(player: str, limit: int) -> Allowed:
    def pending(position: Position) -> int:
        if position.has_loop:
            position = position.play(position.legal_moves[0])
        return len(position.quantum)

    def allowed(position: Position) -> Iterable[Move]:
        moves = position.legal_moves
        if position.has_loop or str(position.to_move) != player:
            return moves
        return [move for move in moves if pending(position.play(move)) <= limit]

    return allowed


def few_pending_under_coins(programs: Path, *words: object) -> Fraction:
    output = output_of(programs / "coins", *words)
    return Fraction(re.findall(r"[-+]\d+/128", output)[0])


COINS = [("X", 1), ("O", 1), ("X", 2), ("O", 2)]


@pytest.mark.parametrize("case", by_day(COINS[:2], COINS), ids=str)
def test_few_pending_marks_under_coins(case: tuple[str, int], programs: Path) -> None:
    """That coins.c always counts two lines at once as lost costs nothing on this board."""
    player, limit = case
    rules = Rules.parse("qubic4 rows=2 cols=3 line=3")
    value = restricted(Position(rules), keeps_few_pending(player, limit))
    found = few_pending_under_coins(programs, 2, 3, 3, player, limit)
    assert found == value


@pytest.mark.parametrize("size", by_day(SIZES[:2], SIZES))
def test_copying_is_keeping_nothing_pending(size: tuple[int, int, int], programs: Path) -> None:
    assert few_pending_under_coins(programs, *size, "O", 0) == bounds(programs, *size)[1]


# --- krists --------------------------------------------------------------------------------------


def follows(moves: bytes, rules: Rules, player: str) -> Allowed:
    """The moves that pending.c wrote; where they end the goal is sure, and the first will do."""
    numbers = [int.from_bytes(moves[at : at + 16], "little") for at in range(0, len(moves), 16)]
    listed = {number >> 8: divmod(number & 255, 16) for number in numbers}
    symmetries = rules.board.symmetries()

    def code(position: Position, image: Sequence[int]) -> int:
        """The number of a settled position that is turned by a symmetry."""
        owned, blobs = [0, 0], list[tuple[set[int], int]]()
        for mark, place in enumerate(position.marks, 1):
            if isinstance(place, int):
                owned[mark % 2] |= 1 << image[place]
                continue
            ends = {image[square] for square in place}
            touched = [blob for blob in blobs if blob[1] == mark % 2 and blob[0] & ends]
            blobs = [blob for blob in blobs if blob not in touched]
            blobs.append((ends.union(*(blob[0] for blob in touched)), mark % 2))
        words = sorted(2 * sum(1 << square for square in ends) + player for ends, player in blobs)
        number = owned[0] << 16 | owned[1]
        for place in range(5):
            number = number << 17 | (words[place] if place < len(words) else 0)
        return number

    def least(position: Position) -> tuple[int, Sequence[int]]:
        return min((code(position, image), image) for image in symmetries)

    def allowed(position: Position) -> Iterable[Move]:
        if str(position.to_move) != player or position.has_loop:
            return position.legal_moves
        number, image = least(position)
        if number not in listed:
            return position.legal_moves[:1]
        return [Placement(*sorted(image.index(square) for square in listed[number]))]

    return allowed


FEW = [
    *((2, 2, "O", limit, goal) for limit in (0, 2) for goal in ("draw", "win")),
    *((1, 4, player, limit, "draw") for player in "XO" for limit in (1, 2)),
    *((1, 5, "X", limit, goal) for limit in (1, 2) for goal in ("draw", "win")),
    *((2, 3, player, limit, "draw") for player in "XO" for limit in (1, 2)),
]


@pytest.mark.parametrize("case", by_day(FEW[:8], FEW), ids=str)
def test_few_pending_marks(case: tuple[int, int, str, int, str], programs: Path) -> None:
    rows, cols, player, limit, goal = case
    rules = Rules.parse(f"krist rows={rows} cols={cols}")
    value = restricted(Position(rules), keeps_few_pending(player, limit))
    lead = value if player == "X" else -value
    succeeds = lead > 0 if goal == "win" else lead >= 0
    output = output_of(programs / "pending", *case)
    assert output.startswith("succeeds" if succeeds else "fails")


LIMITS = re.findall(r"\| (\d×\d+) +\| +(\d) \| +(\d) \|\n", PAGE)
GOALS: list[tuple[int | str, ...]] = [
    *((*board.split("×"), "X", limit, "draw") for board, limit, _ in LIMITS),
    *((*board.split("×"), "O", limit, "draw") for board, _, limit in LIMITS),
    *((1, cols, "X", 2, "win") for cols in range(3, 13, 2)),
    (3, 3, "X", 2, "win"),
    (1, 13, "X", 3, "win"),
    (1, 15, "X", 3, "win"),
    (3, 5, "X", 3, "win"),
    (4, 4, "X", 3, "draw"),
]


@pytest.mark.nightly
def test_the_numbers_of_positions_on_the_page(programs: Path, tmp_path: Path) -> None:
    for case in ("X3", "O4"):
        names = ("pending", "check_pending")
        outputs = [
            output_of(programs / name, 3, 4, *case, "draw", tmp_path / case) for name in names
        ]
        assert "".join(outputs) in PAGE


STRATEGIES = [(2, 2, "X", 1), (2, 2, "O", 0), (1, 4, "X", 1), (2, 3, "X", 1), (2, 3, "O", 2)]
"""Boards with players and limits who are never behind."""


@pytest.mark.parametrize("case", STRATEGIES, ids=str)
def test_the_moves_found_keep_the_goal(
    case: tuple[int, int, str, int], programs: Path, tmp_path: Path
) -> None:
    """The checker accepts them, and no game of the package's rules that follows them is lost."""
    rows, cols, player, _ = case
    file = tmp_path / "moves"
    output_of(programs / "pending", *case, "draw", file)
    assert "sound" in output_of(programs / "check_pending", *case, "draw", file)
    rules = Rules.parse(f"krist rows={rows} cols={cols}")
    value = restricted(Position(rules), follows(file.read_bytes(), rules, player))
    assert value * (1 if player == "X" else -1) >= 0


def test_wrong_moves_are_found(programs: Path, tmp_path: Path) -> None:
    case = (2, 3, "O", 2)
    file, wrong = tmp_path / "moves", tmp_path / "wrong"
    output_of(programs / "pending", *case, "draw", file)
    moves = file.read_bytes()
    entries = [moves[start : start + 16] for start in range(0, len(moves), 16)]

    def verdict(goal: str, kept: list[bytes]) -> str:
        wrong.write_bytes(b"".join(kept))
        return output_of(programs / "check_pending", *case, goal, wrong, check=False)

    assert verdict("draw", entries) == f"sound ({len(entries)} positions)\n"
    assert "not" in verdict("win", entries)
    assert "not an ascending list" in verdict("draw", entries[::-1])
    for number, entry in list(enumerate(entries))[::7]:
        rest = [*entries[:number], *entries[number + 1 :]]
        assert "not" in verdict("draw", rest)
        off_board = [*entries[:number], b"\xff" + entry[1:], *entries[number + 1 :]]
        assert "not" in verdict("draw", off_board)


@pytest.mark.nightly
@pytest.mark.parametrize("case", GOALS, ids=str)
def test_few_pending_marks_suffice(case: tuple[int | str, ...], programs: Path) -> None:
    assert len(LIMITS) == 12
    assert output_of(programs / "pending", *case).startswith("succeeds")


def mirrored(position: Position) -> Iterable[Move]:
    """O turns the last move of X by half a turn; the other end of a closing mark is free."""
    last_square = position.rules.board.size - 1
    if str(position.to_move) != "O":
        return position.legal_moves
    if position.has_loop:
        before = position.marks[-2]  # of X, which O has mirrored by the closing mark
        if isinstance(before, tuple):
            return position.legal_moves
        return [Collapse(last_square - before)]
    last = position.marks[-1]
    if isinstance(last, tuple):
        return [Placement(*(last_square - square for square in last))]
    square = last_square - last
    part = next(
        entanglement.squares
        for entanglement in position.entanglements
        if square in entanglement.squares
    )
    return [Placement(square, other) for other in part if other != square]


MIRRORED = [
    "krist rows=2 cols=2 chooser=closer",
    "krist rows=1 cols=4 chooser=closer",
    "krist rows=2 cols=3 chooser=closer",
    "goff rows=1 cols=6 line=2 ends=full scoring=complete chooser=closer",
]


@pytest.mark.parametrize("text", by_day(MIRRORED[:3], MIRRORED))
def test_mirroring_draws(text: str) -> None:
    assert restricted(Position(Rules.parse(text)), mirrored) == 0


# --- values of boards that are solved ------------------------------------------------------------

SURVEYED = [
    row
    for table in (atlas.SURVEY, atlas.WIDE)
    for row in load_csv(table, BOOK / "data")
    if row[7] in ("winner", "complete")
    or (row[7] == "krist" and int(row[0] or 0) * int(row[1] or 0) < 11)
]
"""Without krists on eleven and twelve squares: value.c takes minutes, pending.c computes them."""
SWITCHES = ("forbidden", "empty", "full", "complete")
BOARDS = dict.fromkeys((int(row[0] or 0), int(row[1] or 0)) for row in SURVEYED)


@pytest.mark.parametrize("board", by_day([(2, 2)], BOARDS), ids=str)
def test_values_by_another_program(board: tuple[int, int], programs: Path) -> None:
    rows = [row for row in SURVEYED if row[:2] == board]
    assert rows
    for row in rows:
        switches = [word for word in row[4:8] if word in SWITCHES]
        output = output_of(programs / "value", *board, row[2] or 0, row[3], *switches)
        assert Fraction(output.partition(" ")[0]) == Fraction(str(row[8])), row
