"""Answers to the inventor's questions, in other ways."""

import importlib.util
import re
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random

import pytest

from qttt import Position, Rules
from qttt.book import goff, last_mark
from qttt.book.tables import load_csv
from qttt.engine.verify import levels
from qttt.notation import NotationError, parse_goff
from qttt.notation.svg import board_svg
from tests.selection import by_day, first_by_day

BOOK = Path(__file__).resolve().parents[2] / "docs" / "book"
PAGE = (BOOK / "goff.md").read_text("utf-8")
ENSEMBLES = load_csv(goff.ENSEMBLES, BOOK / "data")
PLACES = load_csv(goff.PLACES, BOOK / "data")


# --- ensembles -----------------------------------------------------------------------------------


def sizes(marks: int) -> dict[int, int]:
    return {int(row[1] or 0): int(row[2] or 0) for row in ENSEMBLES if row[0] == marks}


def test_tables_are_current() -> None:
    assert list(goff.ensemble_rows()) == ENSEMBLES
    assert list(goff.place_rows()) == PLACES


@pytest.mark.parametrize("marks", by_day([3], [3, 4]))
def test_sizes_of_enumerated_ensembles(marks: int) -> None:
    for number, level in enumerate(levels(Rules(), marks)):
        assert Counter(Position(Rules(), each).ensemble().count for each in level) == sizes(number)


def test_eight_marks_have_as_many_realities_as_final_boards() -> None:
    least = 5
    found = Counter[int]()
    for values in last_mark.positions(least):
        found.update(sum(last_mark.digits_of(int(value))) for value in values)
    assert found == {size: count for size, count in sizes(8).items() if size <= 9 - least}


@pytest.mark.nightly
def test_the_largest_ensembles() -> None:
    """Three entanglements of three squares, with three marks of each player."""
    boards = {
        tuple(sorted(tuple(sorted(pair)) for a, b, c in ends for pair in ((a, b), (b, c))))
        for p in permutations(range(9))
        if p[0] < p[3] < p[6]
        for ends in [(p[0:3], p[3:6], p[6:9])]
        if all(a < c for a, _, c in ends)
    }
    positions = {
        tuple((pair, pair in of_x) for pair in pairs)
        for pairs in boards
        for of_x in combinations(pairs, 3)
    }
    assert len(positions) == 151_200
    symmetries = Rules().board.symmetries()
    different = {
        min(
            tuple(
                sorted(
                    (tuple(sorted(map(symmetry.__getitem__, pair))), is_x) for pair, is_x in marks
                )
            )
            for symmetry in symmetries
        )
        for marks in positions
    }
    assert len(different) == sizes(6)[27] == 18_972


# --- places --------------------------------------------------------------------------------------


def clicks(game: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in re.findall(r"[XO]\d\+\((\d),(\d)\)", game)]


def remaining_places(game: str) -> set[tuple[int, int]]:
    """Draw the ensemble as Goff's program does: letters without subscripts, by order of clicks."""
    pairs, found = clicks(game), set[tuple[int, int]]()
    landed = {int(square): mark for mark, square in re.findall(r"!([XO])\d\((\d)\)", game)}
    for sides in product((False, True), repeat=len(pairs)):
        squares = [pair[side] for pair, side in zip(pairs, sides, strict=True)]
        board = {square: "OX"[mark % 2] for mark, square in enumerate(squares, 1)}
        is_pruned = len(board) < len(pairs)
        if not is_pruned and all(board.get(at) == mark for at, mark in landed.items()):
            found.add(goff.place_of(sides))
    return found


def test_each_game_leaves_its_place() -> None:
    assert len({row[:2] for row in PLACES}) == 512
    for row, column, is_sorted, game in PLACES:
        assert remaining_places(str(game)) == {(row, column)}
        assert (is_sorted == "yes") == all(a < b for a, b in clicks(str(game)))
        node = parse_goff(str(game))
        assert node.position.outcome
        assert len(node.moves) == 10


