"""Puzzles have one solution, are graded, distinct and reproducible."""

from functools import cache
from itertools import islice

import pytest

from qttt import parse_position, read
from qttt.engine import Solver, UnsolvableError
from qttt.game import Rules
from qttt.notation import from_record, read_records, write_record
from qttt.study import Puzzle, puzzle_at, puzzle_record, puzzles
from qttt.study.canonical import canonical_key
from tests.engine.late import is_late
from tests.study.games import plain

KINDS = ("goff", "closer", "qubic3", "classic3", "krist rows=3 cols=2")


@cache
def generate(text: str, count: int, seed: int = 1, grade: int | None = None) -> list[Puzzle]:
    return list(islice(puzzles(Rules.parse(text), seed=seed, grade=grade), count))


@pytest.fixture(scope="module")
def book() -> list[Puzzle]:
    return [puzzle for text in KINDS for puzzle in generate(text, 5)]


def test_exactly_one_move_keeps_the_value(book: list[Puzzle]) -> None:
    for puzzle in book:
        position = puzzle.position
        solver = Solver(position.rules)  # new, and without a tablebase
        assert solver.tablebase is None
        analysis = solver.solve(position)
        right = [m.move for m in analysis.moves if m.value == analysis.value]
        assert (right, puzzle.value) == ([puzzle.solution], analysis.value)
        wrong = {
            m.move: abs(m.value - analysis.value) for m in analysis.moves if m.move != right[0]
        }
        assert puzzle.losses == wrong
        assert puzzle.trap[0] in wrong
        assert puzzle.difficulty.moves == len(analysis.moves) > 1


def test_plain_minimax_finds_the_same_solution(book: list[Puzzle]) -> None:
    late = [puzzle for puzzle in book if is_late(puzzle.position)]
    assert len(late) > 5
    for puzzle in late:
        evaluation = plain(puzzle.position)
        right = [move for move, each in evaluation.moves.items() if each.value == evaluation.value]
        assert right == [puzzle.solution]


def test_lines_can_be_played_to_the_end(book: list[Puzzle]) -> None:
    for puzzle in book:
        for line, is_right in ((puzzle.line, True), (puzzle.trap, False)):
            position = puzzle.position
            for move in line:
                position = position.play(move)
            assert position.outcome
            if puzzle.position.rules.chooser != "chance":
                assert (position.outcome.value == puzzle.value) == is_right


def test_puzzles_are_distinct() -> None:
    found = generate("goff", 25)
    assert len({canonical_key(puzzle.position) for puzzle in found}) == 25


def test_grades_in_turn_and_a_single_grade() -> None:
    assert [puzzle.grade for puzzle in generate("goff", 25)] == [1, 2, 3, 4, 5] * 5
    assert {puzzle.grade for puzzle in generate("goff", 3, grade=4)} == {4}


def test_same_seed_makes_the_same_puzzles() -> None:
    again = list(islice(puzzles(Rules.parse("closer"), seed=1), 5))
    assert generate("closer", 5) == again != generate("closer", 5, seed=2)


def test_small_board_runs_out_of_puzzles() -> None:
    assert len(generate("goff rows=1 cols=3 line=2 scoring=winner", 999)) == 5
    assert generate("classic3 rows=2 cols=2 line=2", 1) == []


@pytest.mark.parametrize(
    ("rules", "text", "task", "themes"),
    [
        ("goff", "12/23/13", "O chooses where X3 lands: win", "winning-collapse complete-win"),
        (
            "goff",
            "37/79/1/35/2/6/4/35",
            "X chooses where O8 lands: win narrowly",
            "winning-collapse narrow-win at-once",
        ),
        (
            "closer",
            "3/1/5/2/9/4/8/67/67",
            "X chooses where X9 lands: win doubly",
            "winning-collapse double-win at-once",
        ),
        (
            "closer",
            "6/5/89/47/39/39",
            "O chooses where O6 lands: hold the draw",
            "saving-collapse hold-the-draw deceptive",
        ),
        (
            "goff",
            "3/5/1/2/9/7/68",
            "O to place mark 8: lose no more than half a point",
            "only-move limit-the-loss close-the-loop",
        ),
        ("classic3", "9/3/1/4/8/5", "X to place mark 7: win", "only-move win at-once"),
        (
            "qubic3",
            "25/9/7/35/14",
            "O to place mark 6: get the best odds, −1/4 on average",
            "only-move best-odds close-the-loop deceptive",
        ),
    ],
)
def test_task_and_themes(rules: str, text: str, task: str, themes: str) -> None:
    puzzle = puzzle_at(parse_position(text, Rules.parse(rules)))
    assert puzzle is not None
    assert puzzle.task() == task
    assert puzzle.task(unicode=False) == task.replace("−", "-")
    assert " ".join(puzzle.themes) == themes


@pytest.mark.parametrize(
    "text", ["-", "12 12 @1 45 45 @4 78 78 @7", "12 27 79 89 29 @9 46 36 46 @6"]
)
def test_positions_with_several_right_moves_or_one_move_are_not_puzzles(text: str) -> None:
    assert puzzle_at(read(text).position) is None


def test_coins_are_not_puzzles() -> None:
    assert puzzle_at(read("19 19", Rules.parse("qubic3")).position) is None


def test_record_has_the_solution_and_the_trap(book: list[Puzzle]) -> None:
    for number, puzzle in enumerate(book, 1):
        (record,) = read_records(write_record(puzzle_record(puzzle, number)))
        root = from_record(record).root
        assert root.position == puzzle.position
        assert root.main_line[-1].moves == puzzle.line
        trap = root.children[1]
        assert [trap, *trap.main_line][-1].moves == puzzle.trap
        assert root.comment == puzzle.task()
        assert record.tags["Event"] == "Puzzle"
        assert (record.tags["Round"], record.tags["Grade"]) == (str(number), str(puzzle.grade))
        assert tuple(record.tags["Theme"].split()) == puzzle.themes


def test_unknown_grades_and_large_boards() -> None:
    with pytest.raises(ValueError, match=r"^unknown grade 6: choose from 1, 2, 3, 4, 5$"):
        puzzles(seed=1, grade=6)
    with pytest.raises(UnsolvableError):
        puzzles(Rules.parse("krist"), seed=1)
