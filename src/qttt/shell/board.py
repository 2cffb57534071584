"""A compact text form of the board, with rows and columns counted from 0.

Lower-case letters are quantum marks, capitals classical ones. While a loop is pending, ``?`` is
its closing mark, ``~`` its other marks and ``'`` its stems::

         0         1         2
    ┌─────────┬─────────┬─────────┐
  0 │ x1~ x3? │ x1~ o2~ │    ·    │
  1 │ o2~ x3? │    ·    │    ·    │
  2 │    ·    │    ·    │    ·    │
    └─────────┴─────────┴─────────┘
"""

from collections.abc import Iterator
from typing import NamedTuple

from qttt.game import Player, Position, mark_name, player_of
from qttt.notation.view import Role, view

_SIGNS = {Role.CLOSING: "?", Role.LOOP: "~", Role.STEM: "'"}
_LEGEND = {Role.CLOSING: "closing mark", Role.LOOP: "on the loop", Role.STEM: "stem"}
_PLAYER_COLOR = {Player.X: "34", Player.O: "31"}
_ROLE_COLOR = {Role.CLASSICAL: ";1", Role.LOOP: ";1", Role.CLOSING: ";1;4", Role.GHOST: ";2"}
_MIN_WIDTH = 5
"""Fits two small marks, so that the board's size rarely changes."""

Cell = list[tuple[int, Role]]
"""The marks of a square, ascending."""


class BoardLayout(NamedTuple):
    """Layout of a board: ``across`` marks per line, squares ``inner`` characters wide."""

    across: int
    inner: int
    label: int
    unicode: bool
    color: bool

    def rule(self, ends: str, cols: int) -> str:
        """Return a horizontal rule; ``ends`` are its left end, crossing and right end."""
        left, crossing, right = tuple(ends if self.unicode else "+++")
        dash = "─" if self.unicode else "-"
        return " " * self.label + left + crossing.join([dash * (self.inner + 2)] * cols) + right

    def row(self, name: str, cells: list[Cell]) -> Iterator[str]:
        """Yield the lines of a row of squares."""
        wall = "│" if self.unicode else "|"
        lines = max(1, *(-(-len(cell) // self.across) for cell in cells))
        for line in range(lines):
            texts = (self._line(cell, line) for cell in cells)
            label = f"{name if line == 0 else '':>{self.label - 1}} "
            yield label + wall + "".join(f" {text} {wall}" for text in texts)

    def _line(self, cell: Cell, line: int) -> str:
        marks = cell[line * self.across :][: self.across]
        if not cell and line == 0:
            return ("·" if self.unicode else ".").center(self.inner)
        space = self.inner - len(" ".join(_text(*mark) for mark in marks))
        return " ".join(map(self._painted, marks)) + " " * space

    def _painted(self, mark: tuple[int, Role]) -> str:
        if not self.color:
            return _text(*mark)
        codes = _PLAYER_COLOR[player_of(mark[0])] + _ROLE_COLOR.get(mark[1], "")
        return f"\x1b[{codes}m{_text(*mark)}\x1b[0m"


def board_lines(
    position: Position, *, unicode: bool = True, color: bool = False, width: int = 80
) -> Iterator[str]:
    """Yield the lines of the board, longer than ``width`` only if no layout fits.

    >>> print(*board_lines(Position.after((0, 1), (0, 1)), unicode=False), sep=chr(10))
           0         1         2
      +---------+---------+---------+
    0 | x1~ o2? | x1~ o2? |    .    |
    1 |    .    |    .    |    .    |
    2 |    .    |    .    |    .    |
      +---------+---------+---------+
      ? closing mark  ~ on the loop
    """
    board = position.rules.board
    cells = [list(square.items()) for square in view(position)]
    layout = _layout(cells, board.rows, board.cols, width)._replace(unicode=unicode, color=color)
    centres = (str(col).center(layout.inner + 2) for col in range(board.cols))
    yield (" " * (layout.label + 1) + " ".join(centres)).rstrip()
    yield layout.rule("┌┬┐", board.cols)
    for row in range(board.rows):
        yield from layout.row(str(row), cells[row * board.cols :][: board.cols])
    yield layout.rule("└┴┘", board.cols)
    roles = {role for cell in cells for _, role in cell}
    if legend := [f"{_SIGNS[role]} {text}" for role, text in _LEGEND.items() if role in roles]:
        yield " " * layout.label + "  ".join(legend)


def _layout(cells: list[Cell], rows: int, cols: int, width: int) -> BoardLayout:
    label = len(str(rows - 1)) + 1
    mark = max((len(_text(*mark)) for cell in cells for mark in cell), default=2)
    room = max(1, (width - label - 1) // cols - 3)
    across = max(1, min((room + 1) // (mark + 1), max(map(len, cells))))
    inner = max(across * (mark + 1) - 1, min(_MIN_WIDTH, room))
    return BoardLayout(across, inner, label, unicode=True, color=False)


def _text(mark: int, role: Role) -> str:
    name = mark_name(mark)
    return name if role is Role.CLASSICAL else name.lower() + _SIGNS.get(role, "")
