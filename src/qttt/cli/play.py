"""``qttt play``: the game in a browser or in the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from qttt.engine import Level, levels_for
from qttt.engine.kernel import is_supported
from qttt.engine.kernel_api import LARGE_SQUARES, MAX_SQUARES
from qttt.game import Player, Rules
from qttt.play import Coin, named_coin
from qttt.quantum import DEFAULT_TIMEOUT_S

from . import serve
from .declared import Option, command, given_options
from .errors import CliError, cli_error
from .interrupts import catch_interrupts
from .options import CoinName, CoinWait, RulesText, Seed, Size, read_rules
from .output import is_dumb

LEVELS = (
    f"How well the computer plays: {', '.join(level for level in Level if '-' not in level)}; "
    "eval-easy and so on in ordinary tic-tac-toe; with --terminal also thesis-easy and so on where "
    "the board is solved."
)


class GameOptions(NamedTuple):
    """The options of a game: rules and players."""

    rules: Rules
    level: str | None
    marks: str
    two_players: bool

    def opponent(self, levels: Sequence[Level]) -> Level | None:
        """Return the computer's level, one of these; None for two players. Raises ``CliError``."""
        if self.two_players and self.level:
            raise CliError(
                "usage", "--two-players cannot be used with --level: there is no computer"
            )
        return None if self.two_players else _level(self.level, levels, self.rules)


@command(
    epilog="Without options the app asks; in the terminal you play X against easy.",
)
def play(
    terminal: Annotated[
        bool,
        Option("--terminal", help="Play in this terminal; needed for --seed, --coin, --load."),
    ] = False,
    rules: RulesText = "goff",
    size: Size = None,
    level: Annotated[str | None, Option(metavar="LEVEL", help=LEVELS, show_default="easy")] = None,
    marks: Annotated[Literal["X", "O"], Option("--marks", help="Your marks; X moves first.")] = "X",
    two_players: Annotated[bool, Option("--two-players", help="Two people at one device.")] = False,
    seed: Seed = None,
    load: Annotated[Path | None, Option(metavar="FILE", help="Continue a saved game.")] = None,
    coin: CoinName = None,
    coin_wait: CoinWait = DEFAULT_TIMEOUT_S,
) -> int:
    game = GameOptions(read_rules(rules, size), level, marks, two_players)
    if not terminal:
        return play_in_browser(game, given_options())
    tosser = named_coin(coin, seed=seed, timeout_s=coin_wait) if coin else None
    return play_here(game, load, seed=seed, coin=tosser)


def play_in_browser(game: GameOptions, given: Sequence[str]) -> int:
    """Serve the web app until Ctrl-C, opened at a game if ``given`` names options.

    Raises:
        CliError: An option needs ``--terminal``, the game is unsupported, or the app is missing.
    """
    for name in given:
        if name not in GameOptions._fields and name != "size":
            option = f"--{name.replace('_', '-')}"
            raise CliError(
                "usage",
                f"{option} is only for the game in this terminal: add --terminal",
            )
    serve.serve_locally(_fragment(game) if given else "")
    return 0


def play_here(
    game: GameOptions,
    load: Path | None = None,
    *,
    seed: int | None = None,
    coin: Coin | None = None,
) -> int:
    """Run the game in this terminal and return its exit code.

    Raises:
        CliError: There is no terminal, or the options contradict each other.
    """
    catch_interrupts()
    opponent = game.opponent(levels_for(game.rules))
    from qttt.tui import run_app

    _check_terminal()
    try:
        human = Player(game.marks)
        return run_app(game.rules, level=opponent, human=human, seed=seed, coin=coin, load=load)
    except ValueError as error:
        raise _failure(error, load) from error


def _check_terminal() -> None:
    """Raise ``CliError`` if keys are not read from a terminal, or none can show the game.

    Textual draws on standard error.
    """
    streams = {"input": sys.stdin, "output": sys.stdout, "error": sys.stderr}
    if other := [name for name, stream in streams.items() if not stream.isatty()]:
        raise CliError(
            "usage",
            f"--terminal needs a terminal as standard {' and '.join(other)} too; "
            "qttt shell takes commands from a pipe",
        )
    if is_dumb():
        raise CliError(
            "usage",
            "--terminal needs a terminal that can move its cursor, and TERM is dumb; "
            "qttt shell prints lines",
        )


def _fragment(game: GameOptions) -> str:
    """Return the URL fragment of a game: ``#game/goff/X=human,O=hard``, with ``_`` for spaces."""
    if game.rules.board.size > LARGE_SQUARES:
        raise CliError(
            "usage",
            f"the app's boards have at most {LARGE_SQUARES} squares: "
            "add --terminal for larger ones",
        )
    levels = levels_for(game.rules)
    in_app = [level for level in levels if level.family != "thesis"]
    if not game.two_players and game.level in levels and game.level not in in_app:
        raise CliError("usage", f"the level {game.level} is in the terminal only: add --terminal")
    opponent = game.opponent(in_app)
    if opponent and not is_supported(game.rules):
        raise CliError(
            "usage",
            f"the app's computer plays on at most {MAX_SQUARES} squares: "
            "add --two-players or --terminal",
        )
    seats = dict.fromkeys("XO", opponent or "human") | {game.marks: "human"}
    rules = str(game.rules).replace("_", "%5F").replace(" ", "_")
    return f"#game/{rules}/{','.join(f'{player}={kind}' for player, kind in seats.items())}"


def _failure(error: ValueError, load: Path | None) -> CliError:
    """Convert an error, prefixing the file if the message does not name it."""
    report = cli_error(error) or CliError("file" if load else "usage", str(error))
    text = str(report)
    return CliError(report.kind, text if load is None or str(load) in text else f"{load}: {text}")


def _level(name: str | None, levels: Sequence[Level], rules: Rules) -> Level:
    """Return the level of that name, by default the strongest that a beginner can beat."""
    if name is None:
        return Level.EASY if Level.EASY in levels else levels[0]
    if name not in levels:
        raise CliError("usage", f"no level {name!r} under {rules}: choose from {', '.join(levels)}")
    return Level(name)
