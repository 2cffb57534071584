"""Bots that play as a level of the engine."""

from dataclasses import dataclass, field
from random import Random

from qttt.engine import Level, SolveDepth, can_solve, levels_for, solve
from qttt.game import Move, Player, Position, Rules
from qttt.play import Computer

from .game import RemoteGame


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """A player of ``level``, or of the ladder's strongest level if the rules lack it."""

    level: Level
    rng: Random = field(default_factory=Random)

    def choose(self, position: Position) -> Move:
        """Choose a move as that level does."""
        return Computer(_level(self.level, position.rules), self.rng).choose(position)

    def accepts_draw(self, game: RemoteGame) -> bool:
        """Return whether a draw is at least the value under perfect play; False if unsolved."""
        if not can_solve(game.position) or game.seat is None:
            return False
        value = solve(game.position, depth=SolveDepth.VALUE).value
        return (value if game.seat is Player.X else -value) <= 0


def _level(level: Level, rules: Rules) -> Level:
    known = levels_for(rules)
    ladder = [each for each in (Level.OPTIMAL, Level.BEST, Level.RANDOM) if each in known]
    return level if level in known else ladder[0]
