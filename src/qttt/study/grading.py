"""How hard a puzzle is: the chance that a person finds its solution, by a model of one.

The person calculates, or else goes by looks.

- *Calculating* succeeds with probability 0.7 for each two plies that must be looked ahead and
  each time that the number of legal moves doubles: ``0.7 ** (plies / 2 * log2(moves))``.
- *Looks* are what a move brings on average if the game is then played at random. A move is chosen
  with probability proportional to ``exp(looks / 0.5)`` (Luce 1959): somewhat better looks are
  chosen somewhat more often, and many moves that look alike hide the one that is right.

What is found in neither way is hard. Grade 1 is a chance of at least 80 %, grade 2 of 60 %, grade 3
of 40 %, grade 4 of 20 %; anything harder is grade 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log2

from qttt.engine import playouts
from qttt.game import Move, Player, Position

GRADES = (1, 2, 3, 4, 5)

SIGHT = 0.7
BLUR = 0.5
GAMES = 200
"""Random games for each move: looks are then known to about a tenth of a point."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a puzzle hard.

    ``moves`` are legal; ``plies`` must be looked ahead before the solution is seen to be right;
    ``looks`` is the probability that who goes by looks makes the right move.
    """

    moves: int
    plies: int
    looks: float

    @property
    def chance(self) -> float:
        """The probability that the solution is found, by the model of this module."""
        calculated = SIGHT ** (self.plies / 2 * log2(self.moves))
        return float(calculated + (1 - calculated) * self.looks)

    @property
    def grade(self) -> int:
        """From 1, easy, to 5.

        >>> [Difficulty(moves, 3, 1 / moves).grade for moves in (2, 6, 15, 36)]
        [2, 4, 5, 5]
        """
        return max(1, 5 - int(5 * self.chance))


def looks(position: Position, seed: int = 0) -> Mapping[Move, float]:
    """What each move brings on average in random play: points for who decides, minus the other's.

    Costs ``GAMES`` random games for each legal move, in the kernel: some 5 ms on the empty board.
    """
    sign = -1 if position.to_move is Player.O else 1
    return {move: sign * _mean(position.play(move), seed) for move in position.legal_moves}


def _mean(position: Position, seed: int) -> float:
    if position.outcome:
        return position.outcome.value
    random = playouts(position, GAMES, seed)
    return (random.x_points - random.o_points) / GAMES


def choice(looks: Mapping[Move, float], move: Move) -> float:
    """The probability that who goes by these looks chooses ``move``."""
    return 1 / sum(exp((other - looks[move]) / BLUR) for other in looks.values())
