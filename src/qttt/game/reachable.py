"""Whether any game reaches a position.

It is enough to look for one simple history. If any history reaches the marks, so does the one in
which all classical marks were a single loop, closed by the latest of them; only these things can
rule that out, and each is checked below.
"""

from typing import TYPE_CHECKING, NoReturn

from .errors import IllegalPositionError
from .moves import mark_name

if TYPE_CHECKING:
    from .position import Position


def check(position: "Position") -> None:
    """Raise ``IllegalPositionError`` if no game under its rules reaches ``position``."""
    _check_places(position)
    _check_room(position)
    if position.rules.is_quantum:
        _check_loops(position)
    _check_end(position)


def _refuse(why: str) -> NoReturn:
    raise IllegalPositionError(f"this position cannot be reached: {why}")


def _check_places(position: "Position") -> None:
    """Each place is a square of the board or a pair of two of them, the smaller first."""
    marks: object = position.marks
    if not isinstance(marks, tuple):
        _refuse("marks must be a tuple of squares and pairs")
    for mark, place in enumerate(position.marks, 1):
        _check_place(position, mark, place)


def _check_place(position: "Position", mark: int, place: object) -> None:
    squares = position.rules.board.squares
    pair = place if isinstance(place, tuple) else (place,)
    if not all(type(square) is int and square in squares for square in pair):
        _refuse(f"{mark_name(mark)} is not on the board")
    if not isinstance(place, tuple):
        return
    if not position.rules.is_quantum:
        _refuse(f"{mark_name(mark)} is quantum, but marks are classical (R3)")
    if len(pair) != 2 or pair[0] >= pair[1]:
        _refuse(f"{mark_name(mark)} needs two squares, the smaller first (R3)")


def _check_room(position: "Position") -> None:
    """A square holds one classical mark, and then nothing else."""
    landed: set[int] = set()
    for mark, place in enumerate(position.marks, 1):
        if isinstance(place, int):
            if place in landed:
                _refuse(f"{mark_name(mark)} shares its square with a classical mark")
            landed.add(place)
    for mark, pair in position.quantum.items():
        if not landed.isdisjoint(pair):
            _refuse(f"{mark_name(mark)} shares its square with a classical mark")


def _check_loops(position: "Position") -> None:
    """Only the last mark may close a loop, and classical marks come from loops."""
    seen = tuple(position.rules.board.squares)
    last = len(position.marks)
    for mark, (a, b) in position.quantum.items():
        if seen[a] == seen[b] and mark != last:
            _refuse(f"{mark_name(mark)} closes a loop that was never collapsed (R7)")
        seen = tuple(seen[a] if label == seen[b] else label for label in seen)
    pair_loops = position.rules.pair_loops == "allowed"
    if not pair_loops and len(set(position.quantum.values())) < len(position.quantum):
        _refuse("two marks on one pair are forbidden (R6)")
    if 0 < len(position.classical) < (2 if pair_loops else 3):
        _refuse("too few classical marks to have been a loop (R8)")


def _check_end(position: "Position") -> None:
    """Nothing is placed after the end: a line holds no marks newer than the last landing."""
    if position.rules.ends != "line" or not position.marks:
        return
    last = position.marks[-1]
    if not isinstance(last, int):
        if position.lines:
            _refuse("the game had ended before the last mark (R11)")
    elif not position.rules.is_quantum and any(last not in line.squares for line in position.lines):
        _refuse("the game had ended before the last mark (R11)")
