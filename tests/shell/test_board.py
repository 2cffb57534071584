"""The board and the tree as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, Node, Placement, Position, Rules, mark_name
from qttt.shell.board import board_lines
from qttt.shell.tree import tree_lines
from tests.strategies import ALL, random_walk

STEM = Position.after((0, 1), (1, 4), (4, 8), (0, 4))


def test_signs_and_letters() -> None:
    assert [*board_lines(STEM, unicode=False, width=40)] == [
        "       0         1         2",
        "  +---------+---------+---------+",
        "0 | x1~ o4? | x1~ o2~ |    .    |",
        "1 |    .    | o2~ x3' |    .    |",
        "  |         | o4?     |         |",
        "2 |    .    |    .    | x3'     |",
        "  +---------+---------+---------+",
        "  ? closing mark  ~ on the loop  ' stem",
    ]
    assert [*board_lines(STEM.play(Collapse(0)), unicode=False)][2] == "0 | O4    | X1    |   .   |"


@given(st.sampled_from(ALL), st.integers(0, 999), st.integers(0, 40), st.integers(20, 120))
def test_every_mark_is_in_its_squares(rules: str, seed: int, plies: int, width: int) -> None:
    position = random_walk(Rules.parse(rules), seed, plies).last
    board = position.rules.board
    drawn = [*board_lines(position, unicode=False, width=width)]
    rows: list[list[str]] = []
    for line in drawn[2 : drawn.index(drawn[1], 2)]:
        label, *cells = line.split("|")[:-1]
        if label.strip():
            rows.append([""] * board.cols)
        rows[-1] = [f"{a} {b}" for a, b in zip(rows[-1], cells, strict=True)]
    shown = [re.findall(r"[xoXO]\d+", cell) for row in rows for cell in row]
    for square in board.squares:
        quantum = [mark_name(m).lower() for m, pair in position.quantum.items() if square in pair]
        whole = [mark_name(position.classical[square])] if square in position.classical else []
        assert shown[square] == quantum + whole


@given(st.sampled_from(("goff", "krist", "qubic5")), st.integers(0, 999), st.integers(0, 40))
def test_board_fits_the_width(rules: str, seed: int, plies: int) -> None:
    position = random_walk(Rules.parse(rules), seed, plies).last
    assert max(map(len, board_lines(position, width=60))) <= 60


def test_color_changes_no_text() -> None:
    plain = "\n".join(board_lines(STEM))
    colored = "\n".join(board_lines(STEM, color=True))
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain != colored


@pytest.mark.parametrize("unicode", [True, False])
def test_ascii_without_unicode(unicode: bool) -> None:
    assert "\n".join(board_lines(STEM, unicode=unicode)).isascii() != unicode


def test_tree_indents_variations_and_marks_loops() -> None:
    root = Node(Position())
    loop = root.play(Placement(0, 1)).play(Placement(0, 1))
    here = loop.play(Collapse(0)).play(Placement(3, 4))
    loop.play(Collapse(1))
    root.play(Placement(4, 8)).play(Placement(0, 8))
    assert [*tree_lines(root, here)] == [
        "   start",
        "   X1  0 0 0 1",
        "   │  X1  1 1 2 2",
        "   │  O2  0 0 2 2",
        "   O2  0 0 0 1, a loop",
        "   O2  lands on 0 0",
        "   │  O2  lands on 0 1",
        "▶  X3  1 0 1 1",
    ]
    assert next(tree_lines(root, root)) == "▶  start"


def test_tree_of_a_long_game_is_not_recursive() -> None:
    root = node = Node(Position(Rules.preset("krist", 26)))
    for square in range(0, 676, 2):
        pair = Placement(square, square + 1)
        node = node.play(pair).play(pair).play(Collapse(square))
    lines = [*tree_lines(root, node)]
    assert len(lines) == 1 + 3 * 338
    assert lines[-1] == "▶  O676  lands on 25 24"
