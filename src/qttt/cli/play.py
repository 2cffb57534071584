"""``qttt play``: the game, in a browser or in the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path

from qttt.engine import Level, levels_for
from qttt.game import Player, Rules

from . import serve
from .coins import Choice
from .errors import Failure, Problem, problem


def play_in_browser(typed: Sequence[str]) -> int:
    """Open the web app, until Ctrl-C; ``typed`` names the options that were given.

    Returns the exit code.

    Raises ``Failure`` for any option, as only the terminal has them, and if there is no app.
    """
    if typed:
        option = f"--{typed[0].replace('_', '-')}"
        raise Failure(
            "usage", f"{option} is for the game in this terminal: add --terminal, or leave it out"
        )
    serve.play_in_browser()
    return 0


def play(
    rules: Rules,
    level: str | None,
    marks: str,
    *,
    two_players: bool,
    chance: Choice,
    load: Path | None,
) -> int:
    """Open the game in this terminal. Returns its exit code.

    Raises ``Failure`` without a terminal, and for options that cannot both be meant.
    """
    if two_players and level:
        raise Failure("usage", "--two-players and --level cannot both be: nobody is a computer")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("usage", "--terminal needs a terminal; qttt shell takes commands from a pipe")
    opponent = None if two_players else _level(level, rules)
    from qttt.tui import run

    try:
        human, coin = Player(marks), chance.coin() if chance.name else None
        return run(rules, level=opponent, human=human, seed=chance.seed, coin=coin, load=load)
    except ValueError as error:
        raise _refusal(error, load) from error


def _refusal(error: ValueError, load: Path | None) -> Failure:
    """Why the game did not start, and with which file."""
    told = problem(error) or Problem("file" if load else "usage", str(error))
    text = str(told)
    return Failure(told.kind, text if load is None or str(load) in text else f"{load}: {text}")


def _level(name: str | None, rules: Rules) -> Level:
    """The level of that name; without one, the strongest that a beginner can beat."""
    levels = levels_for(rules)
    if name is None:
        return Level.EASY if Level.EASY in levels else levels[0]
    if name not in levels:
        raise Failure(
            "usage", f"there is no level {name!r} under {rules}; there are {', '.join(levels)}"
        )
    return Level(name)
