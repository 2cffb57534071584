"""Checks that some game reaches a position.

One history suffices: if any reaches the marks, so does the one in which all classical marks formed
a single loop, closed by the latest of them. The functions below check every condition that rules
this history out.
"""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from .components import join, join_squares
from .errors import IllegalPositionError
from .moves import Pair, Place, mark_name
from .outcome import find_lines
from .rules import Rules


def check_reachable(rules: Rules, marks: tuple[Place, ...]) -> None:
    """Raise ``IllegalPositionError`` if no game under these rules reaches these marks."""
    _check_places(rules, marks)
    classical = {mark: place for mark, place in enumerate(marks, 1) if isinstance(place, int)}
    quantum = {mark: place for mark, place in enumerate(marks, 1) if not isinstance(place, int)}
    _check_occupancy(classical, quantum)
    if rules.is_quantum:
        _check_loops(rules, len(classical), quantum)
    _check_end(rules, marks, classical)


def _fail(reason: str) -> NoReturn:
    raise IllegalPositionError(f"this position cannot be reached: {reason}")


def _check_places(rules: Rules, marks: object) -> None:
    """Check that each place is a square or a pair of squares, the smaller first."""
    if not isinstance(marks, tuple):
        _fail("marks must be a tuple of squares and pairs")
    for mark, place in enumerate(marks, 1):
        _check_place(rules, mark_name(mark), place)


def _check_place(rules: Rules, name: str, place: object) -> None:
    pair = place if isinstance(place, tuple) else (place,)
    if not all(type(square) is int and square in rules.board.squares for square in pair):
        _fail(f"{name} is not on the board")
    if not isinstance(place, tuple):
        return
    if not rules.is_quantum:
        _fail(f"{name} is quantum, but marks are classical (R3)")
    if len(pair) != 2 or pair[0] >= pair[1]:
        _fail(f"{name} needs two squares, the smaller first (R3)")


def _check_occupancy(classical: Mapping[int, int], quantum: Mapping[int, Pair]) -> None:
    """Check that a square with a classical mark holds no other mark."""
    taken: set[int] = set()
    for mark, square in classical.items():
        if square in taken:
            _fail(f"{mark_name(mark)} shares its square with a classical mark")
        taken.add(square)
    for mark, pair in quantum.items():
        if not taken.isdisjoint(pair):
            _fail(f"{mark_name(mark)} shares its square with a classical mark")


def _check_loops(rules: Rules, classical: int, quantum: Mapping[int, Pair]) -> None:
    """Check that only the last mark closes a loop and that classical marks come from loops."""
    above = join_squares(rules.board.size, ())
    last = classical + len(quantum)
    for mark, pair in quantum.items():
        if not join(above, *pair) and mark != last:
            _fail(f"{mark_name(mark)} closes a loop that was never collapsed (R7)")
    pair_loops = rules.pair_loops == "allowed"
    if not pair_loops and len(set(quantum.values())) < len(quantum):
        _fail("two marks on one pair are forbidden (R6)")
    if 0 < classical < (2 if pair_loops else 3):
        _fail("too few classical marks to have been a loop (R8)")


def _check_end(rules: Rules, marks: Sequence[Place], classical: Mapping[int, int]) -> None:
    """Check that the game had not ended before the last mark was placed (R11)."""
    if rules.ends != "line" or rules.line is None or not marks:
        return
    landed = {square: mark for mark, square in classical.items()}
    lines = find_lines(rules.board, rules.line, landed)
    if isinstance(marks[-1], int):
        is_early = not rules.is_quantum and any(marks[-1] not in line.squares for line in lines)
    else:
        is_early = bool(lines)
    if is_early:
        _fail("the game had ended before the last mark (R11)")
