"""``qttt play``: the game in a terminal, for keyboard and mouse, with colours or without."""

from pathlib import Path

from qttt.engine import Level
from qttt.extras import requires_extra
from qttt.game import Player, Rules
from qttt.play import Coin

with requires_extra("terminal"):
    from .app import application
    from .setup import Setup

__all__ = ["run"]


def run(
    rules: Rules | None = None,
    *,
    level: Level | None = Level.EASY,
    human: Player = Player.X,
    seed: int | None = None,
    coin: Coin | None = None,
    load: Path | None = None,
) -> int:
    """Play in this terminal until the person leaves; the exit status, 0.

    The person has the marks of ``human`` against a computer of ``level``; if that is None two
    people play. The same ``seed`` gives the same moves of the computer and the same coins.
    ``coin`` decides where chance does, if it is given. ``load`` is a saved game to go on with; its
    rules and players count then.

    Raises ``ValueError`` if the level cannot play on that board or the file cannot be used, and
    ``OSError`` if it cannot be read; the terminal is untouched then.
    """
    application(Setup.against(rules or Rules(), level, human, seed, coin), load).run()
    return 0