def test_two_places_need_a_larger_square_first() -> None:
    assert [row[:2] for row in PLACES if row[2] == "no"] == [(1, 1), (32, 16)]


def test_the_challenge_on_the_page() -> None:
    text = re.sub(r"\n", " ", re.findall(r"```text\n(X1.*?)\n```", PAGE, re.DOTALL)[0])
    assert text == next(row[3] for row in PLACES if row[:2] == (32, 16))


SITE_TABLE = {
    "X1+(1,2); O2+(2,3); X3+(4,5); O4+(5,4)[34]; X4@O4(4)!X3(5)!O4(4); ": {
        "X5+(1,3)[125]; O5@X5(1)!X1(2)!O2(3)!X5(1);": {(4, 4)},
        "X5+(1,3)[125]; O5@X1(1)!X1(1)!O2(2)!X5(3);": {(7, 3)},
        "X5+(1,2)[15|2]; O5@X1(1)!X1(1)!O2(3)!X5(2);": {(4, 4), (7, 4)},
        "X5+(2,3)[25|1]; O5@X5(2)!X1(1)!O2(3)!X5(2);": {(3, 4)},
        "X5+(2,3)[25|1]; O5@O2(2)!X1(1)!O2(2)!X5(3);": {(7, 3)},
    },
    "X1+(1,2); O2+(1,3); X3+(4,5); O4+(4,5)[34]; X4@X3(4)!X3(4)!O4(5); ": {
        "X5+(1,2)[15|2]; O5@X1(1)!X1(1)!O2(3)!X5(2);": {(2, 4), (5, 4)},
    },
}
"""The games and places of the site's table with which we agree."""


def test_the_table_of_the_site() -> None:
    for start, ends in SITE_TABLE.items():
        for end, places in ends.items():
            parse_goff(start + end)
            assert remaining_places(start + end) == places
    start = [*SITE_TABLE][1]
    assert remaining_places(start + "X5+(1,3)[25|1]; O5@X5(1)!X1(2)!O2(3)!X5(1);") == {(2, 4)}
    with pytest.raises(NotationError, match=r"X1 lands on 1, not on 2"):
        parse_goff(start + "X5+(1,2)[15|2]; O5@X1(1)!X1(2)!O2(3)!X5(1);")


# --- examples ------------------------------------------------------------------------------------


def test_the_examples_are_what_qttt_draws() -> None:
    rows = re.findall(r"\| `(X1.*?)` \| (\d+) \| <img src=\"(goff/\d.svg)\".* alt=\"(.*?)\">", PAGE)
    assert len(rows) == 7
    largest = ("X1+(1,2); O2+(2,3); X3+(4,5); O4+(5,6); X5+(7,8); O6+(8,9);", "27", "goff/27.svg")
    for text, realities, picture, name in [*rows, (*largest, "12/23/45/56/78/89")]:
        position = parse_goff(text).position
        assert (str(position), str(position.ensemble().count)) == (name, realities)
        assert (BOOK / picture).read_text("utf-8") == board_svg(position, collapses=True)


# --- marks placed by chance ----------------------------------------------------------------------

Shares = tuple[Fraction, Fraction, Fraction]
"""X's lead, and the probabilities that X and that O is ahead."""


def compiled(name: str, folder: Path) -> Path:
    """Compile a program of the page."""
    if shutil.which("cc") is None:
        pytest.skip("to enable: apt-get install gcc")
    path = folder / name
    options = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path)
    subprocess.run(["cc", *options, BOOK / "bounds" / f"{name}.c"], check=True)
    return path


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled("variants", tmp_path_factory.mktemp("bounds"))


def values_of(program: Path, *words: object) -> list[list[Fraction]]:
    """Run the program; return the numbers of each position."""
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=True)
    numbers = [Fraction(each) for each in re.findall(r"(\S+) = ", done.stdout)]
    size = 3 if words[0] == "chance" else 1
    return [numbers[n : n + size] for n in range(0, len(numbers), size)]


