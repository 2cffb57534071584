"""The move tree of a game: its main line and variations."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from qttt.copies import IndependentCopies, preorder

from .arguments import check_type
from .moves import Move, MoveLike, as_move
from .position import Position
from .rules import Rules


class Node(IndependentCopies):
    """A node of the move tree of a game: the position after ``move``.

    ``children[0]`` continues the main line; the other children are variations. The root has no
    move and no parent. ``comment`` is free text. A copy of a node belongs to a copy of its tree.

    Any node stands for its game: functions with a parameter ``game`` accept every node of it, and
    those that return a game return its last node, the ``end`` of the main line. A parameter
    ``node`` or ``history`` means the moves from the root to that node.

    >>> game = Node(Position()).play((0, 1)).play((1, 4))
    >>> game, game.position, game.root
    (<Node '12 25'>, Position(Rules(), ((0, 1), (1, 4))), <Node '' of '12 25'>)
    """

    __slots__ = ("children", "comment", "move", "parent", "position")

    def __init__(
        self, position: Position, move: Move | None = None, parent: "Node | None" = None
    ) -> None:
        check_type("Node: position", position, Position)
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""

    def __reduce__(self) -> tuple[Any, ...]:
        root = self.path[0]
        if self is not root:
            number = next(i for i, node in enumerate(root.walk()) if node is self)
            return _node_in, (root, number)
        rows = [(depth, node.position, node.move, node.comment) for depth, node in preorder(root)]
        return _tree_of, (rows,)

    def play(self, move: MoveLike) -> "Node":
        """Return the child reached by ``move``; add it if it does not exist.

        Raises the errors of ``Position.play``; the tree is then unchanged.
        """
        move = as_move(move)
        for child in self.children:
            if child.move == move:
                return child
        child = Node(self.position.play(move), move, self)
        self.children.append(child)
        return child

    @property
    def root(self) -> "Node":
        """The first node of the game."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    @property
    def end(self) -> "Node":
        """The last node of the main line after this node; this node if nothing follows."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    @property
    def path(self) -> "tuple[Node, ...]":
        """The nodes from the root to this node, inclusive."""
        nodes = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return tuple(reversed(nodes))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the root to this node."""
        return tuple(node.move for node in self.path if node.move is not None)

    @property
    def main_line(self) -> "tuple[Node, ...]":
        """The nodes after this node along the main line."""
        nodes: list[Node] = []
        node = self
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return tuple(nodes)

    def promote(self) -> None:
        """Make the path to this node the main line."""
        node = self
        while (parent := node.parent) is not None:
            siblings = parent.children
            if siblings[0] is not node:
                siblings.insert(0, siblings.pop(siblings.index(node)))
            node = parent

    def clear(self) -> None:
        """Remove the children of this node and of all its descendants.

        Breaks the reference cycles between parents and children, so that the tree is freed at once
        instead of at the next garbage collection.
        """
        for node in tuple(self.walk()):
            node.children.clear()

    def __repr__(self) -> str:
        """The moves in the form that ``qttt.read`` accepts, the whole line, and unusual rules."""
        rules = self.position.rules
        whole = f" of {self.end._text!r}" if self.children else ""
        return f"<Node {self._text!r}{whole}{'' if rules == Rules() else f', {rules}'}>"

    @property
    def _text(self) -> str:
        path = self.path
        start = [str(path[0].position)] if path[0].position.marks else []
        steps = zip(path, self.moves, strict=False)
        return " ".join(start + [node.position.name(move) for node, move in steps])

    def walk(self) -> "Iterator[Node]":
        """Yield this node and its descendants in pre-order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def _node_in(root: Node, number: int) -> Node:
    return next(islice(root.walk(), number, None))


def _tree_of(rows: list[tuple[int, Position, Move | None, str]]) -> Node:
    branch: list[Node] = []
    for depth, position, move, comment in rows:
        del branch[depth:]
        node = Node(position, move, branch[-1] if branch else None)
        node.comment = comment
        if branch:
            branch[-1].children.append(node)
        branch.append(node)
    return branch[0]
