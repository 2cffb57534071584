"""Checks that some game reaches a position.

One history suffices: if any reaches the marks, so does the one in which all classical marks formed
a single loop, closed by the latest of them. The functions below check every condition that rules
this history out.
"""

from typing import TYPE_CHECKING, NoReturn

from .errors import IllegalPositionError
from .moves import mark_name

if TYPE_CHECKING:
    from .position import Position


def check_reachable(position: "Position") -> None:
    """Raise ``IllegalPositionError`` if no game under its rules reaches ``position``."""
    _check_places(position)
    _check_occupancy(position)
    if position.rules.is_quantum:
        _check_loops(position)
    _check_end(position)


def _fail(reason: str) -> NoReturn:
    raise IllegalPositionError(f"this position cannot be reached: {reason}")


def _check_places(position: "Position") -> None:
    """Check that each place is a square or a pair of squares, the smaller first."""
    marks: object = position.marks
    if not isinstance(marks, tuple):
        _fail("marks must be a tuple of squares and pairs")
    for mark, place in enumerate(position.marks, 1):
        _check_place(position, mark, place)


def _check_place(position: "Position", mark: int, place: object) -> None:
    squares = position.rules.board.squares
    pair = place if isinstance(place, tuple) else (place,)
    if not all(type(square) is int and square in squares for square in pair):
        _fail(f"{mark_name(mark)} is not on the board")
    if not isinstance(place, tuple):
        return
    if not position.rules.is_quantum:
        _fail(f"{mark_name(mark)} is quantum, but marks are classical (R3)")
    if len(pair) != 2 or pair[0] >= pair[1]:
        _fail(f"{mark_name(mark)} needs two squares, the smaller first (R3)")


def _check_occupancy(position: "Position") -> None:
    """Check that a square with a classical mark holds no other mark."""
    landed: set[int] = set()
    for mark, place in enumerate(position.marks, 1):
        if isinstance(place, int):
            if place in landed:
                _fail(f"{mark_name(mark)} shares its square with a classical mark")
            landed.add(place)
    for mark, pair in position.quantum.items():
        if not landed.isdisjoint(pair):
            _fail(f"{mark_name(mark)} shares its square with a classical mark")


def _check_loops(position: "Position") -> None:
    """Check that only the last mark closes a loop and that classical marks come from loops."""
    labels = tuple(position.rules.board.squares)
    last = len(position.marks)
    for mark, (a, b) in position.quantum.items():
        if labels[a] == labels[b] and mark != last:
            _fail(f"{mark_name(mark)} closes a loop that was never collapsed (R7)")
        labels = tuple(labels[a] if label == labels[b] else label for label in labels)
    pair_loops = position.rules.pair_loops == "allowed"
    if not pair_loops and len(set(position.quantum.values())) < len(position.quantum):
        _fail("two marks on one pair are forbidden (R6)")
    if 0 < len(position.classical) < (2 if pair_loops else 3):
        _fail("too few classical marks to have been a loop (R8)")


def _check_end(position: "Position") -> None:
    """Check that the game had not ended before the last mark was placed (R11)."""
    if position.rules.ends != "line" or not position.marks:
        return
    last = position.marks[-1]
    if not isinstance(last, int):
        if position.lines:
            _fail("the game had ended before the last mark (R11)")
    elif not position.rules.is_quantum and any(last not in line.squares for line in position.lines):
        _fail("the game had ended before the last mark (R11)")
