"""How a game ended and what each player gets for it (R10–R14)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from .board import Board
from .moves import Player, player_of
from .rules import Rules


class Line(NamedTuple):
    """A line of one player; ``time`` is its largest subscript (R10)."""

    player: Player
    squares: tuple[int, ...]
    time: int


class Points(NamedTuple):
    """The points of X and O: multiples of ½, so exact as floats."""

    x: float
    o: float

    def __str__(self) -> str:
        return f"{self.x:g}-{self.o:g}"


class Termination(StrEnum):
    """Why a game ended. The last two are decided by the players and not visible on the board."""

    LINE = "line"
    FULL = "full"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a finished game.

    - ``points``: the points of X and O, multiples of ½.
    - ``termination``: why it ended; a plain string was read from a record.
    - ``title``: the common name of the result: *narrow win*, *cat's game* …
    - ``lines``: the lines on the board, earliest first; under ``krist``, the krists, longest first.
    """

    points: Points
    termination: Termination | str
    title: str
    lines: tuple[Line, ...] = ()

    @property
    def result(self) -> str:
        """The points as in a record, X first: ``1-0.5``."""
        return str(self.points)

    @property
    def value(self) -> float:
        """The points of X minus the points of O."""
        return self.points.x - self.points.o

    @property
    def winner(self) -> Player | None:
        """The player with more points; None for a draw."""
        if self.value == 0:
            return None
        return Player.X if self.value > 0 else Player.O


def find_lines(board: Board, length: int, classical: Mapping[int, int]) -> tuple[Line, ...]:
    """The lines of these classical marks (square → mark), earliest first (R10)."""
    lines: list[Line] = []
    for player, odd in ((Player.X, 1), (Player.O, 0)):
        own = {square for square, mark in classical.items() if mark % 2 == odd}
        complete = filter(own.issuperset, board.lines(length)) if len(own) >= length else ()
        lines += [Line(player, line, max(map(classical.__getitem__, line))) for line in complete]
    return tuple(sorted(lines, key=lambda line: (line.time, line.squares)))


def find_krists(board: Board, classical: Mapping[int, int]) -> tuple[Line, ...]:
    """The maximal runs of two or more marks of one player, longest first (R14)."""
    owner = {square: player_of(mark) for square, mark in classical.items()}
    krists = []
    for run in board.runs():
        for player, group in groupby(run, owner.get):
            squares = tuple(group)
            if player is not None and len(squares) > 1:
                krists.append(Line(player, squares, max(classical[s] for s in squares)))
    return tuple(sorted(krists, key=lambda krist: (-len(krist.squares), krist.squares)))


def deciding_krists(krists: Iterable[Line]) -> tuple[Line, ...]:
    """The winner's krists of the greatest length that the players have unequally often (R14)."""
    for _, group in groupby(krists, lambda krist: len(krist.squares)):
        equal = list(group)
        x, o = ([krist for krist in equal if krist.player is player] for player in Player)
        if len(x) != len(o):
            return tuple(x if len(x) > len(o) else o)
    return ()


def score_game(rules: Rules, termination: Termination, classical: Mapping[int, int]) -> Outcome:
    """Score a game that ended with these classical marks (square → mark)."""
    if rules.line is None:
        lines = find_krists(rules.board, classical)
    else:
        lines = find_lines(rules.board, rules.line, classical)
    points, title = _SCORING[rules.scoring](lines)
    return Outcome(points, termination, title, lines)


def _winner(lines: tuple[Line, ...]) -> Player | None:
    """The player of the earliest line; lines of both players never have the same time (R13)."""
    return lines[0].player if lines else None


def _points(winner: Player | None, points: float, loser_points: float = 0) -> Points:
    """The points of both players; in a draw both get ``loser_points``."""
    if winner is None:
        return Points(loser_points, loser_points)
    return Points(points, loser_points) if winner is Player.X else Points(loser_points, points)


def _score_goff(lines: tuple[Line, ...]) -> tuple[Points, str]:
    winner = _winner(lines)
    if winner is None:
        return Points(0, 0), "cat's game"
    if len(lines) == 1:
        return _points(winner, 1), "complete win"
    if lines[0].player is not lines[1].player:
        return _points(winner, 1, 0.5), "narrow win"
    return _points(winner, 2 if lines[0].time == lines[1].time else 1.5), "double win"


def _score_winner(lines: tuple[Line, ...]) -> tuple[Points, str]:
    winner = _winner(lines)
    return _points(winner, 1), "win" if winner else "draw"


def _score_complete(lines: tuple[Line, ...]) -> tuple[Points, str]:
    one_sided = len({line.player for line in lines}) == 1
    return _score_winner(lines if one_sided else ())


def _score_match(lines: tuple[Line, ...]) -> tuple[Points, str]:
    winner = _winner(lines)
    return (_points(winner, 2), "win") if winner else (Points(1, 1), "draw")


def _score_krist(krists: tuple[Line, ...]) -> tuple[Points, str]:
    deciding = deciding_krists(krists)
    return (_points(deciding[0].player, 1), "win") if deciding else (Points(0, 0), "draw")


_SCORING: dict[str, Callable[[tuple[Line, ...]], tuple[Points, str]]] = {
    "goff": _score_goff,
    "winner": _score_winner,
    "complete": _score_complete,
    "match": _score_match,
    "krist": _score_krist,
}
