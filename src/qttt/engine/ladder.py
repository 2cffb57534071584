"""How often each level of the ladder plays without thinking.

On every board the levels between ``random`` and the top play what the top plays, but now and then
they have a lapse: then they look at this one move only. So they err like people: they never miss
what wins at once, and they overlook what comes later. A lapse is more frequent, the lower the
level; how frequent was chosen by play, so that each level scores 65 % against the one below, or
more (docs/ladder.md).
"""

from qttt.game import Rules

_LEVELS = ("easy", "medium", "hard")
_LAPSES = (0.76, 0.46, 0.21)
_OF_THE_CLOSER = (0.75, 0.38, 0.15)
_WITH_COINS = (0.71, 0.45, 0.2)
_WITH_COINS_ON_LARGE_BOARDS = (0.77, 0.55, 0.28)
_CLASSICAL_ON_LARGE_BOARDS = (0.95, 0.68, 0.3)
"""Coins bring luck, and larger boards draws, so that it takes more to be much better."""

_SHARE = {"easy": 0.01, "medium": 0.04, "hard": 0.15}
_THINKING = 1_600_000
"""Simulations on the board of one square: larger boards take longer for each."""


def lapse_of(level: str, rules: Rules) -> float:
    """The probability that a level of the ladder has a lapse; 0 for all others."""
    return dict(zip(_LEVELS, _lapses_under(rules), strict=True)).get(level, 0.0)


def _lapses_under(rules: Rules) -> tuple[float, float, float]:
    is_large = rules.board.size > 9
    if not rules.is_quantum:
        return _CLASSICAL_ON_LARGE_BOARDS if is_large else _LAPSES
    if rules.chooser == "chance":
        return _WITH_COINS_ON_LARGE_BOARDS if is_large else _WITH_COINS
    return _OF_THE_CLOSER if rules.chooser == "closer" else _LAPSES


def simulations_of(level: str, rules: Rules) -> int:
    """How many simulations a thoughtful move of that level takes where the board is not solved.

    At the top a quarter of a second to a second on two-year-old hardware, on any board.
    """
    return int(_SHARE.get(level, 1.0) * _THINKING / rules.board.size)
