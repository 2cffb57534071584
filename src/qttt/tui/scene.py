"""The contents of all squares as data, computed from the state of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_letters
from typing import NamedTuple

from qttt.game import Board, Node, Player, Position
from qttt.game.outcome import deciding_krists
from qttt.notation.view import Role, SquareContents, numbers_matter, view

from .controller import GameController


class SmallMark(NamedTuple):
    """A mark in its slot, ``lit`` if it can be chosen or is also at the cursor.

    ``half`` is the first half of a placement.
    """

    mark: int
    role: Role
    lit: bool = False
    half: bool = False


class LargeMark(NamedTuple):
    """A classical mark, which fills its square; ``sure`` is False in previews."""

    mark: int
    sure: bool = True
    has_number: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A square: its small marks by slot, or one large mark, and a note beside its name.

    ``group`` is the first mark of its entanglement, ``line`` the owner of a winning line through
    it; ``faint`` squares are not relevant now.
    """

    name: str
    small_marks: Mapping[int, SmallMark]
    large: LargeMark | None = None
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
        """The letter of its entanglement, which does not depend on colour."""
        return "" if self.group is None else letter(self.group)


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and its tiles in reading order."""

    board: Board
    tiles: tuple[Tile, ...]


def letter(group: int) -> str:
    """Return the letter of the entanglement whose first mark is ``group``: a for mark 1.

    An entanglement thus keeps its letter and colour when others join it or vanish.
    """
    repeats, place = divmod(group - 1, len(ascii_letters))
    return ascii_letters[place] * (1 + repeats)


def scene(controller: GameController, notes: Mapping[int, str] | None = None) -> Scene:
    """Return what the board shows; ``notes`` are signs of hints by square."""
    position, node = _shown(controller)
    tiler = _Tiler(controller, position, node, notes or {})
    board = position.rules.board
    return Scene(board, tuple(tiler.tile(square) for square in board.squares))


def groups(position: Position) -> dict[int, int]:
    """Map each square in an entanglement to the entanglement's first mark."""
    parts = position.entanglements
    return {square: min(part.marks) for part in parts for square in part.squares}


def _shown(controller: GameController) -> tuple[Position, Node]:
    """Return the position to show, possibly a preview, and the node with its history."""
    if controller.preview is None or not controller.is_choosing:
        return controller.position, controller.node
    move = controller.position.legal_moves[controller.preview]
    # Not Node.play, which would add the preview to the game.
    child = Node(controller.position.play(move), move, controller.node)
    return child.position, child


class _Tiler:
    """State shared by the tiles of one scene."""

    def __init__(
        self, controller: GameController, position: Position, node: Node, notes: Mapping[int, str]
    ) -> None:
        self.controller, self.position, self.notes = controller, position, notes
        self.squares = view(position, node if controller.shows_history else None)
        self.groups = groups(position)
        self.lit = self._lit()
        self.lines = self._lines()
        is_still = controller.viewed or position.outcome
        self.fresh = frozenset() if is_still else controller.changed_squares
        self.is_fixed = position.rules.board.has_digit_names

    def tile(self, square: int) -> Tile:
        marks = self.squares[square]
        large = self._large(square)
        is_half = self.controller.first == square
        return Tile(
            name=self.position.rules.board.name(square),
            small_marks={} if large else self._spots(marks, is_half),
            large=large,
            group=self.groups.get(square),
            note=self.notes.get(square, ""),
            line=self.lines.get(square),
            is_loop=Role.LOOP in marks.values(),
            is_cursor=self.controller.cursor == square and self._has_cursor,
            is_half=is_half,
            is_fresh=square in self.fresh,
            faint=self._is_faint(square, marks),
        )

    @property
    def _has_cursor(self) -> bool:
        return self.controller.match.outcome is None and not self.controller.is_choosing

    def _spots(self, marks: SquareContents, is_half: bool) -> dict[int, SmallMark]:
        spots = [SmallMark(mark, role, mark in self.lit) for mark, role in marks.items()]
        if is_half:
            spots.append(SmallMark(len(self.position.marks) + 1, Role.QUANTUM, half=True))
        return {spot.mark - 1 if self.is_fixed else n: spot for n, spot in enumerate(spots)}

    def _large(self, square: int) -> LargeMark | None:
        mark = self.position.classical.get(square)
        if mark is None or (self.controller.shows_history and self.position.rules.is_quantum):
            return None
        sure = square in self.controller.position.classical
        return LargeMark(mark, sure, has_number=not sure or numbers_matter(self.position))

    def _lit(self) -> frozenset[int]:
        """Return the marks that can be chosen, otherwise those at the cursor."""
        if (loop := self.position.loop) is not None:
            return frozenset(loop.marks)
        here = self.squares[self.controller.cursor].items() if self._has_cursor else ()
        return frozenset(mark for mark, role in here if role is Role.QUANTUM)

    def _lines(self) -> dict[int, Player]:
        """Map squares in lines to the line's player; lines of both players never intersect."""
        outcome = self.position.outcome
        krists = deciding_krists(outcome.lines) if outcome else ()
        lines = self.position.lines if self.position.rules.line else krists
        return {square: line.player for line in lines for square in line.squares}

    def _is_faint(self, square: int, marks: SquareContents) -> bool:
        if self.position.has_loop:
            return not any(role in _LOOP_ROLES for role in marks.values())
        if self.position.outcome and self.lines:
            return square not in self.lines
        return self.controller.preview is not None and square in self.controller.position.classical


_LOOP_ROLES = {Role.LOOP, Role.CLOSING, Role.STEM}
