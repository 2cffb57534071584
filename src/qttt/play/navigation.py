"""Navigation in the move tree of a match."""

from itertools import pairwise

from qttt.game import Move, Node, Player
from qttt.notation.points import format_count

from .errors import NothingToUndoError


def decision_nodes(node: Node) -> list[Node]:
    """Return the nodes before ``node``, root first, at which a player decided (not a coin)."""
    return [step for step in node.path[:-1] if step.position.to_move != "chance"]


def last_decision(node: Node, player: Player) -> Node:
    """Return the node before the last decision of ``player`` on the path to ``node``.

    Raises ``NothingToUndoError`` if there is none.
    """
    for earlier in reversed(decision_nodes(node)):
        if earlier.position.to_move == player:
            return earlier
    raise NothingToUndoError(f"{player} has no decision to undo")


def redo_stops(node: Node) -> list[Node]:
    """Return the nodes after each decision in the main line after ``node``.

    A coin's collapse belongs to the placement before it.
    """
    return [
        step for step in node.main_line if step.position.to_move != "chance" or not step.children
    ]


def moves_between(ancestor: Node, node: Node) -> tuple[Move, ...]:
    """Return the moves from ``ancestor`` to ``node``."""
    return node.moves[len(ancestor.moves) :]


def is_in_tree(root: Node, node: Node) -> bool:
    """Whether ``node`` is in the tree of ``root``, and linked from every ancestor."""
    path = node.path
    linked = all(child in parent.children for parent, child in pairwise(path))
    return linked and path[0] is root


def coin_nodes(root: Node) -> list[Node]:
    """Return the nodes of a tree at which a coin has decided."""
    return [node for node in root.walk() if node.children and node.position.to_move == "chance"]


def count_error(verb: str, count: int, maximum: int) -> str:
    """Return the error message for a ``count`` of moves that is not from 1 to ``maximum``."""
    if not maximum:
        return f"there is no move to {verb}"
    return f"cannot {verb} {format_count(count, 'move')}: give a number from 1 to {maximum}"
