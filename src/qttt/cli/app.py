"""The commands and their options. Nothing but typer is imported until a command runs."""

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer.exceptions import TyperException

from . import (
    audit,
    bot,
    circuit,
    coins,
    engine,
    exercises,
    ladder,
    match,
    sheets,
    store,
    streams,
    table,
)
from .options import Json, RulesText, Seed, Size, What

if TYPE_CHECKING:
    from qttt.game import Rules

_EPILOG = """WHAT is a position (12/25/15), moves (12 25 15 @5), or Goff's string
("X1+(1,2); O2+(2,5);"). Nothing means the empty board."""

# The values of engine.Level, which is not imported for the sake of --help.
_LEVELS = (
    "How well the computer plays: random, easy, medium, hard, best, optimal; thesis-easy and so on "
    "where the board is solved, eval-easy and so on in ordinary tic-tac-toe."
)

app = typer.Typer(
    help="Quantum tic-tac-toe: play it, look at positions, solve them, convert games.",
    epilog="`qttt COMMAND --help` tells more about a command.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run(args: Sequence[str]) -> int:
    """Run one command. Returns the exit code: 0, 2 for what was refused, or the command's own."""
    streams.prepare()
    try:
        code = app(args, prog_name="qttt", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        return streams.silence(1)
    except TyperException as error:
        from .errors import Problem

        message = error.format_message().replace("Value error, ", "")
        return streams.refuse(Problem("usage", message), args)
    except Exception as error:
        from .errors import problem

        told = problem(error)
        if told is None:
            raise
        return streams.refuse(told, args)
    return code or 0


@app.callback(invoke_without_command=True)
def _qttt(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from qttt import __version__

        typer.echo(f"qttt {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog="Without options the app asks; in the terminal you are X, against easy.")
def play(
    context: typer.Context,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="In this terminal; chance and --load need it.")
    ] = False,
    rules: RulesText = "goff",
    size: Size = None,
    level: Annotated[
        str | None, typer.Option("--level", metavar="LEVEL", help=_LEVELS, show_default="easy")
    ] = None,
    marks: Annotated[Literal["X", "O"], typer.Option("--marks", help="Yours; X begins.")] = "X",
    two_players: Annotated[
        bool, typer.Option("--two-players", help="Two people, one keyboard.")
    ] = False,
    seed: Seed = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    coin: coins.Named = None,
    coin_wait: coins.Wait = 30.0,
) -> int:
    """Play in a browser, or in this terminal."""
    from .play import Game, play, play_in_browser

    _catch_interrupts()
    game = Game(_rules(rules, size), level, marks, two_players)
    if not terminal:
        return play_in_browser(game, _typed(context))
    return play(game, coins.Choice(coin, seed, coin_wait), load)


@app.command(epilog=_EPILOG)
def show(
    what: What = None,
    rules: RulesText = "goff",
    size: Size = None,
    json: Json = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it; - prints it.")
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="Also the marks that vanished in collapses.")
    ] = False,
    state: Annotated[
        bool, typer.Option("--state", help="Also its quantum state: factors, amplitudes, odds.")
    ] = False,
    overlap: Annotated[
        str | None,
        typer.Option("--overlap", metavar="OTHER", help="Also its overlap with this position."),
    ] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Use ASCII characters only.")] = False,
) -> None:
    """Show a position and everything that follows from it."""
    from .show import Extras, show

    show(
        _text(what),
        _rules(rules, size),
        json=json,
        svg=svg,
        history=history,
        extras=Extras(state, overlap),
        ascii=ascii,
    )


@app.command(epilog=_EPILOG)
def solve(
    what: What = None,
    rules: RulesText = "goff",
    size: Size = None,
    json: Json = False,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="Stop after N positions.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Stop after S seconds.")
    ] = None,
    values_only: Annotated[
        bool, typer.Option("--values-only", help="Not how long the game lasts; faster.")
    ] = False,
) -> None:
    """Solve a position: its value, that of every move, the best line."""
    from .solve import solve

    solve(
        _text(what),
        _rules(rules, size),
        json=json,
        nodes=nodes,
        seconds=seconds,
        values_only=values_only,
    )


