"""Test oracle: the rules by brute force, independent of ``qttt``.

A position is a tuple with the set of possible squares of each mark. Everything else follows from
enumerating all assignments of marks to squares without collisions:

* a *reality* is such an assignment;
* a loop is pending if a group of marks fills all its squares in every reality;
* a collapse is one of the (two) realities of that group;
* the marks on the loop are those that the two realities put on different squares.

There is no graph, union-find or rooted tree here, so a bug in one of those is not repeated.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tests.oracle_rules import PRESETS as PRESETS
from tests.oracle_rules import Game as Game
from tests.oracle_rules import is_sound as is_sound
from tests.oracle_rules import parse_rules as parse_rules

Where = tuple[frozenset[int], ...]
"""For each mark, in order, its possible squares: one if it is classical."""

Reality = tuple[int, ...]
"""For each mark of a group, in order, its square."""

Marks = tuple[int | tuple[int, int], ...]
"""`Where` in the format of the code under test."""

Move = tuple[str, int, int]
"""``("place", a, b)``, ``("whole", a, a)`` or ``("collapse", a, a)``."""


# ---------------------------------------------------------------------------- realities


def realities(group: Iterable[frozenset[int]]) -> list[Reality]:
    """All assignments of these marks to different squares."""
    return [squares for squares in itertools.product(*group) if len(set(squares)) == len(squares)]


def realities_by_mark(group: Iterable[frozenset[int]]) -> list[Reality]:
    """The same assignments, extended by one mark at a time, for groups with a large product."""
    result: list[Reality] = [()]
    for spots in group:
        result = [(*taken, square) for taken in result for square in spots if square not in taken]
    return result


def groups(where: Where) -> list[tuple[int, ...]]:
    """The entanglements, as marks (1, 2, …) that share possible squares (R5)."""
    heaps: list[tuple[set[int], set[int]]] = []
    for mark, spots in enumerate(where, start=1):
        mine = ({mark}, set(spots))
        apart = []
        for marks, squares in heaps:
            if squares & mine[1]:
                mine = (mine[0] | marks, mine[1] | squares)
            else:
                apart.append((marks, squares))
        heaps = [*apart, mine]
    return sorted(tuple(sorted(marks)) for marks, _ in heaps)


def connected_order(where: Where, group: tuple[int, ...]) -> tuple[int, ...]:
    """The marks of a group in an order in which each shares a square with an earlier one."""
    order, seen, left = [group[0]], set(where[group[0] - 1]), list(group[1:])
    while left:
        mark = next(mark for mark in left if where[mark - 1] & seen)
        left.remove(mark)
        order.append(mark)
        seen |= where[mark - 1]
    return tuple(order)


@lru_cache(maxsize=4096)
def group_realities(where: Where, group: tuple[int, ...]) -> tuple[dict[int, int], ...]:
    """The realities of one group, as mark → square."""
    order = connected_order(where, group) if len(group) > 9 else group
    method = realities_by_mark if len(group) > 9 else realities
    return tuple(
        dict(zip(order, squares, strict=True))
        for squares in method([where[mark - 1] for mark in order])
    )


def group_squares(where: Where, group: tuple[int, ...]) -> frozenset[int]:
    return frozenset().union(*(where[mark - 1] for mark in group))


def is_full(where: Where, group: tuple[int, ...]) -> bool:
    """Whether every reality of the group fills all its squares."""
    squares = group_squares(where, group)
    return all(set(reality.values()) == squares for reality in group_realities(where, group))


def all_realities(where: Where) -> Iterator[dict[int, int]]:
    """The realities of the position: all combinations of realities of its groups."""
    parts = [group_realities(where, group) for group in groups(where)]
    for chosen in itertools.product(*parts):
        yield {mark: square for part in chosen for mark, square in part.items()}


def odds(where: Where) -> dict[int, dict[int, Fraction]]:
    """The frequency of each square for each mark, over the realities of its group."""
    table: dict[int, dict[int, Fraction]] = {}
    for group in groups(where):
        all_of_group = group_realities(where, group)
        for mark in group:
            counts = Counter(reality[mark] for reality in all_of_group)
            table[mark] = {square: Fraction(n, len(all_of_group)) for square, n in counts.items()}
    return table


class PendingLoop(NamedTuple):
    """A pending loop (R6, R8), derived from the two realities of a full group."""

    closing: int
    marks: tuple[int, ...]
    squares: tuple[int, ...]
    stems: tuple[int, ...]
    outcomes: dict[int, dict[int, int]]
    """Square of the closing mark → where all marks of the group land."""


def pending_loop(where: Where) -> PendingLoop | None:
    """The pending loop: that of a group that fills all its squares."""
    for group in groups(where):
        if len(group) > 1 and is_full(where, group):
            both = group_realities(where, group)
            on_loop = tuple(m for m in group if len({reality[m] for reality in both}) > 1)
            return PendingLoop(
                closing=max(group),
                marks=on_loop,
                squares=tuple(sorted({reality[m] for reality in both for m in on_loop})),
                stems=tuple(m for m in group if m not in on_loop),
                outcomes={reality[max(group)]: reality for reality in both},
            )
    return None


# ---------------------------------------------------------------------------- moves


def landed(where: Where) -> dict[int, int]:
    """Square → classical mark."""
    return {min(spots): mark for mark, spots in enumerate(where, start=1) if len(spots) == 1}


def open_squares(game: Game, where: Where) -> list[int]:
    return [square for square in game.squares if square not in landed(where)]


def placements(game: Game, where: Where) -> list[Move]:
    """The legal placements, provided that the game is not over and no loop is pending (R3-R6)."""
    free = open_squares(game, where)
    if game.marks == "classical":
        return [("whole", square, square) for square in free]
    if len(free) == 1:
        return [("whole", free[0], free[0])] if game.last_square == "forced" else []
    taken = set(where) if game.pair_loops == "forbidden" else set()
    return [
        ("place", a, b)
        for a, b in itertools.combinations(free, 2)
        if frozenset((a, b)) not in taken
    ]


def legal_moves(game: Game, where: Where) -> list[Move]:
    """The legal moves in ascending order of squares; none if the game is over."""
    loop = pending_loop(where)
    if loop is not None:
        return [("collapse", square, square) for square in sorted(loop.outcomes)]
    return [] if stops_at_line(game, where) else placements(game, where)


def play(where: Where, move: Move) -> Where:
    """Play a legal move."""
    kind, a, b = move
    if kind != "collapse":
        return (*where, frozenset((a, b)))
    loop = pending_loop(where)
    assert loop is not None
    settled = loop.outcomes[a]
    return tuple(
        frozenset((settled[mark],)) if mark in settled else spots
        for mark, spots in enumerate(where, start=1)
    )


def to_move(game: Game, where: Where) -> str:
    """Who decides the next ply: ``X``, ``O`` or ``chance`` (R2, R7, R9)."""
    loop = pending_loop(where)
    if loop is None:
        return "XO"[len(where) % 2]
    if game.chooser == "chance":
        return "chance"
    return "OX"[(loop.closing + (game.chooser == "other")) % 2]


# ---------------------------------------------------------------------------- lines and points


def directions(game: Game) -> Iterator[list[int]]:
    """Every row, column and diagonal from edge to edge, as squares."""
    board = [(r, c, r * game.cols + c) for r in range(game.rows) for c in range(game.cols)]
    for key in (
        lambda r, _: r,
        lambda _, c: c,
        lambda r, c: r - c,
        lambda r, c: r + c,
    ):
        for value in sorted({key(r, c) for r, c, _ in board}):
            yield [square for r, c, square in board if key(r, c) == value]


class Row(NamedTuple):
    """A line (R10) or a krist (R14)."""

    time: int
    player: str
    squares: tuple[int, ...]


def lines(game: Game, where: Where) -> list[Row]:
    """The lines on the board, earliest first: every complete window of the right length (R10)."""
    marks = landed(where)
    found = set()
    for way in directions(game):
        for start in range(len(way) - (game.line or len(way) + 1) + 1):
            window = way[start : start + (game.line or 0)]
            owners = {marks[square] % 2 if square in marks else None for square in window}
            if len(owners) == 1 and None not in owners:
                time = max(marks[square] for square in window)
                found.add(Row(time, "OX"[time % 2], tuple(sorted(window))))
    return sorted(found)


def krists(game: Game, where: Where) -> list[Row]:
    """The krists on the board, by regular expressions on rows, columns and diagonals (R14)."""
    marks = landed(where)
    found = []
    for way in directions(game):
        text = "".join("OX"[marks[square] % 2] if square in marks else "." for square in way)
        for run in re.finditer("XX+|OO+", text):
            squares = way[run.start() : run.end()]
            time = max(marks[square] for square in squares)
            found.append(Row(time, text[run.start()], tuple(sorted(squares))))
    return found


def stops_at_line(game: Game, where: Where) -> bool:
    return game.ends == "line" and bool(lines(game, where))


def termination(game: Game, where: Where) -> str | None:
    """Why the game is over (R4, R6, R11); None if it is not over."""
    if pending_loop(where) is not None:
        return None
    if stops_at_line(game, where):
        return "line"
    if placements(game, where):
        return None
    return "full" if len(open_squares(game, where)) < 2 else "blocked"


def points(game: Game, where: Where) -> tuple[float, float]:
    """The points of X and O on the current board (R12, R13, R14)."""
    if game.scoring == "krist":
        return _krist_points(krists(game, where))
    times = {
        player: [row.time for row in lines(game, where) if row.player == player] for player in "XO"
    }
    win, draw = {"match": (2, 1)}.get(game.scoring, (1, 0))
    if not times["X"] and not times["O"]:
        return draw, draw
    if times["X"] and times["O"] and game.scoring == "complete":
        return draw, draw
    x_first = bool(times["X"]) and min(times["X"]) < min(times["O"], default=999)
    if game.scoring != "goff":
        return (win, 0) if x_first else (0, win)
    if times["X"] and times["O"]:
        return (1, 0.5) if x_first else (0.5, 1)
    if len(times["X"]) == 2:
        return (2 if len(set(times["X"])) == 1 else 1.5), 0
    return (1, 0) if x_first else (0, 1)


def _krist_points(rows: list[Row]) -> tuple[float, float]:
    table = Counter((len(row.squares), row.player) for row in rows)
    for length in range(26, 1, -1):
        x, o = table[length, "X"], table[length, "O"]
        if x != o:
            return (1, 0) if x > o else (0, 1)
    return 0, 0


def paths(game: Game, where: Where, depth: int) -> int:
    """Perft: the number of paths of ``depth`` plies."""
    moves = legal_moves(game, where)
    if depth == 1:
        return len(moves)
    return 1 if depth == 0 else sum(paths(game, play(where, m), depth - 1) for m in moves)


# ---------------------------------------------------------------------------- text


def square_name(game: Game, square: int) -> str:
    if (game.rows, game.cols) == (3, 3):
        return str(square + 1)
    return "abcdefghijklmnopqrstuvwxyz"[square % game.cols] + str(square // game.cols + 1)


def square_at(game: Game, name: str) -> int:
    return next(square for square in game.squares if square_name(game, square) == name)


def _names(text: str) -> list[str]:
    return re.findall(r"[a-z]\d+|\d", text)


def position_text(game: Game, where: Where) -> str:
    """Format a position: ``12/25/15``."""
    return "/".join("".join(square_name(game, s) for s in sorted(spots)) for spots in where) or "-"


def parse_position(game: Game, text: str) -> Where:
    marks = [] if text == "-" else text.split("/")
    return tuple(frozenset(square_at(game, name) for name in _names(mark)) for mark in marks)


def move_text(game: Game, move: Move) -> str:
    """Format a move: ``12``, ``@5``; a whole mark once on a classical board, otherwise twice."""
    kind, a, b = move
    if kind == "collapse":
        return "@" + square_name(game, a)
    if kind == "whole" and game.marks == "classical":
        return square_name(game, a)
    return square_name(game, a) + square_name(game, b)


def parse_move(game: Game, text: str) -> Move:
    squares = [square_at(game, name) for name in _names(text)]
    a, b = min(squares), max(squares)
    if text.startswith("@"):
        return "collapse", a, b
    return ("whole" if a == b else "place"), a, b


def after(game: Game, moves: str) -> Where:
    """Play moves separated by spaces; fail at an illegal one."""
    where: Where = ()
    for token in moves.split():
        move = parse_move(game, token)
        assert move in legal_moves(game, where), f"{token} in {position_text(game, where)}"
        where = play(where, move)
    return where
