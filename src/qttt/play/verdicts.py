"""Outcomes that players agree on and the board does not show: resignation and agreement."""

from typing import Literal

from qttt.game import Outcome, Player, Points, Rules, Termination

Concession = Player | Literal["both"]
"""Who gave the game up: the player who resigned, or both in a draw by agreement."""


def conceded(rules: Rules, by: Concession) -> Outcome:
    """The outcome of a game that was given up.

    The other player of a resignation gets 1–0, an agreed draw is 0–0; under ``match`` they are
    2–0 and 1–1 (R12–R14).
    """
    win, draw = (2, 1) if rules.scoring == "match" else (1, 0)
    if by == "both":
        return Outcome(Points(draw, draw), Termination.AGREEMENT, "draw by agreement")
    points = Points(0, win) if by is Player.X else Points(win, 0)
    return Outcome(points, Termination.RESIGNATION, "resignation")
