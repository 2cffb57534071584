"""Descriptions of positions in one sentence."""

import re
from collections import Counter

from qttt.game import Board, Line, Outcome, Player, Position, Termination, mark_name

from .escapes import printable

_ADVERBS = {"narrow win": " narrowly", "double win": " doubly"}
_MAX_LINES = 3
"""Lines to name at most; a long game on a large board can have dozens."""


def describe(position: Position, outcome: Outcome | None = None, *, unicode: bool = True) -> str:
    """Describe the next decision, or how the game ended.

    ``outcome`` is for an end that the board does not show: a resignation, an agreement, a forfeit.
    The winner's points come first; lines are in the order of their times.

    >>> describe(Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    'X chooses: where does O4 land, on 1 or on 5?'
    """
    outcome = outcome or position.outcome
    text = _end(outcome, position) if outcome else _next(position)
    return text if unicode else _ascii(text)


def _next(position: Position) -> str:
    mark, board = len(position.marks), position.rules.board
    if (chooser := position.chooser) is not None:
        ends = " or on ".join(board.name(move[0]) for move in position.legal_moves)
        decision = "A coin decides" if chooser == "chance" else f"{chooser} chooses"
        return f"{decision}: where does {mark_name(mark)} land, on {ends}?"
    text = f"{position.turn} to place mark {mark + 1}"
    if position.rules.is_quantum and len(position.open_squares) == 1:
        return f"{text}, whole, on {board.name(position.open_squares[0])}"
    return text


def _end(outcome: Outcome, position: Position) -> str:
    winner = outcome.winner
    if winner:
        result = f"{winner} wins{_ADVERBS.get(outcome.title, '')}"
    else:
        result = outcome.title[:1].upper() + outcome.title[1:]
    return f"{result}, {_points(outcome)}: {_reason(outcome, position)}"


def _points(outcome: Outcome) -> str:
    points = outcome.points
    first, second = (points.o, points.x) if outcome.winner is Player.O else points
    return f"{_number(first)}–{_number(second)}"


def _number(points: float) -> str:
    whole, half = divmod(points, 1)
    return f"{whole:g}" * (whole > 0 or not half) + "½" * bool(half)


def _reason(outcome: Outcome, position: Position) -> str:
    if outcome.termination is Termination.RESIGNATION:
        return f"{outcome.winner.other} resigned" if outcome.winner else "resigned"
    if outcome.termination is Termination.AGREEMENT:
        return "agreed"
    if not isinstance(outcome.termination, Termination):
        return printable(outcome.termination)
    lines = _krists if position.rules.line is None else _lines
    blocked = outcome.termination is Termination.BLOCKED
    return lines(outcome, position.rules.board) + ", and no pair is left" * blocked


def _lines(outcome: Outcome, board: Board) -> str:
    if not outcome.lines:
        return "no line"
    text = ", ".join(
        f"{line.player}'s {'line ' * (i == 0)}{_path(line, board)} {'is completed ' * (i == 0)}"
        f"by {mark_name(line.time)}"
        for i, line in enumerate(outcome.lines[:_MAX_LINES])
    )
    more = len(outcome.lines) - _MAX_LINES
    return f"{text}, and {more} more" if more > 0 else text


def _path(line: Line, board: Board) -> str:
    return "-".join(map(board.name, line.squares))


def _krists(outcome: Outcome, _: Board) -> str:
    """Compare the krists of the greatest length that the players have unequally often (R14)."""
    counts = Counter((len(krist.squares), krist.player) for krist in outcome.lines)
    for length in sorted({length for length, _ in counts}, reverse=True):
        fewer, more = sorted(counts[length, player] for player in Player)
        if fewer != more:
            plural = "s" * (more > 1)
            return f"{more} krist{plural} of {length} squares against {fewer or 'none'}"
    return "the krists are equal in length and number" if counts else "no krist"


def _ascii(text: str) -> str:
    return re.sub(r"(?<!\d)½", "0½", text).replace("½", ".5").replace("–", "-")
