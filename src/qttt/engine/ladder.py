"""Blunder probabilities and search sizes of the ladder's levels.

The levels between ``random`` and the top play like the top level, except that with some
probability they search one ply only. Like people, they never miss an immediate win but overlook
what comes later. The probabilities were calibrated by play so that each level scores at least 65 %
against the one below (docs/ladder.md).
"""

from qttt.game import Rules

BLUNDERS = {
    "usual": {"easy": 0.76, "medium": 0.46, "hard": 0.21},
    "closer": {"easy": 0.75, "medium": 0.38, "hard": 0.15},
    "chance": {"easy": 0.71, "medium": 0.45, "hard": 0.2},
    "large chance": {"easy": 0.77, "medium": 0.55, "hard": 0.28},
    "large classical": {"easy": 0.95, "medium": 0.68, "hard": 0.3},
}
"""Blunder probabilities by chooser, board and level; the app's are generated from these.

Coins add luck, and large boards draws, so levels must differ more for the same score.
"""

SHARES = {"easy": 0.01, "medium": 0.04, "hard": 0.15}
"""Simulations as a share of the top level's."""
SIMULATION_SQUARES = 1_600_000
"""Simulations of the top level times squares: on larger boards each simulation takes longer."""


def blunder_probability(level: str, rules: Rules) -> float:
    """Return a level's blunder probability; 0 for levels other than easy, medium and hard."""
    return BLUNDERS[_kind(rules)].get(level, 0.0)


def _kind(rules: Rules) -> str:
    is_large = rules.board.size > 9
    if not rules.is_quantum:
        return "large classical" if is_large else "usual"
    if rules.chooser == "chance":
        return "large chance" if is_large else "chance"
    return "closer" if rules.chooser == "closer" else "usual"


def simulations_for(level: str, rules: Rules) -> int:
    """Return the simulations per searched move on boards that the solver does not support.

    The top level takes 0.25 to 1 s per move on any board.
    """
    return int(SHARES.get(level, 1.0) * SIMULATION_SQUARES / rules.board.size)
