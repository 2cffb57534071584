"""The move tree as text: the line in play straight down, what was tried instead set in."""

from collections.abc import Iterator

from qttt.game import Collapse, Node, mark_name

from .words import numbers


def tree_lines(root: Node, current: Node, *, unicode: bool = True) -> Iterator[str]:
    """A line for each node of the tree; an arrow points at ``current``.

    A variation follows the move that it replaces, one step further in, to its end.

    >>> from qttt.game import Placement, Position
    >>> root = Node(Position())
    >>> first, other = root.play(Placement(0, 1)), root.play(Placement(0, 2))
    >>> print(*tree_lines(root, other, unicode=False), sep=chr(10))
       start
       X1  0 0 0 1
    >  |  X1  0 0 0 2
    """
    arrow, bar = ("▶", "│") if unicode else (">", "|")
    yield f"{arrow if root is current else ' '}  start"
    # Not recursive, because a game can be deeper than Python can recurse.
    waiting = [(0, root.children)]
    while waiting:
        depth, moves = waiting.pop()
        if moves:
            node = moves[0]
            yield f"{arrow if node is current else ' '}  {f'{bar}  ' * depth}{_step(node)}"
            waiting.append((depth, node.children))
            waiting += [(depth + 1, [move]) for move in reversed(moves[1:])]


def _step(node: Node) -> str:
    board, mark = node.position.rules.board, mark_name(len(node.position.marks))
    if isinstance(node.move, Collapse):
        return f"{mark}  lands on {numbers(board, node.move)}"
    squares = numbers(board, dict.fromkeys(node.move or ()))
    return f"{mark}  {squares}" + ", a loop" * node.position.has_loop
