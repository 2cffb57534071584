"""The move tree: main line, variations, illegal moves."""

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, IllegalMoveError, Node, Placement, Position
from tests.strategies import Walk, walks


@given(walks())
def test_a_game_is_a_path(walk: Walk) -> None:
    leaf = walk.leaf
    assert leaf.moves == walk.moves
    assert tuple(node.position for node in leaf.path) == walk.positions
    assert leaf.path[-1] is leaf
    assert leaf.path[0].move is None
    assert leaf.path[0].parent is None
    assert leaf.path[0].main_line == leaf.path[1:]
    for parent, child in zip(leaf.path, leaf.path[1:], strict=False):
        assert child.parent is parent
        assert parent.children == [child]
        assert child.move is not None
        assert parent.position.play(child.move) == child.position


@given(walks(), st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), max_size=6))
def test_walk_yields_every_node_once_and_parents_first(
    walk: Walk, variations: list[tuple[int, int]]
) -> None:
    leaf = walk.leaf
    root = leaf.path[0]
    for ply, choice in variations:
        node = leaf.path[ply % len(leaf.path)]
        if node.position.legal_moves:
            node.play(node.position.legal_moves[choice % len(node.position.legal_moves)])
    nodes = list(root.walk())
    assert nodes[0] is root
    assert len({id(node) for node in nodes}) == len(nodes)
    seen: set[int] = set()
    for node in nodes:
        assert node.parent is None or id(node.parent) in seen
        seen.add(id(node))
        assert all(child in nodes for child in node.children)


def test_the_same_move_leads_to_the_same_node() -> None:
    root = Node(Position())
    first = root.play(Placement(0, 1))
    assert root.play(Placement(1, 0)) is first
    assert root.children == [first]


def test_another_move_is_a_variation_until_it_is_promoted() -> None:
    root = Node(Position())
    main, other = root.play(Placement(0, 1)), root.play(Placement(3, 4))
    deep = other.play(Placement(0, 8))
    assert list(root.main_line) == [main]
    deep.promote()
    assert root.children == [other, main]
    assert list(root.main_line) == [other, deep]
    assert [node.move for node in root.walk()] == [
        None, Placement(3, 4), Placement(0, 8), Placement(0, 1)
    ]  # fmt: skip


def test_promoting_keeps_the_order_of_the_others() -> None:
    root = Node(Position())
    a, b, c = (root.play(Placement(0, square)) for square in (1, 2, 3))
    c.promote()
    assert root.children == [c, a, b]
    c.promote()
    assert root.children == [c, a, b]


def test_an_illegal_move_does_not_change_the_tree() -> None:
    root = Node(Position())
    child = root.play(Placement(0, 1))
    for move in (Placement(4, 4), Collapse(0)):
        with pytest.raises(IllegalMoveError):
            child.play(move)
    assert child.children == []
    assert list(root.walk()) == [root, child]


def test_a_comment_is_free_text() -> None:
    node = Node(Position())
    assert node.comment == ""
    node.comment = "the centre looks good"
    assert node.comment == "the centre looks good"
    assert (node.moves, node.path, node.main_line) == ((), (node,), ())


def test_a_tree_can_start_from_any_position() -> None:
    root = Node(Position.after((0, 1), (0, 1)))
    assert root.moves == ()
    assert root.play(Collapse(0)).moves == (Collapse(0),)


def test_a_felled_tree_is_freed_without_the_garbage_collector() -> None:
    gc.disable()
    try:
        root = Node(Position())
        for first in root.position.legal_moves[:3]:
            root.play(first).play(Placement(7, 8))
        positions = [weakref.ref(node.position) for node in root.walk()]
        root.clear()
        assert root.children == []
        del root
        assert [position() for position in positions] == [None] * 7
    finally:
        gc.enable()
