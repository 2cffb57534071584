"""Difficulty of puzzles: the probability that a modelled person finds the solution.

The person calculates, and if that fails, chooses by looks.

- *Calculation* succeeds with probability 0.7 for every two plies of lookahead and every doubling
  of the number of legal moves: ``0.7 ** (plies / 2 * log2(moves))``.
- *Looks* are the mean result of random play after a move. A move is chosen with probability
  proportional to ``exp(looks / 0.5)`` (Luce 1959), so slightly better looks are chosen slightly
  more often, and many similar moves hide the right one.

Grade 1 is a probability of at least 80 %, grade 2 of 60 %, grade 3 of 40 %, grade 4 of 20 %;
anything harder is grade 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log2

from qttt.engine import playouts
from qttt.game import Move, Player, Position

GRADES = (1, 2, 3, 4, 5)

CALCULATION_FACTOR = 0.7
LOOKS_TEMPERATURE = 0.5
GAMES_PER_MOVE = 200
"""Random games for each move: the standard error of looks is about 0.1 points."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a puzzle.

    ``moves`` is the number of legal moves, ``plies`` the lookahead that proves the solution, and
    ``looks`` the probability of choosing the solution by looks.
    """

    moves: int
    plies: int
    looks: float

    @property
    def chance(self) -> float:
        """The probability that the person finds the solution."""
        calculated = CALCULATION_FACTOR ** (self.plies / 2 * log2(self.moves))
        return float(1 - (1 - calculated) * (1 - self.looks))  # monotonic despite rounding

    @property
    def grade(self) -> int:
        """The grade, from 1 (easy) to 5.

        >>> [Difficulty(moves, 3, 1 / moves).grade for moves in (2, 6, 15, 36)]
        [2, 4, 5, 5]
        """
        return max(1, 5 - int(5 * self.chance))


def look_scores(position: Position, seed: int = 0) -> Mapping[Move, float]:
    """Return the mean result of random play after each move, for the player to move.

    Cost: ``GAMES_PER_MOVE`` random games for each legal move, 5 ms on the empty board.
    """
    sign = -1 if position.to_move is Player.O else 1
    return {move: sign * _mean(position.play(move), seed) for move in position.legal_moves}


def _mean(position: Position, seed: int) -> float:
    if position.outcome:
        return position.outcome.value
    totals = playouts(position, GAMES_PER_MOVE, seed)
    return (totals.x_points - totals.o_points) / GAMES_PER_MOVE


def choice_probability(looks: Mapping[Move, float], move: Move) -> float:
    """Return the probability of choosing ``move`` by these looks."""
    return 1 / sum(exp((other - looks[move]) / LOOKS_TEMPERATURE) for other in looks.values())