@app.command(epilog=_EPILOG)
def search(
    what: What = None,
    rules: RulesText = "krist",
    size: Size = None,
    json: Json = False,
    simulations: Annotated[
        int | None, typer.Option("--simulations", metavar="N", help="Stop after N games.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", help="Stop after S seconds.", show_default="1 if no limit"
        ),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Use N cores.")] = 1,
    megabytes: Annotated[
        int | None,
        typer.Option("--megabytes", metavar="N", help="Never use more.", show_default="64"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Other seeds, other games.")] = 0,
) -> None:
    """Look for a good move on a board that is not solved."""
    from .search import search

    _catch_interrupts()
    search(
        _text(what),
        _rules(rules, size),
        json=json,
        simulations=simulations,
        seconds=seconds,
        threads=threads,
        megabytes=megabytes,
        seed=seed,
    )


@app.command(epilog=_EPILOG)
def perft(
    plies: Annotated[int, typer.Argument(metavar="N", min=0, max=9999, help="How many plies.")],
    what: What = None,
    rules: RulesText = "goff",
    size: Size = None,
    json: Json = False,
) -> None:
    """Count the ways in which the next N plies can be played."""
    from .solve import perft

    perft(plies, _text(what), _rules(rules, size), json=json)


@app.command(
    epilog="FILE holds records (.qtn), or a game on each line: moves, a position, or Goff's string."
)
def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to read; - for the input.")],
    to: Annotated[
        Literal["qtn", "goff", "moves", "svg", "text"],
        typer.Option("--to", help="A record, Goff's string, moves, or a picture of the end."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Where to write; - is standard output."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help="For games that do not name their rules."),
    ] = None,
    size: Size = None,
    json: Json = False,
) -> None:
    """Convert games between notations, and into pictures."""
    from .convert import convert

    given = None if rules is None and size is None else _rules(rules or "goff", size)
    convert(file, to, out, given, json=json)


@app.command(
    epilog="FILE holds records (.qtn), or a game on each line: moves, a position, or Goff's string."
)
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to read; - for the input.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Write the games with comments; - prints."),
    ] = None,
    variations: Annotated[
        bool, typer.Option("--variations", help="Review those too, not the main line only.")
    ] = False,
    simulations: Annotated[
        int,
        typer.Option("--simulations", metavar="N", min=1, help="How long to estimate big boards."),
    ] = 20_000,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help="For games that do not name their rules."),
    ] = None,
    size: Size = None,
    json: Json = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Use ASCII characters only.")] = False,
) -> None:
    """Review games: what each move kept or lost."""
    from .review import show_reviews

    given = None if rules is None and size is None else _rules(rules or "goff", size)
    show_reviews(
        file,
        given,
        out,
        simulations=simulations,
        variations=variations,
        ascii=ascii,
        json=json,
    )


@app.command(epilog="The same seed makes the same puzzles.")
def puzzles(
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many.")] = 5,
    seed: Seed = None,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="G", min=1, max=5, help="From 1, easy, to 5.")
    ] = None,
    rules: RulesText = "goff",
    size: Size = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Write records; - prints them."),
    ] = None,
    json: Json = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Use ASCII characters only.")] = False,
) -> None:
    """Make puzzles: positions in which one move only is right."""
    from .puzzles import show_puzzles

    show_puzzles(_rules(rules, size), count, seed, grade, out, ascii=ascii, json=json)


@app.command(epilog="Without RULES it is docs/values.md, which takes a minute.")
def values(
    rules: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULES",
            help="Presets, or presets with switches in quotes: 'goff last_square=empty'.",
            show_default="every preset on 3×3, and more",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Tell what games are worth, how many there are, and what random play comes to."""
    from .values import RULES, values

    values([_rules(text, None) for text in rules or RULES], json=json)


@app.command(epilog="`help` in the shell lists its commands.")
def shell(
    n: Annotated[
        int | None, typer.Argument(metavar="N", help="The side of the board.", show_default="4")
    ] = None,
    rules: RulesText = "krist",
    seed: Seed = None,
) -> int:
    """Play by typed commands; also reads them from a pipe."""
    from qttt.shell import Style, run

    from .output import look

    _catch_interrupts()
    here = look()
    return run(_rules(rules, n), seed=seed, style=Style(here.unicode, here.color, here.width))


@app.command(epilog="`make web` builds the app, where it did not come with qttt.")
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Where; 0.0.0.0 lets the network in.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="Which port; 0 is any."),
    ] = 8000,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in a browser, if there is one.")
    ] = True,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help="Where games are kept: a file, or a database."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="An address at which the app is reached."),
    ] = None,
    online: Annotated[
        bool, typer.Option("--online/--offline", help="Whether people can play each other.")
    ] = True,
    coin: coins.Named = None,
    coin_wait: coins.Wait = 30.0,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings, in a TOML file.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Tell the settings and what is wrong; serve nobody.")
    ] = False,
) -> None:
    """Serve the web app, for browsers, and games over the network."""
    from . import serve as server

    given = {"host": host, "port": port, "data": data, "origin": origin, "online": online}
    given |= {"coin": coin, "coin_wait": coin_wait}
    typed = [name for name in _typed(context) if name in given]
    options = {name.replace("origin", "origins"): given[name] for name in typed}
    if check:
        server.check(options, config)
        return
    _catch_ends()
    server.serve(options, config, browse=browse)


app.command(epilog=match.EPILOG)(match.match)
app.command(epilog=ladder.EPILOG)(ladder.ladder)
app.command(epilog=engine.EPILOG)(engine.engine)
app.command(epilog=bot.EPILOG)(bot.bot)
app.command(epilog=circuit.EPILOG)(circuit.circuit)
app.command(epilog=audit.EPILOG)(audit.audit)
app.command(epilog=exercises.EPILOG)(exercises.exercises)
app.command(epilog=sheets.EPILOG)(sheets.sheets)
app.add_typer(coins.app, name="coins")
app.add_typer(store.app, name="store")
app.add_typer(table.app, name="table")


def _catch_interrupts() -> None:
    """Let Ctrl-C be an exception again, for commands that answer it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _catch_ends() -> None:
    """Let Ctrl-C, and being told to end, be the same exception."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.default_int_handler)


def _typed(context: typer.Context) -> list[str]:
    """The names of the options that stand in the command, and not only in its help."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]


def _text(words: list[str] | None) -> str:
    return " ".join(words or ())


def _rules(text: str, size: int | None) -> "Rules":
    """The rules that ``text`` names, on a board of that side if ``size`` is given."""
    from .rules import rules

    return rules(text, size)
