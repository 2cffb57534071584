"""The marks to show in each square and their roles; shared by all drawings."""

from collections.abc import Mapping
from enum import StrEnum

from qttt.game import Node, Position


class Role(StrEnum):
    """The role of a mark in a square."""

    QUANTUM = "quantum"
    CLASSICAL = "classical"
    LOOP = "loop"
    """On the pending loop, but not the closing mark."""
    CLOSING = "closing"
    """The mark that closed the pending loop; the chooser decides where it lands (R8)."""
    STEM = "stem"
    """Not on the pending loop, but collapses with it (R6)."""
    GHOST = "ghost"
    """Quantum, in another entanglement than the pending loop."""
    VANISHED = "vanished"
    """Was in this square, but landed in its other one; known from the history only."""


SquareContents = Mapping[int, Role]
"""The contents of one square: mark → role, in ascending order of marks."""


def view(position: Position, history: Node | None = None) -> tuple[SquareContents, ...]:
    """Return the contents of each square.

    ``history``, the node of the game at this position, adds vanished marks. Raises ``ValueError``
    if it is at another position.

    >>> view(Position.after((0, 1), (0, 1)))[0]
    {1: <Role.LOOP: 'loop'>, 2: <Role.CLOSING: 'closing'>}
    """
    squares: list[dict[int, Role]] = [{} for _ in position.rules.board.squares]
    roles = _roles(position)
    pairs = _pairs(history, position)
    for mark, place in enumerate(position.marks, 1):
        if isinstance(place, int):
            for square in pairs.get(mark, ()):
                squares[square][mark] = Role.VANISHED
            squares[place][mark] = Role.CLASSICAL
        else:
            for square in place:
                squares[square][mark] = roles.get(mark, Role.QUANTUM)
    return tuple(squares)


def without_loop_roles(squares: tuple[SquareContents, ...]) -> tuple[SquareContents, ...]:
    """Remove the roles of a pending loop, for example for exercises.

    >>> without_loop_roles(view(Position.after((0, 1), (0, 1))))[0]
    {1: <Role.QUANTUM: 'quantum'>, 2: <Role.QUANTUM: 'quantum'>}
    """
    unchanged = (Role.CLASSICAL, Role.VANISHED)
    return tuple(
        {mark: role if role in unchanged else Role.QUANTUM for mark, role in square.items()}
        for square in squares
    )


def numbers_matter(position: Position) -> bool:
    """Whether the numbers of classical marks matter: a loop is pending, or both have a line.

    >>> numbers_matter(Position.after((0, 1), (0, 1)))
    True
    """
    owners = {line.player for line in position.lines} if position.rules.line else set()
    return position.has_loop or len(owners) == 2


def _roles(position: Position) -> dict[int, Role]:
    if (loop := position.loop) is None:
        return {}
    on_loop = {**dict.fromkeys(loop.marks, Role.LOOP), loop.closing: Role.CLOSING}
    ghosts = dict.fromkeys(position.quantum, Role.GHOST)
    return {**ghosts, **dict.fromkeys(loop.stems, Role.STEM), **on_loop}


def _pairs(history: Node | None, position: Position) -> dict[int, tuple[int, int]]:
    if history is None:
        return {}
    if history.position != position:
        raise ValueError(f"the history is at {history.position}, the picture at {position}")
    return {mark: pair for node in history.path for mark, pair in node.position.quantum.items()}
