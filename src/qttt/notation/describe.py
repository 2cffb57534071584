"""A position in one sentence: who decides what, or how the game ended."""

import re
from collections import Counter

from qttt.game import Board, Line, Outcome, Player, Position, Termination, mark_name

from .escapes import printable

_MANNER = {"narrow win": " narrowly", "double win": " doubly"}
_MOST_LINES = 3
"""How many lines are named; a long game on a large board may have dozens."""


def describe(position: Position, outcome: Outcome | None = None, *, unicode: bool = True) -> str:
    """What happens next, or how the game ended, in a short sentence.

    ``outcome`` is for an end that the board does not show: a resignation, an agreement, a forfeit.
    Points are said from the winner's side, and lines in the order of their times.

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
        who = "A coin decides" if chooser == "chance" else f"{chooser} chooses"
        return f"{who}: where does {mark_name(mark)} land, on {ends}?"
    place = f"{position.turn} to place mark {mark + 1}"
    if position.rules.is_quantum and len(position.open_squares) == 1:
        return f"{place}, whole, on {board.name(position.open_squares[0])}"
    return place


def _end(outcome: Outcome, position: Position) -> str:
    winner = outcome.winner
    if winner:
        result = f"{winner} wins{_MANNER.get(outcome.title, '')}"
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
    said = ", ".join(
        f"{line.player}'s {'line ' * (i == 0)}{_path(line, board)} {'is done ' * (i == 0)}"
        f"by {mark_name(line.time)}"
        for i, line in enumerate(outcome.lines[:_MOST_LINES])
    )
    left = len(outcome.lines) - _MOST_LINES
    return f"{said}, and {left} more" if left > 0 else said


def _path(line: Line, board: Board) -> str:
    return "-".join(map(board.name, line.squares))


def _krists(outcome: Outcome, _: Board) -> str:
    """The longest length in which the players differ (R14)."""
    counts = Counter((len(krist.squares), krist.player) for krist in outcome.lines)
    for length in sorted({length for length, _ in counts}, reverse=True):
        few, many = sorted(counts[length, player] for player in Player)
        if few != many:
            plural = "s" * (many > 1)
            return f"{many} krist{plural} of {length} squares against {few or 'none'}"
    return "the krists are equal in length and number" if counts else "no krist"


def _ascii(text: str) -> str:
    return re.sub(r"(?<!\d)½", "0½", text).replace("½", ".5").replace("–", "-")
