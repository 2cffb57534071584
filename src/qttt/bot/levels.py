"""A level of the engine as a program."""

from dataclasses import dataclass, field
from random import Random

from qttt.engine import Depth, Level, can_solve, levels_for, solve
from qttt.game import Move, Player, Position, Rules
from qttt.play import Computer

from .game import Game


@dataclass(frozen=True, slots=True)
class Leveled:
    """Plays as ``level`` does, and as the best of the ladder where these rules do not have it."""

    level: Level
    rng: Random = field(default_factory=Random)

    def choose(self, position: Position) -> Move:
        """The move of that level."""
        return Computer(_level(self.level, position.rules), self.rng).choose(position)

    def takes_draw(self, game: Game) -> bool:
        """Whether a draw is as good as what perfect play comes to, where that can be known."""
        if not can_solve(game.position) or game.seat is None:
            return False
        value = solve(game.position, depth=Depth.VALUE).value
        return (value if game.seat is Player.X else -value) <= 0


def _level(level: Level, rules: Rules) -> Level:
    known = levels_for(rules)
    ladder = [each for each in (Level.OPTIMAL, Level.BEST, Level.RANDOM) if each in known]
    return level if level in known else ladder[0]
