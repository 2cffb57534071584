"""Ends of a game off the board: resignation, agreement and rulings."""

from dataclasses import dataclass
from typing import Literal

from qttt.game import Outcome, Player, Points, Rules, Termination
from qttt.notation.escapes import printable


@dataclass(frozen=True, slots=True)
class Ruling:
    """An end imposed from outside, such as a forfeit, a time loss or an arbiter's decision.

    ``reason`` is the tag Termination of a record, ``points`` its result.
    """

    points: Points
    reason: str


EndOffBoard = Player | Literal["both"] | Ruling
"""How a game ended off the board: who resigned, ``both`` for an agreed draw, or a ruling."""


def outcome_off_board(rules: Rules, by: EndOffBoard) -> Outcome:
    """Return the outcome of a game that ended off the board.

    A resignation scores 1–0 and an agreed draw 0–0, or 2–0 and 1–1 under ``match`` (R12–R14).
    """
    if isinstance(by, Ruling):
        is_draw = by.points.x == by.points.o
        return Outcome(by.points, by.reason, "draw" if is_draw else printable(by.reason))
    win, draw = (2, 1) if rules.scoring == "match" else (1, 0)
    if by == "both":
        return Outcome(Points(draw, draw), Termination.AGREEMENT, "draw by agreement")
    points = Points(0, win) if by is Player.X else Points(win, 0)
    return Outcome(points, Termination.RESIGNATION, "resignation")
