"""The board and the tree as text."""

from qttt.game import Collapse, Node, Placement, Position, Rules
from qttt.shell import Session, TerminalStyle
from qttt.shell.output import tree_lines


def test_squares_of_the_board_are_named_as_in_commands() -> None:
    session = Session(Rules.preset("krist", 4), style=TerminalStyle(unicode=False))
    session.execute("play 0 0 0 1")
    session.execute("play 3 2 0 1")
    assert session.execute("board")[:3] == [
        "+0 0------+0 1------+0 2------+0 3------+",
        "| X1      | X1  O2  |         |         |",
        "+1 0------+1 1------+1 2------+1 3------+",
    ]


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
