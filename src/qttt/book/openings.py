"""Opening theory: the moves that keep the value, and the number of different games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qttt.engine import Solver
from qttt.engine.enumeration import count_games
from qttt.engine.verify import position_key
from qttt.game import Move, Placement, Position, Rules, mark_name

from .tables import Column, DataTable, Row

OPENINGS = DataTable(
    "openings",
    "Moves of `goff` that keep the value, to four marks, one of each class under symmetry.",
    "qttt book openings",
    (
        Column("moves", "text", "moves to the position; loops with their collapse"),
        Column("name", "text", "name of the last placement"),
        Column("ways", "integer", "moves that lead to this class from the position before"),
        Column("marks", "integer", "number of marks after these moves"),
        Column("to_move", "text", "the player who moves next"),
        Column("legal", "integer", "legal moves in the position"),
        Column("keeping", "integer", "of those, moves that keep the value +½"),
        Column("only", "text", "the move that keeps it, if it is one of several"),
        Column("plies", "integer", "plies to the end under perfect play"),
        Column("same_as", "text", "moves to an earlier position of the same class, if any"),
    ),
)
GAMES = DataTable(
    "games",
    "Complete games of the presets on 3×3, and how many differ by more than a symmetry.",
    "qttt book openings",
    (
        Column("rules", "text", "the preset"),
        Column("games", "integer", "complete games from the empty board"),
        Column("symmetric", "integer", "games that some reflection leaves unchanged, each counted"),
        Column("different", "integer", "games up to symmetry, by Burnside's lemma"),
    ),
)
PRESETS = ("goff", "no-pair-loops", "classic3")
VALUE = 0.5
REPLIES = ("19 13", "19 15", "19 35", "19 37")
"""The replies to 1-9 that hold X to half a point, one of each class."""


@dataclass(frozen=True, slots=True)
class OpeningNode:
    """A position of the tree; its continuations are in the node of ``same_as`` if that is set.

    ``ways`` moves lead to its class from the position before.
    """

    moves: tuple[Move, ...]
    ways: int
    position: Position
    keeping: tuple[Move, ...]
    plies: int | None
    same_as: tuple[Move, ...] | None = None

    def row(self) -> Row:
        """Return the row of ``OPENINGS``."""
        position, keeping = self.position, self.keeping
        same = None if self.same_as is None else text(self.same_as)
        legal = position.move_count
        only = position.name(keeping[0]) if len(keeping) == 1 < legal else None
        counts = (len(position.marks), str(position.to_move), legal, len(keeping))
        return (text(self.moves), name(self.moves), self.ways, *counts, only, self.plies, same)


def name(moves: Sequence[Move]) -> str | None:
    """Return the name of the last move if it is a placement: a shape, and the marks it touches.

    Symmetric moves have the same name; the app gives the same names.

    >>> name((Placement(0, 8), Placement(0, 2)))
    'edge on X1'
    """
    if not moves or not isinstance(moves[-1], Placement):
        return None
    *before, last = (move for move in moves if isinstance(move, Placement))
    touched = "+".join(mark_name(n) for n, pair in enumerate(before, 1) if {*pair} & {*last})
    shape = f"{'free ' if before and not touched else ''}{_shape(last)}"
    place = f" on {touched}" if touched else ""
    return f"{shape}{place}{' (loop)' if _is_loop(before, last) else ''}"


def _shape(pair: Placement) -> str:
    """The name of a pair by the distance of its squares; halves have the centre or are short."""
    (row, col), (other_row, other_col) = (divmod(square, 3) for square in pair)
    has_centre, has_corner = 4 in pair, any(square in (0, 2, 6, 8) for square in pair)
    match (row - other_row) ** 2 + (col - other_col) ** 2:
        case 1:
            return "half middle line" if has_centre else "half edge"
        case 2:
            return "half diagonal" if has_centre else "short diagonal"
        case 4:
            return "edge" if has_corner else "middle line"
        case 5:
            return "knight's move"
        case _:
            return "diagonal"


def _is_loop(before: Sequence[Placement], last: Placement) -> bool:
    """Whether earlier pairs connect the squares of the last one."""
    label = list(range(9))
    for a, b in before:
        label = [label[a] if number == label[b] else number for number in label]
    return label[last[0]] == label[last[1]]


def text(moves: tuple[Move, ...]) -> str:
    """Return moves in notation."""
    position, names = Position(), []
    for move in moves:
        names.append(position.name(move))
        position = position.play(move)
    return " ".join(names) or "-"


def tree(marks: int = 4) -> Iterator[OpeningNode]:
    """Yield the positions reached by moves that keep the value, breadth first.

    Of moves that lead to one class of positions the first is followed. A class that was reached
    before by other moves has a node that refers to it.
    """
    solver = Solver(Rules(), entries=1 << 20)
    level: list[_Step] = [((), 1, Position())]
    first: dict[int, tuple[Move, ...]] = {}
    while level:
        following = []
        for moves, ways, position in level:
            analysis = solver.solve(position)
            keeping = tuple(move.move for move in analysis.moves if move.value == VALUE)
            plies = next(move.plies for move in analysis.moves if move.move in analysis.best)
            key = None if position.has_loop else position_key(position)
            known = moves if key is None else first.setdefault(key, moves)
            is_new = known == moves
            yield OpeningNode(moves, ways, position, keeping, plies, None if is_new else known)
            if is_new and (len(position.marks) < marks or position.has_loop):
                following += _continuations(moves, position, keeping)
        level = following


_Step = tuple[tuple[Move, ...], int, Position]
"""Moves to a position, the number of last moves that lead to its class, and the position."""


def _continuations(
    moves: tuple[Move, ...], position: Position, keeping: tuple[Move, ...]
) -> list[_Step]:
    steps: dict[frozenset[int], _Step] = {}
    for move in keeping:
        after = position.play(move)
        if not after.outcome:
            key = _class_of(after)
            first, ways, one = steps.get(key, ((*moves, move), 0, after))
            steps[key] = (first, ways + 1, one)
    return list(steps.values())


def _class_of(position: Position) -> frozenset[int]:
    """A key of a position: its own, or those of the collapses of its loop."""
    if not position.has_loop:
        return frozenset({position_key(position)})
    after = [position.play(move) for move in position.legal_moves]
    return frozenset(-position_key(successor) - 1 for successor in after)


def symmetric_games(position: Position, symmetry: tuple[int, ...]) -> int:
    """Count the games whose every move is mapped to itself by a symmetry of the board."""
    if position.outcome:
        return 1
    return sum(
        symmetric_games(position.play(move), symmetry)
        for move in position.legal_moves
        if {symmetry[square] for square in move} == set(move)
    )


def game_rows() -> Iterator[Row]:
    """Yield the rows of ``GAMES``."""
    for name in PRESETS:
        rules = Rules.preset(name)
        games, symmetric = count_games(Position(rules)).games, count_symmetric(rules)
        order = len(set(rules.board.symmetries()))
        yield (name, games, symmetric, (games + symmetric) // order)


def count_symmetric(rules: Rules) -> int:
    """Count the games that a symmetry leaves unchanged, summed over all but the identity.

    By Burnside's lemma the number of games up to symmetry is the mean, over all symmetries, of the
    number of games that each leaves unchanged. The identity leaves all unchanged.
    """
    start, identity = Position(rules), tuple(rules.board.squares)
    others = {*rules.board.symmetries()} - {identity}
    return sum(symmetric_games(start, game) for game in others)
