"""What every square shows, derived from a table: the whole picture as data, before any drawing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_letters
from typing import NamedTuple

from qttt.game import Board, Line, Node, Outcome, Player, Position
from qttt.notation.view import Role, Square, view

from .table import Table


class Spot(NamedTuple):
    """A mark in its slot. It is ``lit`` if it can be chosen, or is the twin of one at the cursor.

    ``half`` says that it is not placed yet: the first half of a placement.
    """

    mark: int
    role: Role
    lit: bool = False
    half: bool = False


class Large(NamedTuple):
    """A mark that fills its square; ``sure`` is False in the preview of a collapse."""

    mark: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Tile:
    """One square: its small marks by slot, or one large mark, and what is noted at its name.

    ``group`` is the first mark of its entanglement, ``line`` the player in whose winning line it
    is, ``faint`` says that attention is elsewhere.
    """

    name: str
    spots: Mapping[int, Spot]
    large: Large | None = None
    group: int | None = None
    note: str = ""
    line: Player | None = None
    is_loop: bool = False
    is_cursor: bool = False
    is_half: bool = False
    is_fresh: bool = False
    faint: bool = False

    @property
    def letter(self) -> str:
        """The sign of its entanglement, so that colour is not needed to see it."""
        return "" if self.group is None else letter(self.group)


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and its tiles in reading order."""

    board: Board
    tiles: tuple[Tile, ...]


def letter(group: int) -> str:
    """The name of the entanglement whose first mark is ``group``: a for mark 1, b for mark 2.

    So it keeps its name, and its colour, when others join it or go.
    """
    repeats, place = divmod(group - 1, len(ascii_letters))
    return ascii_letters[place] * (1 + repeats)


def scene(table: Table, notes: Mapping[int, str] | None = None) -> Scene:
    """What the board shows now; ``notes`` are signs of the solver for some squares."""
    position, node = _shown(table)
    tiler = _Tiler(table, position, node, notes or {})
    board = position.rules.board
    return Scene(board, tuple(tiler.tile(square) for square in board.squares))


def groups(position: Position) -> dict[int, int]:
    """For each square in an entanglement the first mark of it."""
    parts = position.entanglements
    return {square: min(part.marks) for part in parts for square in part.squares}


def krists(outcome: Outcome | None) -> tuple[Line, ...]:
    """The krists that decided the game: the winner's, of the first length that differs (R14)."""
    if outcome is None or outcome.winner is None:
        return ()
    counts = Counter((len(krist.squares), krist.player) for krist in outcome.lines)
    differ = [size for size, who in counts if counts[size, who] != counts[size, who.other]]
    longest = max(differ)
    return tuple(
        krist
        for krist in outcome.lines
        if len(krist.squares) == longest and krist.player is outcome.winner
    )


def _shown(table: Table) -> tuple[Position, Node]:
    """The position to be shown, which may be a preview, and the node with its history."""
    if table.preview is None or not table.is_choosing:
        return table.position, table.node
    move = table.position.legal_moves[table.preview]
    # Not Node.play: a preview must leave no trace in the game.
    child = Node(table.position.play(move), move, table.node)
    return child.position, child


class _Tiler:
    """What all the tiles of one scene need to know."""

    def __init__(
        self, table: Table, position: Position, node: Node, notes: Mapping[int, str]
    ) -> None:
        self.table, self.position, self.notes = table, position, notes
        self.squares = view(position, node if table.shows_history else None)
        self.groups = groups(position)
        self.lit = self._lit()
        self.lines = self._lines()
        is_still = table.looking or position.outcome
        self.fresh = frozenset() if is_still else table.fresh
        self.is_fixed = position.rules.board.has_digit_names

    def tile(self, square: int) -> Tile:
        marks = self.squares[square]
        large = self._large(square)
        is_half = self.table.first == square
        return Tile(
            name=self.position.rules.board.name(square),
            spots={} if large else self._spots(marks, is_half),
            large=large,
            group=self.groups.get(square),
            note=self.notes.get(square, ""),
            line=self.lines.get(square),
            is_loop=Role.LOOP in marks.values(),
            is_cursor=self.table.cursor == square and self._has_cursor,
            is_half=is_half,
            is_fresh=square in self.fresh,
            faint=self._is_faint(square, marks),
        )

    @property
    def _has_cursor(self) -> bool:
        return self.table.match.outcome is None and not self.table.is_choosing

    def _spots(self, marks: Square, is_half: bool) -> dict[int, Spot]:
        spots = [Spot(mark, role, mark in self.lit) for mark, role in marks.items()]
        if is_half:
            spots.append(Spot(len(self.position.marks) + 1, Role.QUANTUM, half=True))
        return {spot.mark - 1 if self.is_fixed else n: spot for n, spot in enumerate(spots)}

    def _large(self, square: int) -> Large | None:
        mark = self.position.classical.get(square)
        if mark is None or (self.table.shows_history and self.position.rules.is_quantum):
            return None
        return Large(mark, sure=square in self.table.position.classical)

    def _lit(self) -> frozenset[int]:
        """The marks that can be chosen, or else those at the cursor: their twins light up too."""
        if (loop := self.position.loop) is not None:
            return frozenset(loop.marks)
        here = self.squares[self.table.cursor].items() if self._has_cursor else ()
        return frozenset(mark for mark, role in here if role is Role.QUANTUM)

    def _lines(self) -> dict[int, Player]:
        """Whose line each square is in; no square can be in lines of both."""
        outcome = self.position.outcome
        lines = self.position.lines if self.position.rules.line else krists(outcome)
        return {square: line.player for line in lines for square in line.squares}

    def _is_faint(self, square: int, marks: Square) -> bool:
        if self.position.has_loop:
            return not any(role in _OF_THE_LOOP for role in marks.values())
        if self.position.outcome and self.lines:
            return square not in self.lines
        return self.table.preview is not None and square in self.table.position.classical


_OF_THE_LOOP = {Role.LOOP, Role.CLOSING, Role.STEM}
