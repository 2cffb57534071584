"""Bots that play as a level of the engine."""

from dataclasses import dataclass, field
from random import Random

from qttt.copies import IndependentCopies
from qttt.engine import Level, SolveDepth, can_solve, levels_for, solve
from qttt.engine.levels import ladder_for
from qttt.game import Move, Player
from qttt.play import Computer, History

from .game import RemoteGame


@dataclass(frozen=True, slots=True)
class LevelPlayer(IndependentCopies):
    """A player of ``level``, or of the ladder's strongest level if the rules lack it."""

    level: Level
    rng: Random = field(default_factory=Random)

    def choose(self, game: History) -> Move:
        """Choose a move as that level does."""
        position = game.position
        *_, strongest = ladder_for(position.rules)
        level = self.level if self.level in levels_for(position.rules) else strongest
        return Computer(level, self.rng).choose(game)

    def accepts_draw(self, game: RemoteGame) -> bool:
        """Return whether a draw is at least the value under perfect play; False if unsolved."""
        if not can_solve(game.position) or game.seat is None:
            return False
        value = solve(game.position, depth=SolveDepth.VALUE).value
        return (value if game.seat is Player.X else -value) <= 0
