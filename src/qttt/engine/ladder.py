"""How often each level of the ladder plays without thinking.

On every board the levels between ``random`` and the top play what the top plays, but now and then
they have a lapse: then they look at this one move only. So they err like people: they never miss
what wins at once, and they overlook what comes later. A lapse is more frequent, the lower the
level; how frequent was chosen by play, so that each level scores 65 % against the one below, or
more (docs/ladder.md).
"""

from qttt.game import Rules

_LAPSES = {"easy": 0.76, "medium": 0.46, "hard": 0.21}
_SHARE = {"easy": 0.01, "medium": 0.04, "hard": 0.15}
_THINKING = 1_600_000
"""Simulations on the board of one square: larger boards take longer for each."""


def lapse_of(level: str, rules: Rules) -> float:
    """The probability that a level of the ladder has a lapse; 0 for all others."""
    return _LAPSES.get(level, 0.0)


def simulations_of(level: str, rules: Rules) -> int:
    """How many simulations a thoughtful move of that level takes where the board is not solved.

    At the top a quarter of a second to a second on two-year-old hardware, on any board.
    """
    return int(_SHARE.get(level, 1.0) * _THINKING / rules.board.size)
