"""Reference implementations of ``engine.classical`` in simple Python.

The textbook's alpha-beta with counters, plain minimax with the same evaluation, and exhaustive
search. A board is a tuple of "X", "O" and None; lines are computed independently of the code under
test.
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
    """MAX-VALUE and MIN-VALUE of the textbook, with a depth limit and counters."""

    def __init__(self, rules: Rules, level: EvalLevel) -> None:
        self.lines, self.level = lines_of(rules), level
        self.nodes = self.depth = self.max_cutoffs = self.min_cutoffs = 0
        self.cut_off = False

    def evaluate(self, board: Board) -> int:
        """C1·X3 + C2·X2 + C3·X1 minus the same for O."""
        total = 0
        for line in self.lines:
            marks = [board[square] for square in line if board[square]]
            lacking = len(line) - len(marks)
            if len(set(marks)) == 1 and 1 <= lacking <= 3:
                total += self.level.weights[lacking - 1] * (1 if marks[0] == "X" else -1)
        return total

    def utility(self, board: Board) -> int | None:
        """The value of a finished game; None if it is not over."""
        for line in self.lines:
            if board[line[0]] and len({board[square] for square in line}) == 1:
                return WIN if board[line[0]] == "X" else -WIN
        return None if None in board else 0

    def alpha_beta(self, board: Board) -> tuple[int, int, list[int]]:
        """The first best square, its value, and the values of the moves."""
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
        value = self.leaf(board, left)
        if value is not None:
            return value
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
        value = self.leaf(board, left)
        if value is not None:
            return value
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
        """Count a node and return the plies left below it."""
        self.nodes += 1
        self.depth = max(self.depth, len(board) - board.count(None) - self.root)
        if self.level.cutoff_nodes and self.nodes > self.level.cutoff_nodes:
            self.cut_off = True
        return min(left, self.level.cutoff_depth) if self.cut_off else left

    def leaf(self, board: Board, left: int) -> int | None:
        """The value if the search ends here; None otherwise."""
        utility = self.utility(board)
        return self.evaluate(board) if utility is None and left == 0 else utility

    def minimax(self, board: Board, left: int) -> int:
        """The value without any pruning."""
        value = self.leaf(board, left)
        if value is not None:
            return value
        player = mover(board)
        values = [self.minimax(after, left - 1) for after in successors(board, player)]
        return max(values) if player == "X" else min(values)


def successors(board: Board, player: str) -> Iterator[Board]:
    """The boards after each move, in reading order."""
    for square, mark in enumerate(board):
        if mark is None:
            yield (*board[:square], player, *board[square + 1 :])


def best_squares(position: Position, level: EvalLevel, depth: int) -> tuple[int, list[int]]:
    """The minimax value, and all squares that keep it."""
    book, board = Textbook(position.rules, level), board_of(position)
    player = str(position.to_move)
    values = {
        square: book.minimax((*board[:square], player, *board[square + 1 :]), depth - 1)
        for square in position.open_squares
    }
    best = (max if position.to_move is Player.X else min)(values.values())
    return best, [square for square, value in values.items() if value == best]


class Evaluation(NamedTuple):
    """1 if X wins, -1 if O wins, and the plies of the fastest win; (0, 0) for a draw."""

    value: int
    plies: int


class Minimax:
    """Exhaustive search with a cache."""

    def __init__(self, rules: Rules) -> None:
        self.lines = lines_of(rules)
        self.cache: dict[Board, Evaluation] = {}

    def after(self, board: Board) -> list[Evaluation]:
        """The evaluation of each move, with plies counted from the board before it."""
        children = (self.evaluate(after) for after in successors(board, mover(board)))
        return [Evaluation(value, plies + 1 if value else 0) for value, plies in children]

    def evaluate(self, board: Board) -> Evaluation:
        if board not in self.cache:
            self.cache[board] = self._search(board)
        return self.cache[board]

    def _search(self, board: Board) -> Evaluation:
        for line in self.lines:
            if board[line[0]] and len({board[square] for square in line}) == 1:
                return Evaluation(1 if board[line[0]] == "X" else -1, 0)
        player = mover(board)
        return max(
            self.after(board), key=lambda each: sort_key(each, player), default=Evaluation(0, 0)
        )


def mover(board: Board) -> str:
    return "XO"[(len(board) - board.count(None)) % 2]


def sort_key(evaluation: Evaluation, player: str) -> tuple[int, int]:
    """Order evaluations for a player, best last."""
    value = evaluation.value if player == "X" else -evaluation.value
    return value, -evaluation.plies if value > 0 else evaluation.plies
