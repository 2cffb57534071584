"""Outcomes that the board does not show: resignation, agreement, and what a record rules."""

from dataclasses import dataclass
from typing import Literal

from qttt.game import Outcome, Player, Points, Rules, Termination
from qttt.notation.escapes import printable


@dataclass(frozen=True, slots=True)
class Ruling:
    """An end from outside the game: a forfeit, a lost clock, an arbiter's word.

    ``reason`` is what a record's tag Termination says, ``points`` its result.
    """

    points: Points
    reason: str


Concession = Player | Literal["both"] | Ruling
"""How a game ended off the board: who resigned, both in a draw by agreement, or a ruling."""


def conceded(rules: Rules, by: Concession) -> Outcome:
    """The outcome of a game that ended off the board.

    The other player of a resignation gets 1–0, an agreed draw is 0–0; under ``match`` they are
    2–0 and 1–1 (R12–R14). A ruling says itself who gets what.
    """
    if isinstance(by, Ruling):
        is_draw = by.points.x == by.points.o
        return Outcome(by.points, by.reason, "draw" if is_draw else printable(by.reason))
    win, draw = (2, 1) if rules.scoring == "match" else (1, 0)
    if by == "both":
        return Outcome(Points(draw, draw), Termination.AGREEMENT, "draw by agreement")
    points = Points(0, win) if by is Player.X else Points(win, 0)
    return Outcome(points, Termination.RESIGNATION, "resignation")
