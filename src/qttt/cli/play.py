"""``qttt play``: the game, in a browser or in the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from qttt.engine import Level, levels_for
from qttt.game import Player, Rules

from . import serve
from .chance import Choice
from .commands import command_app
from .errors import Failure, Problem, problem
from .interrupts import catch_interrupts
from .options import CoinName, CoinWait, RulesText, Seed, Size, typed
from .reading import read_rules

app = command_app()

LEVELS = (
    f"How well the computer plays: {', '.join(level for level in Level if '-' not in level)}; "
    "thesis-easy and so on where the board is solved, eval-easy and so on in ordinary tic-tac-toe."
)
MOST_SQUARES = 64
"""The largest board that the app has."""


class Game(NamedTuple):
    """What the options say about a game: who plays, by which rules."""

    rules: Rules
    level: str | None
    marks: str
    two_players: bool

    @property
    def opponent(self) -> Level | None:
        """The computer; None where two people play. Raises ``Failure`` if there is no such one."""
        if self.two_players and self.level:
            raise Failure("usage", "--two-players and --level cannot both be: nobody is a computer")
        return None if self.two_players else _level(self.level, self.rules)


@app.command(epilog="Without options the app asks; in the terminal you are X, against easy.")
def play(
    context: typer.Context,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="In this terminal; chance and --load need it.")
    ] = False,
    rules: RulesText = "goff",
    size: Size = None,
    level: Annotated[
        str | None, typer.Option("--level", metavar="LEVEL", help=LEVELS, show_default="easy")
    ] = None,
    marks: Annotated[Literal["X", "O"], typer.Option("--marks", help="Yours; X begins.")] = "X",
    two_players: Annotated[
        bool, typer.Option("--two-players", help="Two people, one keyboard.")
    ] = False,
    seed: Seed = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    coin: CoinName = None,
    coin_wait: CoinWait = 30.0,
) -> int:
    """Play in a browser, or in this terminal."""
    catch_interrupts()
    game = Game(read_rules(rules, size), level, marks, two_players)
    if not terminal:
        return play_in_browser(game, typed(context))
    return play_here(game, Choice(coin, seed, coin_wait), load)


def play_in_browser(game: Game, given: Sequence[str]) -> int:
    """Open the web app, until Ctrl-C; at a game, if options were given. Returns the exit code.

    Raises ``Failure`` for options that only the terminal has, games that the app does not have, and
    if there is no app.
    """
    for name in given:
        if name not in Game._fields and name != "size":
            option = f"--{name.replace('_', '-')}"
            raise Failure(
                "usage",
                f"{option} is for the game in this terminal: add --terminal, or leave it out",
            )
    serve.play_in_browser(_fragment(game) if given else "")
    return 0


def play_here(game: Game, chance: Choice, load: Path | None) -> int:
    """Open the game in this terminal. Returns its exit code.

    Raises ``Failure`` without a terminal, and for options that cannot both be meant.
    """
    opponent = game.opponent
    from qttt.tui import run

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("usage", "--terminal needs a terminal; qttt shell takes commands from a pipe")
    try:
        human, coin = Player(game.marks), chance.coin() if chance.name else None
        return run(game.rules, level=opponent, human=human, seed=chance.seed, coin=coin, load=load)
    except ValueError as error:
        raise _refusal(error, load) from error


def _fragment(game: Game) -> str:
    """Where the app begins that game: ``#game/goff/X=human,O=hard``, with ``_`` for a space."""
    if game.rules.board.size > MOST_SQUARES:
        raise Failure(
            "usage",
            f"the app's boards have at most {MOST_SQUARES} squares: add --terminal for larger ones",
        )
    seats = dict.fromkeys("XO", game.opponent or "human") | {game.marks: "human"}
    rules = str(game.rules).replace("_", "%5F").replace(" ", "_")
    return f"#game/{rules}/{','.join(f'{player}={kind}' for player, kind in seats.items())}"


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
