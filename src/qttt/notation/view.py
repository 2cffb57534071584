"""What stands in each square, and as what: the common ground of every picture."""

from collections.abc import Mapping
from enum import StrEnum

from qttt.game import Node, Position


class Role(StrEnum):
    """What a mark is in a square that shows it."""

    QUANTUM = "quantum"
    CLASSICAL = "classical"
    LOOP = "loop"
    """On the pending loop, but not the closing mark."""
    CLOSING = "closing"
    """The mark that closed the pending loop; where it lands is what the chooser decides (R8)."""
    STEM = "stem"
    """Not on the pending loop, but collapses with it (R6)."""
    GHOST = "ghost"
    """Quantum, and apart from the pending loop."""
    VANISHED = "vanished"
    """Was here, and landed elsewhere; known from the history only."""


Square = Mapping[int, Role]
"""What one square shows: mark → role, the marks ascending."""


def view(position: Position, history: Node | None = None) -> tuple[Square, ...]:
    """What each square shows.

    ``history`` is the node of the game at this position: with it, marks that stood in a square
    and landed elsewhere are there too. Raises ``ValueError`` if it is at another position.

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


def plain(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """The same without what a pending loop makes of its marks: readers are to see it themselves.

    >>> plain(view(Position.after((0, 1), (0, 1))))[0]
    {1: <Role.QUANTUM: 'quantum'>, 2: <Role.QUANTUM: 'quantum'>}
    """
    kept = (Role.CLASSICAL, Role.VANISHED)
    return tuple(
        {mark: role if role in kept else Role.QUANTUM for mark, role in square.items()}
        for square in squares
    )


def _roles(position: Position) -> dict[int, Role]:
    """The roles that a pending loop gives."""
    if (loop := position.loop) is None:
        return {}
    on_loop = {**dict.fromkeys(loop.marks, Role.LOOP), loop.closing: Role.CLOSING}
    ghosts = dict.fromkeys(position.quantum, Role.GHOST)
    return {**ghosts, **dict.fromkeys(loop.stems, Role.STEM), **on_loop}


def _pairs(history: Node | None, position: Position) -> dict[int, tuple[int, int]]:
    """The pairs on which the marks of the game were placed, as far as it is known."""
    if history is None:
        return {}
    if history.position != position:
        raise ValueError(f"the history is at {history.position}, the picture at {position}")
    return {mark: pair for node in history.path for mark, pair in node.position.quantum.items()}
