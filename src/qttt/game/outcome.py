"""How a game ended and what each player gets for it (R10–R14)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from .board import Board
from .moves import Player, player_of
from .rules import Rules


class Line(NamedTuple):
    """A line of one player; its ``time`` is the largest subscript in it (R10)."""

    player: Player
    squares: tuple[int, ...]
    time: int


class Points(NamedTuple):
    """What X and O get: multiples of ½, and therefore exact."""

    x: float
    o: float

    def __str__(self) -> str:
        return f"{self.x:g}-{self.o:g}"


class Termination(StrEnum):
    """Why a game ended. The last two are agreed between players, not found on the board."""

    LINE = "line"
    FULL = "full"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game.

    ``lines`` are the lines on the board, the earliest first (under ``krist``, the krists, the
    longest first); ``title`` is what people call the result: *narrow win*, *cat's game* … Another
    ``termination`` than those above is that of a record, for an end that nobody here decided.
    """

    points: Points
    termination: Termination | str
    title: str
    lines: tuple[Line, ...] = ()

    @property
    def result(self) -> str:
        """The points as a record writes them, X first: ``1-0.5``."""
        return str(self.points)

    @property
    def value(self) -> float:
        """Points of X minus points of O."""
        return self.points.x - self.points.o

    @property
    def winner(self) -> Player | None:
        """Who got more points; None for a draw."""
        if self.value == 0:
            return None
        return Player.X if self.value > 0 else Player.O


def find_lines(board: Board, length: int, classical: Mapping[int, int]) -> tuple[Line, ...]:
    """The lines among these classical marks (square → mark), the earliest first (R10)."""
    found: list[Line] = []
    for player, odd in ((Player.X, 1), (Player.O, 0)):
        own = {square for square, mark in classical.items() if mark % 2 == odd}
        lines = filter(own.issuperset, board.lines(length)) if len(own) >= length else ()
        found += [Line(player, line, max(map(classical.__getitem__, line))) for line in lines]
    return tuple(sorted(found, key=lambda line: (line.time, line.squares)))


def find_krists(board: Board, classical: Mapping[int, int]) -> tuple[Line, ...]:
    """The maximal runs of two or more marks of one player, the longest first (R14)."""
    owner = {square: player_of(mark) for square, mark in classical.items()}
    found = []
    for whole in board.runs():
        for player, run in groupby(whole, owner.get):
            squares = tuple(run)
            if player is not None and len(squares) > 1:
                found.append(Line(player, squares, max(classical[s] for s in squares)))
    return tuple(sorted(found, key=lambda krist: (-len(krist.squares), krist.squares)))


def settle(rules: Rules, termination: Termination, classical: Mapping[int, int]) -> Outcome:
    """The outcome of a game that has ended with these classical marks (square → mark)."""
    if rules.line is None:
        lines = find_krists(rules.board, classical)
    else:
        lines = find_lines(rules.board, rules.line, classical)
    points, title = _SCORING[rules.scoring](lines)
    return Outcome(points, termination, title, lines)


def _winner(lines: tuple[Line, ...]) -> Player | None:
    """Whose line has the smallest time; no mark is in lines of both players (R13)."""
    return lines[0].player if lines else None


def _to(winner: Player | None, points: float, otherwise: float = 0) -> Points:
    """``points`` for the winner and ``otherwise`` for the loser; ``otherwise`` must suit a draw."""
    if winner is None:
        return Points(otherwise, otherwise)
    return Points(points, otherwise) if winner is Player.X else Points(otherwise, points)


def _score_goff(lines: tuple[Line, ...]) -> tuple[Points, str]:
    winner = _winner(lines)
    if winner is None:
        return Points(0, 0), "cat's game"
    if len(lines) == 1:
        return _to(winner, 1), "complete win"
    if lines[0].player is not lines[1].player:
        return _to(winner, 1, 0.5), "narrow win"
    return _to(winner, 2 if lines[0].time == lines[1].time else 1.5), "double win"


def _score_winner(lines: tuple[Line, ...]) -> tuple[Points, str]:
    winner = _winner(lines)
    return _to(winner, 1), "win" if winner else "draw"


def _score_complete(lines: tuple[Line, ...]) -> tuple[Points, str]:
    one_sided = len({line.player for line in lines}) == 1
    return _score_winner(lines if one_sided else ())


def _score_match(lines: tuple[Line, ...]) -> tuple[Points, str]:
    winner = _winner(lines)
    return (_to(winner, 2), "win") if winner else (Points(1, 1), "draw")


def _score_krist(krists: tuple[Line, ...]) -> tuple[Points, str]:
    counts = {
        player: Counter(len(k.squares) for k in krists if k.player is player) for player in Player
    }
    for length in sorted({len(krist.squares) for krist in krists}, reverse=True):
        x, o = counts[Player.X][length], counts[Player.O][length]
        if x != o:
            return _to(Player.X if x > o else Player.O, 1), "win"
    return Points(0, 0), "draw"


_SCORING: dict[str, Callable[[tuple[Line, ...]], tuple[Points, str]]] = {
    "goff": _score_goff,
    "winner": _score_winner,
    "complete": _score_complete,
    "match": _score_match,
    "krist": _score_krist,
}
