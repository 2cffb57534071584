"""Squares, their names, and the rows, columns and diagonals of a board (R1, R10, R14)."""

import itertools

import pytest

from qttt.game import Board
from tests import oracle
from tests.oracle import Game

SIDES = [(1, 2), (2, 1), (1, 5), (2, 3), (3, 2), (3, 3), (4, 4), (3, 5), (6, 4), (5, 5), (26, 26)]


def game(rows: int, cols: int, line: int = 3) -> Game:
    return Game(rows=rows, cols=cols, line=line, scoring="winner")


@pytest.mark.parametrize(("rows", "cols"), SIDES)
def test_squares_are_numbered_in_reading_order(rows: int, cols: int) -> None:
    board = Board(rows, cols)
    assert board.size == rows * cols
    assert list(board.squares) == list(range(rows * cols))
    for row, col in itertools.product(range(rows), range(cols)):
        assert board.at(row, col) == row * cols + col
    for row, col in ((-1, 0), (0, -1), (rows, 0), (0, cols)):
        assert board.at(row, col) is None


@pytest.mark.parametrize(("rows", "cols"), SIDES)
def test_names(rows: int, cols: int) -> None:
    board = Board(rows, cols)
    names = [board.name(square) for square in board.squares]
    assert names == [oracle.square_name(game(rows, cols), square) for square in board.squares]
    assert len(set(names)) == board.size
    assert [board.square(name) for name in names] == list(board.squares)


def test_names_by_example() -> None:
    assert [Board(3, 3).name(square) for square in (0, 4, 8)] == ["1", "5", "9"]
    assert [Board(4, 4).name(square) for square in (0, 3, 12, 15)] == ["a1", "d1", "a4", "d4"]
    assert [Board(2, 3).name(square) for square in (2, 3)] == ["c1", "a2"]
    assert Board(26, 26).name(675) == "z26"
    assert Board(3, 3).has_digit_names
    assert not Board(3, 4).has_digit_names
    assert not Board(1, 9).has_digit_names


@pytest.mark.parametrize(
    ("rows", "cols", "name"),
    [
        (3, 3, "0"),
        (3, 3, "10"),
        (3, 3, "a1"),
        (3, 3, ""),
        (4, 4, "1"),
        (4, 4, "e1"),
        (4, 4, "a5"),
        (4, 4, "a0"),
        (4, 4, "A1"),
        (4, 4, "a01"),
        (4, 4, "a 1"),
        (4, 4, "1a"),
    ],
)
def test_unknown_names_are_rejected(rows: int, cols: int, name: str) -> None:
    with pytest.raises(KeyError) as caught:
        Board(rows, cols).square(name)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(("rows", "cols"), SIDES)
def test_runs_are_every_row_column_and_diagonal(rows: int, cols: int) -> None:
    """Runs of one square are ignored: they cannot hold a krist or a line."""
    runs = sorted(run for run in Board(rows, cols).runs() if len(run) > 1)
    expected = sorted(tuple(run) for run in oracle.directions(game(rows, cols)) if len(run) > 1)
    assert runs == expected


@pytest.mark.parametrize(("rows", "cols"), SIDES[:-1])
@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_lines_are_every_window(rows: int, cols: int, length: int) -> None:
    """A board filled with X has every possible line."""
    filled = tuple(frozenset((mark // 2,)) for mark in range(2 * rows * cols))
    only_x = tuple(place for mark, place in enumerate(filled, 1) if mark % 2)
    doubled = tuple(place for square in only_x for place in (square, frozenset((-1, -2))))
    expected = {row.squares for row in oracle.lines(game(rows, cols, length), doubled)}
    lines = Board(rows, cols).lines(length)
    assert {tuple(sorted(line)) for line in lines} == expected
    assert len(lines) == len(expected)


def test_the_number_of_lines() -> None:
    assert len(Board(3, 3).lines(3)) == 8
    assert len(Board(4, 4).lines(4)) == 10
    assert len(Board(5, 5).lines(4)) == 28
    assert len(Board(1, 5).lines(3)) == 3
    assert Board(2, 2).lines(3) == ()


@pytest.mark.parametrize(("rows", "cols"), SIDES[:-1])
def test_symmetries_are_a_group_that_keeps_lines(rows: int, cols: int) -> None:
    board = Board(rows, cols)
    symmetries = board.symmetries()
    assert len(symmetries) == (8 if rows == cols else 4)
    assert tuple(board.squares) in symmetries
    for one in symmetries:
        assert sorted(one) == list(board.squares)
        assert {tuple(one[square] for square in other) for other in symmetries} == set(symmetries)
        runs = {frozenset(run) for run in board.runs()}
        assert {frozenset(one[square] for square in run) for run in runs} == runs


def test_symmetries_of_the_square_are_all_different() -> None:
    assert len(set(Board(3, 3).symmetries())) == 8
    assert len(set(Board(2, 3).symmetries())) == 4


def test_boards_are_values() -> None:
    assert Board(3, 4) == Board(3, 4) != Board(4, 3)
    assert hash(Board(3, 4)) == hash(Board(3, 4))
    assert repr(Board(3, 4)) == "Board(rows=3, cols=4)"
