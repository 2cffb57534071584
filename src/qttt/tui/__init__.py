"""``qttt play --terminal``: the game in a terminal, by keyboard and mouse."""

from pathlib import Path

from qttt.engine import Level
from qttt.extras import requires_extra
from qttt.game import Player, Rules
from qttt.play import Coin
from qttt.play.local_game import LocalGameSetup

with requires_extra("terminal"):
    from .app import QtttApp

__all__ = ["run_app"]


def run_app(
    rules: Rules | None = None,
    *,
    level: Level | None = Level.EASY,
    human: Player = Player.X,
    seed: int | None = None,
    coin: Coin | None = None,
    load: Path | None = None,
) -> int:
    """Run the application in this terminal and return the exit status 0.

    Args:
        rules: The rules of the first game.
        level: The computer's level; None for two people.
        human: The person's marks against a computer.
        seed: Makes computers and coins repeatable.
        coin: The source of chance; by default the seed's or the system's.
        load: A saved game to continue with its rules and players.

    Raises:
        ValueError: The level cannot play on that board, or the file is invalid.
        OSError: The file cannot be read.
    """
    x, o = (None, level) if human is Player.X else (level, None)
    QtttApp(LocalGameSetup(rules or Rules(), x, o, seed, coin), load).run()
    return 0
