"""Rules and late positions on which the solver is compared with minimax."""

import random
from collections.abc import Iterator
from itertools import islice

from qttt.game import Position, Rules
from tests.kernel.games import different_positions, game, random_rules
from tests.strategies import PRESETS, SMALL

BOARDS = (
    "goff rows=1 cols=9 line=2 scoring=winner",
    "goff rows=1 cols=9 line=3 scoring=complete chooser=closer",
    "goff rows=1 cols=8 line=4 scoring=match chooser=chance",
    "goff rows=9 cols=1 line=5 scoring=winner ends=full",
    "goff rows=2 cols=2 line=2 scoring=winner",
    "goff rows=2 cols=2 line=2 scoring=match chooser=chance ends=full",
    "goff rows=2 cols=3 line=2 scoring=winner chooser=closer last_square=empty",
    "goff rows=3 cols=2 line=3 scoring=match pair_loops=forbidden",
    "goff rows=2 cols=4 line=2 scoring=complete",
    "goff rows=4 cols=2 line=3 scoring=winner",
    "goff rows=2 cols=4 line=4 scoring=winner chooser=chance",
    "krist rows=2 cols=3 chooser=closer",
    "krist rows=1 cols=9 chooser=chance",
    "krist rows=3 cols=3 chooser=closer",
    "closer chooser=chance",
    "closer pair_loops=forbidden ends=full",
    "qubic3 ends=full",
    "qubic3 last_square=empty",
)
WIDE_BOARDS = (
    "goff rows=1 cols=10 line=4 scoring=winner",
    "goff rows=2 cols=5 line=2 scoring=match chooser=chance ends=full",
    "goff rows=1 cols=11 line=2 scoring=complete chooser=closer ends=full",
    "goff rows=3 cols=4 line=3 scoring=complete pair_loops=forbidden chooser=chance",
    "goff rows=2 cols=6 line=3 scoring=winner last_square=empty",
    "krist rows=3 cols=4",
)
QUOTAS = {text: 60 if text in PRESETS else 15 for text in SMALL} | dict.fromkeys(BOARDS, 15)
"""Number of positions to check for each set of rules."""


def late_positions(rules: Rules, seed: int, count: int) -> Iterator[Position]:
    """Positions of random games that plain minimax can solve."""
    rng = random.Random(seed)
    while count > 0:
        candidates = [position for position in game(rules, rng) if is_late(position)]
        if candidates:
            yield rng.choice(candidates)
            count -= 1


def any_late_positions(seed: int, count: int) -> Iterator[Position]:
    """As ``late_positions``, under random rules."""
    rng = random.Random(seed)
    for _ in range(count):
        yield next(late_positions(random_rules(rng, (6, 9)), rng.randrange(2**32), 1))


def endings(rules: Rules, seed: int, count: int) -> Iterator[Position]:
    """Different positions of random games with at most four open squares."""
    found = different_positions(rules, seed, 1000 * count)
    late = (each for each in found if len(each.open_squares) <= 4 and not each.outcome)
    return islice(late, count)


def is_late(position: Position) -> bool:
    """Whether few continuations are left: few open squares, most of them entangled."""
    left = len(position.open_squares)
    free = left - len(position.quantum)
    return not position.outcome and free <= {5: 3, 6: 2, 7: 2, 8: 1, 9: 1}.get(left, 4)
