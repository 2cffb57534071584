"""Doubles of ``engine.classical`` in slow and simple Python.

The textbook's alpha-beta with counters, plain minimax with the same evaluation, and what a board is
worth by trying every game to its end.
A board is a tuple of "X", "O" and None; lines are found by looking, not from the code under test.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from qttt.engine.classical import EvalLevel
from qttt.game import Player, Position, Rules

Board = tuple[str | None, ...]

WIN = 1_000_000


def board_of(position: Position) -> Board:
    """The marks as letters, in reading order."""
    placed = {square: "XO"[n % 2] for n, square in enumerate(position.marks)}
    return tuple(placed.get(square) for square in position.rules.board.squares)


@cache
def lines_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The squares of every line."""
    return tuple(_lines(rules.rows, rules.cols, rules.line or 0))


def _lines(rows: int, cols: int, length: int) -> Iterator[tuple[int, ...]]:
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + n * down, col + n * right) for n in range(length)]
                if all(0 <= r < rows and 0 <= c < cols for r, c in line):
                    yield tuple(r * cols + c for r, c in line)


class Textbook:
    """MAX-VALUE and MIN-VALUE as they are printed, with a depth and what they count."""

    def __init__(self, rules: Rules, level: EvalLevel) -> None:
        self.lines, self.level = lines_of(rules), level
        self.nodes = self.depth = self.max_cutoffs = self.min_cutoffs = 0
        self.cut_off = False

    def evaluate(self, board: Board) -> int:
        """C1·X3 + C2·X2 + C3·X1 less the same of O."""
        total = 0
        for line in self.lines:
            marks = [board[square] for square in line if board[square]]
            lacking = len(line) - len(marks)
            if len(set(marks)) == 1 and 1 <= lacking <= 3:
                total += self.level.weights[lacking - 1] * (1 if marks[0] == "X" else -1)
        return total

    def utility(self, board: Board) -> int | None:
        """What a finished game is worth; None if it goes on."""
        for line in self.lines:
            if board[line[0]] and len({board[square] for square in line}) == 1:
                return WIN if board[line[0]] == "X" else -WIN
        return None if None in board else 0

    def alpha_beta(self, board: Board) -> tuple[int, int, list[int]]:
        """The first best square, its value, and what each move has got."""
        is_x, values = board.count(None) % 2 == len(board) % 2, list[int]()
        self.root = len(board) - board.count(None)
        found = (self.max_value if is_x else self.min_value)(
            board, -WIN, WIN, self.level.depth or len(board), values
        )
        squares = [square for square, mark in enumerate(board) if mark is None]
        return squares[values.index(found)], found, values

    def max_value(
        self, board: Board, alpha: int, beta: int, left: int, values: list[int] | None = None
    ) -> int:
        left = self.enter(board, left)
        worth = self.leaf(board, left)
        if worth is not None:
            return worth
        v = -WIN - 1
        for after in successors(board, "X"):
            value = self.min_value(after, alpha, beta, left - 1)
            v = max(v, value)
            if values is not None:
                values.append(value)
            if v >= beta:
                self.max_cutoffs += 1
                return v
            alpha = max(alpha, v)
        return v

    def min_value(
        self, board: Board, alpha: int, beta: int, left: int, values: list[int] | None = None
    ) -> int:
        left = self.enter(board, left)
        worth = self.leaf(board, left)
        if worth is not None:
            return worth
        v = WIN + 1
        for after in successors(board, "O"):
            value = self.max_value(after, alpha, beta, left - 1)
            v = min(v, value)
            if values is not None:
                values.append(value)
            if v <= alpha:
                self.min_cutoffs += 1
                return v
            beta = min(beta, v)
        return v

    def enter(self, board: Board, left: int) -> int:
        """Count a node; the plies that are left below it."""
        self.nodes += 1
        self.depth = max(self.depth, len(board) - board.count(None) - self.root)
        if self.level.cutoff_nodes and self.nodes > self.level.cutoff_nodes:
            self.cut_off = True
        return min(left, self.level.cutoff_depth) if self.cut_off else left

    def leaf(self, board: Board, left: int) -> int | None:
        """What the board is worth if the search goes no further."""
        utility = self.utility(board)
        return self.evaluate(board) if utility is None and left == 0 else utility

    def minimax(self, board: Board, left: int) -> int:
        """The value without any pruning."""
        worth = self.leaf(board, left)
        if worth is not None:
            return worth
        player = mover(board)
        values = [self.minimax(after, left - 1) for after in successors(board, player)]
        return max(values) if player == "X" else min(values)


def successors(board: Board, player: str) -> Iterator[Board]:
    """The boards after each move, in reading order."""
    for square, mark in enumerate(board):
        if mark is None:
            yield (*board[:square], player, *board[square + 1 :])


def best_squares(position: Position, level: EvalLevel, depth: int) -> tuple[int, list[int]]:
    """The value of plain minimax, and all squares that keep it."""
    book, board = Textbook(position.rules, level), board_of(position)
    player = str(position.to_move)
    values = {
        square: book.minimax((*board[:square], player, *board[square + 1 :]), depth - 1)
        for square in position.open_squares
    }
    best = (max if position.to_move is Player.X else min)(values.values())
    return best, [square for square, value in values.items() if value == best]


class Worth(NamedTuple):
    """Who wins, 1 for X and -1 for O, and after how many plies if the winner hurries; 0 and 0."""

    value: int
    plies: int


class Truth:
    """What boards are worth, by trying every game; it remembers every board."""

    def __init__(self, rules: Rules) -> None:
        self.lines = lines_of(rules)
        self.known: dict[Board, Worth] = {}

    def after(self, board: Board) -> list[Worth]:
        """What each move is worth, itself counted as a ply."""
        worths = (self.worth(after) for after in successors(board, mover(board)))
        return [Worth(value, plies + 1 if value else 0) for value, plies in worths]

    def worth(self, board: Board) -> Worth:
        if board not in self.known:
            self.known[board] = self._search(board)
        return self.known[board]

    def _search(self, board: Board) -> Worth:
        for line in self.lines:
            if board[line[0]] and len({board[square] for square in line}) == 1:
                return Worth(1 if board[line[0]] == "X" else -1, 0)
        player = mover(board)
        return max(self.after(board), key=lambda each: merit(each, player), default=Worth(0, 0))


def mover(board: Board) -> str:
    """Who is to move."""
    return "XO"[(len(board) - board.count(None)) % 2]


def merit(worth: Worth, player: str) -> tuple[int, int]:
    """Orders what a player can choose from, the best last."""
    value = worth.value if player == "X" else -worth.value
    return value, -worth.plies if value > 0 else worth.plies
