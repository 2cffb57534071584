"""Descriptions of positions in one sentence."""

import re
from collections.abc import Callable

from qttt.game import Collapse, Move, Outcome, Player, Position, Termination, mark_name
from qttt.game.outcome import deciding_krists

from .escapes import printable
from .values import format_points

_ADVERBS = {"narrow win": " narrowly", "double win": " doubly"}
_MAX_LINES = 3
"""Lines to name at most; a long game on a large board can have dozens."""


def describe(
    position: Position,
    outcome: Outcome | None = None,
    *,
    unicode: bool = True,
    name: Callable[[int], str] | None = None,
) -> str:
    """Describe the next decision, or how the game ended.

    ``outcome`` is for an end that the board does not show: a resignation, an agreement, a forfeit.
    ``name`` names squares, by default as moves do. The winner's points come first; lines are in the
    order of their times.

    >>> describe(Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    'X chooses: where does O4 land, on 1 or on 5?'
    """
    outcome = outcome or position.outcome
    name = name or position.rules.board.name
    text = _end(outcome, position, name) if outcome else _next(position, name)
    return text if unicode else _ascii(text)


def describe_move(move: Move, before: Position) -> str:
    """Describe a legal move.

    >>> describe_move(Collapse(4), Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    'O4 lands on 5'
    """
    name, number = before.rules.board.name, len(before.marks)
    if isinstance(move, Collapse):
        return f"{mark_name(number)} lands on {name(move.square)}"
    text = f"{mark_name(number + 1)} on {' and '.join(map(name, dict.fromkeys(move)))}"
    return f"{text} closes a loop" if before.play(move).has_loop else text


def _next(position: Position, name: Callable[[int], str]) -> str:
    mark = len(position.marks)
    if (chooser := position.chooser) is not None:
        ends = " or on ".join(name(move[0]) for move in position.legal_moves)
        decision = "A coin decides" if chooser == "chance" else f"{chooser} chooses"
        return f"{decision}: where does {mark_name(mark)} land, on {ends}?"
    text = f"{position.turn} to place mark {mark + 1}"
    if position.rules.is_quantum and len(position.open_squares) == 1:
        return f"{text}, whole, on {name(position.open_squares[0])}"
    return text


def _end(outcome: Outcome, position: Position, name: Callable[[int], str]) -> str:
    winner = outcome.winner
    if winner:
        result = f"{winner} wins{_ADVERBS.get(outcome.title, '')}"
    else:
        result = outcome.title[:1].upper() + outcome.title[1:]
    return f"{result}, {_points(outcome)}: {_reason(outcome, position, name)}"


def _points(outcome: Outcome) -> str:
    points = outcome.points
    first, second = (points.o, points.x) if outcome.winner is Player.O else points
    return f"{format_points(first)}–{format_points(second)}"


def _reason(outcome: Outcome, position: Position, name: Callable[[int], str]) -> str:
    if outcome.termination is Termination.RESIGNATION:
        return f"{outcome.winner.other} resigned" if outcome.winner else "resigned"
    if outcome.termination is Termination.AGREEMENT:
        return "agreed"
    if not isinstance(outcome.termination, Termination):
        return printable(outcome.termination)
    text = _krists(outcome) if position.rules.line is None else _lines(outcome, name)
    return text + ", and no pair is left" * (outcome.termination is Termination.BLOCKED)


def _lines(outcome: Outcome, name: Callable[[int], str]) -> str:
    if not outcome.lines:
        return "no line"
    text = ", ".join(
        f"{mark_name(line.time)} completes {'-'.join(map(name, line.squares))}"
        for line in outcome.lines[:_MAX_LINES]
    )
    text = text.replace("completes", "completes the line", 1)
    more = len(outcome.lines) - _MAX_LINES
    return f"{text}, and {more} more" if more > 0 else text


def _krists(outcome: Outcome) -> str:
    deciding = deciding_krists(outcome.lines)
    if not deciding:
        return "the krists are equal in length and number" if outcome.lines else "no krist"
    length, more = len(deciding[0].squares), len(deciding)
    fewer = sum(len(krist.squares) == length for krist in outcome.lines) - more
    plural = "s" * (more > 1)
    return f"{more} krist{plural} of {length} squares against {fewer or 'none'}"


def _ascii(text: str) -> str:
    return re.sub(r"(?<!\d)½", "0½", text).replace("½", ".5").replace("–", "-")
