"""The move tree: a game with everything that was tried in it."""

from collections.abc import Iterator

from .moves import Move
from .position import Position


class Node:
    """One point of a game: the ``move`` that led here, and the moves tried from here.

    ``children[0]`` is the main line, the others are variations. The root has no move and no
    parent. ``comment`` is free text.

    >>> root = Node(Position())
    >>> leaf = root.play(root.position.legal_moves[0]).play(root.position.legal_moves[1])
    >>> leaf.position, len(leaf.moves)
    (Position(Rules(), ((0, 1), (0, 2))), 2)
    """

    __slots__ = ("children", "comment", "move", "parent", "position")

    def __init__(
        self, position: Position, move: Move | None = None, parent: "Node | None" = None
    ) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""

    def play(self, move: Move) -> "Node":
        """The child reached by ``move``, made if it is new.

        Raises ``IllegalMoveError``, and then the tree stays as it was.
        """
        for known in self.children:
            if known.move == move:
                return known
        new = Node(self.position.play(move), move, self)
        self.children.append(new)
        return new

    @property
    def path(self) -> "tuple[Node, ...]":
        """The nodes from the root to this one, both included."""
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
        """The nodes after this one along first children."""
        nodes: list[Node] = []
        node = self
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return tuple(nodes)

    def promote(self) -> None:
        """Make this node's branch the main line at each of its ancestors."""
        node = self
        while (parent := node.parent) is not None:
            siblings = parent.children
            if siblings[0] is not node:
                siblings.insert(0, siblings.pop(siblings.index(node)))
            node = parent

    def fell(self) -> None:
        """Take apart what grows from here: no node has children after it.

        Nodes and their children hold each other. Where there are games without end, those that
        nobody needs would stay until Python looks for such circles, which it seldom does.
        """
        for node in tuple(self.walk()):
            node.children.clear()

    def walk(self) -> "Iterator[Node]":
        """This node and all below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))
