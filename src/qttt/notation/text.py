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
square follow one another, on as many lines as needed, and the board grows with them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt

from qttt.game import Node, Player, Position, mark_name, player_of
from qttt.game.arguments import checked

from .describe import describe
from .text_grid import TextBoard, TextGrid, TextSquare
from .view import Role, SquareContents, view, without_loop_roles

__all__ = ["board_lines", "board_text", "describe"]

MAX_WIDTH, MAX_HEIGHT = 100, 50

SIGNS = {Role.CLASSICAL: "*", Role.CLOSING: "?", Role.LOOP: "~", Role.STEM: "'"}
LEGEND = {Role.CLOSING: "closing mark", Role.LOOP: "on the loop", Role.STEM: "stem"}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

PLAYER_COLORS = {Player.X: "34", Player.O: "31"}
"""ANSI colours."""
_ROLE_COLOR = {
    Role.CLASSICAL: ";1",
    Role.LOOP: ";1",
    Role.CLOSING: ";1;4",
    Role.GHOST: ";2",
    Role.VANISHED: ";2",
}


def mark_text(mark: int, *, unicode: bool = True) -> str:
    """Format a mark, in Unicode with its subscript: ``X₁``."""
    name = mark_name(mark)
    return name.translate(_SUBSCRIPTS) if unicode else name


@checked
def board_lines(
    position: Position,
    *,
    history: Node | None = None,
    unicode: bool = True,
    color: bool = False,
    roles: bool = True,
    name: Callable[[int], str] | None = None,
    width: int = MAX_WIDTH,
) -> Iterator[str]:
    """Yield the lines of the board, and a legend while a loop is pending.

    ``history``, the node of the game at this position, adds vanished marks. ``roles=False`` omits
    the signs of the pending loop. ``unicode=False`` uses ASCII only; ``color`` adds ANSI colours.
    ``name`` names the squares, by default as moves do. Lines are longer than ``width`` only if no
    layout fits. Raises ``ValueError`` if ``history`` is at another position.
    """
    squares = view(position, history) if roles else without_loop_roles(view(position, history))
    names = [*map(name or position.rules.board.name, position.rules.board.squares)]
    signs: Mapping[Role, str] = SIGNS if position.rules.is_quantum else {}

    def contents(marks: SquareContents) -> Iterator[tuple[int, int, str, str]]:
        for place, (mark, role) in enumerate(marks.items()):
            x, y = grid.slot(mark - 1 if is_fixed else place)
            code = PLAYER_COLORS[player_of(mark)] + _ROLE_COLOR.get(role, "") if color else ""
            yield x, y, mark_text(mark, unicode=unicode) + signs.get(role, ""), code

    full = _full_grid(position)
    is_fixed = position.rules.is_quantum and full.size[0] <= width and full.size[1] <= MAX_HEIGHT
    grid = full if is_fixed else _compact_grid(position, squares, names, bool(signs), width)
    board = TextBoard(
        grid,
        [
            TextSquare([(text, "")], [*contents(marks)], "", "")
            for text, marks in zip(names, squares, strict=True)
        ],
        unicode,
    )
    for y in range(grid.size[1]):
        yield "".join(
            f"\x1b[{code}m{text}\x1b[0m" if code else text for text, code in board.line(y)
        )
    shown = {role for marks in squares for role in marks.values()}
    if legend := [f"{SIGNS[role]} {meaning}" for role, meaning in LEGEND.items() if role in shown]:
        yield "  ".join(legend)


@checked
def board_text(
    position: Position,
    *,
    history: Node | None = None,
    unicode: bool = True,
    color: bool = False,
    roles: bool = True,
) -> str:
    """Draw the lines of ``board_lines`` and the text of ``describe``, without a final line break.

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
    lines = board_lines(position, history=history, unicode=unicode, color=color, roles=roles)
    return "\n".join([*lines, describe(position, unicode=unicode)])


def _full_grid(position: Position) -> TextGrid:
    """Return the layout with a slot for each mark in every square."""
    board = position.rules.board
    side, pitch = isqrt(board.size - 1) + 1, len(mark_name(board.size)) + 2
    return TextGrid(board, side * pitch + 1, (-(-board.size // side),) * board.rows, pitch, side)


def _compact_grid(
    position: Position,
    squares: Sequence[SquareContents],
    names: Sequence[str],
    has_signs: bool,
    width: int,
) -> TextGrid:
    """Return the smallest layout, in which the marks of a square follow one another."""
    board = position.rules.board
    pitch = len(mark_name(max(1, len(position.marks)))) + has_signs + 1
    fitting = ((width - 1) // board.cols - 2) // pitch
    across = max(1, min(fitting, max(1 + has_signs, *map(len, squares))))
    heights = tuple(
        max(1, *(-(-len(marks) // across) for marks in squares[start : start + board.cols]))
        for start in range(0, board.size, board.cols)
    )
    return TextGrid(board, max(across * pitch, *map(len, names)) + 1, heights, pitch, across)
