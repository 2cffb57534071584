"""Blunder probabilities and search sizes of the ladder's levels.

The levels between ``random`` and the top play like the top level, except that with some
probability they search one ply only. Like people, they never miss an immediate win but overlook
what comes later. ``easy`` and ``medium`` do so at any time. ``hard`` and ``expert`` err where
people do: like the person of ``study.grading`` they calculate correctly with a probability that
falls with the plies to come and the logarithm of the number of legal moves. The probabilities were
calibrated by play (docs/ladder.md).
"""

from collections.abc import Mapping
from functools import cache
from math import log2
from pathlib import Path

from qttt.game import Position, Rules

BLUNDERS = {
    "usual": {"easy": 0.76, "medium": 0.46, "hard": 0.38, "expert": 0.21},
    "closer": {"easy": 0.75, "medium": 0.38, "hard": 0.33, "expert": 0.18},
    "chance": {"easy": 0.71, "medium": 0.45, "hard": 0.38, "expert": 0.21},
    "large chance": {"easy": 0.77, "medium": 0.55, "hard": 0.38, "expert": 0.21},
    "large classical": {"easy": 0.95, "medium": 0.68, "hard": 0.75, "expert": 0.4},
}
"""Blunder probabilities by chooser, board and level; the app's are generated from these.

Those of ``FADING`` are for the empty board. Coins add luck, and large boards draws, so levels must
differ more for the same score.
"""

FADING = ("hard", "expert")
"""Levels that blunder less when there is less to calculate."""

SHARES = {"easy": 0.01, "medium": 0.04, "hard": 0.15, "expert": 0.4}
"""Simulations as a share of the top level's, which are ``SIMULATION_SQUARES`` by squares."""
LEARNED_SHARES = {"hard": 0.03, "expert": 0.08, "best": 0.2}
"""The same where learned weights judge: docs/engine.md compares their strength and time.

Other levels never use them.
"""
LEARNED_SQUARES = 25
"""Levels use learned weights on boards with at most this number of squares.

These boards have at least the rows and columns of the training.
"""
SIMULATION_SQUARES = 1_600_000
"""Simulations of the top level times squares: on larger boards each simulation takes longer."""
NEARLY_EQUAL = 0.5
"""Moves with this share of the best move's visits are as good as it, where learned weights judge.

A level draws among them: such a search depends on no seed, and would repeat its games.
"""


ELO = Path(__file__).with_name("elo.json")
"""Elo of levels by rules; written by scripts/levels.py from docs/ladder.md."""


def blunder_probability(level: str, position: Position) -> float:
    """Return the probability that a level blunders here; 0 for levels without blunders.

    >>> choice = Position.after((0, 1), (0, 1))
    >>> [round(blunder_probability("hard", each), 2) for each in (Position(), choice)]
    [0.38, 0.07]
    """
    probability = BLUNDERS[_kind(position.rules)].get(level, 0.0)
    if level not in FADING:
        return probability
    calculation = _calculation(position)
    if not calculation:
        return 0.0
    return float(1 - (1 - probability) ** (calculation / _whole_game(position.rules)))


def _calculation(position: Position) -> float:
    """Return how much there is to calculate: the marks to come, times the bits of a choice."""
    left = position.rules.board.size - len(position.marks)
    return left * log2(max(1, position.move_count))


@cache
def _whole_game(rules: Rules) -> float:
    return _calculation(Position(rules))


def _kind(rules: Rules) -> str:
    is_large = rules.board.size > 9
    if not rules.is_quantum:
        return "large classical" if is_large else "usual"
    if rules.chooser == "chance":
        return "large chance" if is_large else "chance"
    return "closer" if rules.chooser == "closer" else "usual"


def simulations_for(level: str, rules: Rules, *, is_learned: bool = False) -> int:
    """Return the simulations per searched move on boards that the solver does not support.

    ``is_learned``: with an evaluator, for a level of ``LEARNED_SHARES``. Without one the top level
    takes 0.25 to 1 s per move on any board, with one about a seventh of that.
    """
    share = LEARNED_SHARES[level] if is_learned else SHARES.get(level, 1.0)
    return int(share * SIMULATION_SQUARES / rules.board.size)


def measured_elo(level: str, rules: Rules) -> int | None:
    """Return a level's Elo over ``random`` under these rules, as measured in docs/ladder.md.

    None if it was not measured.
    """
    return _measured().get(str(rules), {}).get(level)


@cache
def _measured() -> Mapping[str, Mapping[str, int]]:
    import json

    return json.loads(ELO.read_bytes())  # type: ignore[no-any-return]