def played_out(position: Position, placer: str, chooser: str) -> Shares:
    """Search all games with the rules in Python."""
    if position.outcome:
        value = Fraction(position.outcome.value)
        return value, Fraction(value > 0), Fraction(value < 0)
    found = [played_out(position.play(move), placer, chooser) for move in position.legal_moves]
    is_x = len(position.marks) % 2 == (1 if position.has_loop and chooser == "closer" else 0)
    is_chance = (chooser if position.has_loop else placer) == "chance"
    if is_chance or (position.has_loop and found[0][0] == found[1][0]):
        a, b, c = (sum(column) / Fraction(len(found)) for column in zip(*found, strict=True))
        return a, b, c
    return (max if is_x else min)(found, key=lambda each: each[0])


def late_positions(count: int) -> list[Position]:
    rng, found = Random(5), list[Position]()
    while len(found) < count:
        position = Position()
        for _ in range(rng.randrange(6, 14)):
            if not position.outcome:
                position = position.play(rng.choice(position.legal_moves))
        is_settled = not position.has_loop and not position.outcome
        if is_settled and len(position.open_squares) <= 5:
            found.append(position)
    return found


VARIANTS = [
    ("player", "other"),
    ("player", "closer"),
    ("chance", "chance"),
    ("player", "chance"),
    ("chance", "other"),
    ("chance", "closer"),
]
"""Who places marks and who chooses collapses; the first three are every kind of either."""


@pytest.mark.parametrize(("placer", "chooser"), first_by_day(3, VARIANTS))
def test_variants_against_the_rules(placer: str, chooser: str, program: Path) -> None:
    positions = late_positions(20)
    for position, found in zip(
        positions, values_of(program, placer, chooser, *positions), strict=True
    ):
        assert tuple(found) == played_out(position, placer, chooser)[: len(found)], position


def test_variants_refuse_positions_that_are_not_settled(program: Path) -> None:
    for text in ("12/12", "1/12", "x", "10"):
        done = subprocess.run([program, "chance", "other", text], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (2, "not a settled position\n")


PAGE_VALUES = re.findall(
    r"^\| by chance \| by (?:the )?(\w+).*? \| \S+ \| (\S+) \| (\S+) \| (\S+) \|$",
    PAGE,
    re.MULTILINE,
)


@pytest.mark.nightly
@pytest.mark.parametrize("row", PAGE_VALUES, ids=str)
def test_variants_on_the_page(row: tuple[str, ...], program: Path) -> None:
    assert len(PAGE_VALUES) == 2
    chooser, value, *shares = row
    found = values_of(program, "chance", chooser)[0]
    assert found[0] == Fraction(value)
    assert shares == [f"{float(each):.4f}" for each in found[1:]]


def test_the_hybrid_is_random_play() -> None:
    values = (BOOK.parent / "values.md").read_text("utf-8").partition("## Random play")[2]
    _, number, *shares = {row[0]: row for row in PAGE_VALUES}["chance"]
    row = rf"\| goff +\| \S+ +\| +{number} \| (\S+) \| (\S+) \|"
    found = re.search(row, values)
    assert found
    assert [f"{float(group):.4f}" for group in found.groups()] == shares


@pytest.mark.nightly
def test_the_hybrid_with_hidden_boards(tmp_path: Path) -> None:
    shown = PAGE.partition("./hidden\n")[2].partition("```")[0]
    done = subprocess.run(
        [compiled("hidden", tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == shown
    number = {row[0]: row for row in PAGE_VALUES}["chance"][1]
    assert number in shown


# --- other marks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("squares", by_day([4], [4, 6]))
def test_other_marks_on_the_page(
    squares: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("marks", BOOK / "bounds" / "marks.py")
    assert spec
    assert spec.loader
    marks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(marks)
    monkeypatch.setattr(marks, "SQUARES", range(3, squares + 1))
    marks.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 * (squares - 2) + 2
    assert [line for line in lines if f"{line}\n" not in PAGE] == []
