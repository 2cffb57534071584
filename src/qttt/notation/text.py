"""Draws a position as plain text, after Fig. 11 of Smanis' thesis (2016).

Each square shows its name and its marks; a mark has the same slot in every square, in reading
order. Signs make colour optional: ``*`` classical; while a loop is pending ``?`` closing mark,
``~`` other mark of the loop, ``'`` stem. No sign: quantum or, next to a classical mark, vanished::

    ┌1────────────┬2────────────┬3────────────┐
    │ X₁  O₂* X₃  │     O₂  X₃* │             │
    │             │             │             │
    │             │             │ X₇          │
    ├4────────────┼5────────────┼6────────────┤

Boards that would need more than 100 columns or 50 lines are drawn in a compact form: the marks of a
square follow one another, on as many lines as needed.
"""

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import NamedTuple

from qttt.game import Node, Player, Position, mark_name, player_of

from .describe import describe
from .view import Role, SquareContents, view, without_loop_roles

__all__ = ["board_text", "describe"]

MAX_WIDTH, MAX_HEIGHT = 100, 50

SIGNS = {Role.CLASSICAL: "*", Role.CLOSING: "?", Role.LOOP: "~", Role.STEM: "'"}
_LEGEND = {Role.CLOSING: "closing mark", Role.LOOP: "on the loop", Role.STEM: "stem"}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

_PLAYER_COLOR = {Player.X: "34", Player.O: "31"}
_ROLE_COLOR = {
    Role.CLASSICAL: ";1",
    Role.LOOP: ";1",
    Role.CLOSING: ";1;4",
    Role.GHOST: ";2",
    Role.VANISHED: ";2",
}


class _Grid(NamedTuple):
    """Layout and formatting of the squares.

    A square is ``across`` slots wide, each of ``width`` characters, and ``down`` lines high;
    ``down`` is 0 in the compact form, without fixed slots.
    """

    across: int
    width: int
    down: int
    signs: Mapping[Role, str]
    unicode: bool
    color: bool

    @property
    def inside(self) -> int:
        return self.across * (self.width + 1) + 1

    @property
    def wall(self) -> str:
        return "│" if self.unicode else "|"

    def rule(self, ends: str, names: Sequence[str]) -> str:
        """Draw a horizontal rule; ``ends`` are its left end, crossing and right end."""
        left, crossing, right = tuple(ends if self.unicode else "+++")
        dash = "─" if self.unicode else "-"
        return left + crossing.join(name.ljust(self.inside, dash) for name in names) + right

    def row(self, squares: Sequence[SquareContents]) -> list[str]:
        """Draw a row of squares without the rules above and below."""
        cells = [self._slots(square) for square in squares]
        down = max(1, self.down, *(-(-len(cell) // self.across) for cell in cells))
        return [
            self.wall + "".join(f" {self._line(cell, line)} {self.wall}" for cell in cells)
            for line in range(down)
        ]

    def _line(self, cell: list[str], line: int) -> str:
        slots = cell[line * self.across :][: self.across]
        return " ".join(slots + self._blanks(self.across - len(slots)))

    def _blanks(self, count: int) -> list[str]:
        return [" " * self.width] * count

    def _slots(self, square: SquareContents) -> list[str]:
        if not self.down:
            return [self._mark(mark, role) for mark, role in square.items()]
        slots = self._blanks(self.across * self.down)
        for mark, role in square.items():
            slots[mark - 1] = self._mark(mark, role)
        return slots

    def _mark(self, mark: int, role: Role) -> str:
        name = mark_name(mark)
        text = (name.translate(_SUBSCRIPTS) if self.unicode else name) + self.signs.get(role, "")
        space = " " * (self.width - len(text))
        if self.color:
            codes = _PLAYER_COLOR[player_of(mark)] + _ROLE_COLOR.get(role, "")
            text = f"\x1b[{codes}m{text}\x1b[0m"
        return text + space


def board_text(
    position: Position,
    *,
    history: Node | None = None,
    unicode: bool = True,
    color: bool = False,
    roles: bool = True,
) -> str:
    """Draw the board and below it the text of ``describe``, without a final line break.

    ``history``, the node of the game at this position, adds vanished marks. ``roles=False`` omits
    the signs of the pending loop. ``unicode=False`` uses ASCII only; ``color`` adds ANSI colours.
    Raises ``ValueError`` if ``history`` is at another position.

    >>> print(board_text(Position.after((0, 1), (0, 1)), unicode=False))
    +1------------+2------------+3------------+
    | X1~ O2?     | X1~ O2?     |             |
    |             |             |             |
    |             |             |             |
    +4------------+5------------+6------------+
    |             |             |             |
    |             |             |             |
    |             |             |             |
    +7------------+8------------+9------------+
    |             |             |             |
    |             |             |             |
    |             |             |             |
    +-------------+-------------+-------------+
    ? closing mark  ~ on the loop
    X chooses: where does O2 land, on 1 or on 2?
    """
    squares = view(position, history) if roles else without_loop_roles(view(position, history))
    board = position.rules.board
    grid = _grid(position, unicode, color)
    lines = []
    for row in range(board.rows):
        span = slice(row * board.cols, (row + 1) * board.cols)
        lines.append(grid.rule("├┼┤" if row else "┌┬┐", [*map(board.name, board.squares[span])]))
        lines += grid.row(squares[span])
    lines.append(grid.rule("└┴┘", [""] * board.cols))
    return "\n".join([*lines, *_legend(squares), describe(position, unicode=unicode)])


def _grid(position: Position, unicode: bool, color: bool) -> _Grid:
    board = position.rules.board
    if not position.rules.is_quantum:
        return _Grid(1, len(mark_name(board.size)), 0, {}, unicode, color)
    side = isqrt(board.size - 1) + 1
    full = _Grid(
        side, len(mark_name(board.size)) + 1, -(-board.size // side), SIGNS, unicode, color
    )
    is_too_wide = board.cols * (full.inside + 1) >= MAX_WIDTH
    if not is_too_wide and board.rows * (full.down + 1) < MAX_HEIGHT:
        return full
    width = len(mark_name(len(position.marks))) + 1
    across = ((MAX_WIDTH - 1) // board.cols - 2) // (width + 1)
    return full._replace(width=width, across=min(side, max(1, across)), down=0)


def _legend(squares: Sequence[SquareContents]) -> list[str]:
    roles = {role for square in squares for role in square.values()}
    entries = [f"{SIGNS[role]} {meaning}" for role, meaning in _LEGEND.items() if role in roles]
    return ["  ".join(entries)] if entries else []
