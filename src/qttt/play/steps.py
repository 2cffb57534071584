"""Where a match can go back and forth to in its tree."""

from itertools import pairwise

from qttt.game import Move, Node


def decisions(node: Node) -> list[Node]:
    """The nodes on the way to ``node`` at which a player decided, the root first.

    A coin's collapse is nobody's decision: it goes with the placement before it.
    """
    return [point for point in node.path[:-1] if point.position.to_move != "chance"]


def ahead(node: Node) -> list[Node]:
    """Where each decision of the main line after ``node`` led, with the coin's answer to it."""
    return [
        point
        for point in node.main_line
        if point.position.to_move != "chance" or not point.children
    ]


def between(ancestor: Node, node: Node) -> tuple[Move, ...]:
    """The moves from ``ancestor`` to ``node``."""
    return node.moves[len(ancestor.moves) :]


def holds(root: Node, node: Node) -> bool:
    """True if ``node`` is in the tree of ``root``; a node can know a parent that disowns it."""
    path = node.path
    linked = all(child in parent.children for parent, child in pairwise(path))
    return linked and path[0] is root


def coin_nodes(root: Node) -> list[Node]:
    """The nodes of a tree at which a coin has decided."""
    return [node for node in root.walk() if node.children and node.position.to_move == "chance"]


def no_such_count(what: str, count: int, most: int) -> str:
    """Why one cannot go ``count`` decisions back or forth where there are ``most``."""
    if not most:
        return f"there is no move to {what}"
    noun = "move" if count == 1 else "moves"
    return f"cannot {what} {count} {noun}: give a number from 1 to {most}"
