"""The move tree as text, with variations indented."""

from collections.abc import Iterator

from qttt.game import Collapse, Node, mark_name

from .words import numbers


def tree_lines(root: Node, current: Node, *, unicode: bool = True) -> Iterator[str]:
    """Yield a line for each node of the tree, with an arrow at ``current``.

    A variation follows the move that it replaces, indented by one more level.

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
    # Not recursive, because a game can exceed Python's recursion limit.
    stack = [(0, root.children)]
    while stack:
        depth, moves = stack.pop()
        if moves:
            node = moves[0]
            yield f"{arrow if node is current else ' '}  {f'{bar}  ' * depth}{_step(node)}"
            stack.append((depth, node.children))
            stack += [(depth + 1, [move]) for move in reversed(moves[1:])]


def _step(node: Node) -> str:
    board, mark = node.position.rules.board, mark_name(len(node.position.marks))
    if isinstance(node.move, Collapse):
        return f"{mark}  lands on {numbers(board, node.move)}"
    squares = numbers(board, dict.fromkeys(node.move or ()))
    return f"{mark}  {squares}" + ", a loop" * node.position.has_loop
