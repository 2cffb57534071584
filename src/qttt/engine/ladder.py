"""Blunder probabilities and search sizes of the ladder's levels.

The levels between ``random`` and the top play like the top level, except that with some
probability they search one ply only. Like people, they never miss an immediate win but overlook
what comes later. The probabilities were calibrated by play so that each level scores at least 65 %
against the one below (docs/ladder.md).
"""

from qttt.game import Rules

_LEVELS = ("easy", "medium", "hard")
_BLUNDERS = (0.76, 0.46, 0.21)
_BLUNDERS_CLOSER = (0.75, 0.38, 0.15)
_BLUNDERS_CHANCE = (0.71, 0.45, 0.2)
_BLUNDERS_CHANCE_LARGE = (0.77, 0.55, 0.28)
_BLUNDERS_CLASSICAL_LARGE = (0.95, 0.68, 0.3)
"""Coins add luck, and large boards draws, so levels must differ more for the same score."""

_SHARE = {"easy": 0.01, "medium": 0.04, "hard": 0.15}
"""Simulations as a share of the top level's."""
_SIMULATION_SQUARES = 1_600_000
"""Simulations of the top level times squares: on larger boards each simulation takes longer."""


def blunder_probability(level: str, rules: Rules) -> float:
    """Return a level's blunder probability; 0 for levels other than easy, medium and hard."""
    return dict(zip(_LEVELS, _blunders_under(rules), strict=True)).get(level, 0.0)


def _blunders_under(rules: Rules) -> tuple[float, float, float]:
    is_large = rules.board.size > 9
    if not rules.is_quantum:
        return _BLUNDERS_CLASSICAL_LARGE if is_large else _BLUNDERS
    if rules.chooser == "chance":
        return _BLUNDERS_CHANCE_LARGE if is_large else _BLUNDERS_CHANCE
    return _BLUNDERS_CLOSER if rules.chooser == "closer" else _BLUNDERS


def simulations_for(level: str, rules: Rules) -> int:
    """Return the simulations per searched move on boards that the solver does not support.

    The top level takes 0.25 to 1 s per move on any board.
    """
    return int(_SHARE.get(level, 1.0) * _SIMULATION_SQUARES / rules.board.size)
