"""``qttt tournament``: many games between two players, with Elo."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from qttt.arena import Tournament, TournamentResult, TournamentSettings
from qttt.arena.program import ANSWER_TIMEOUT_S
from qttt.game import Rules
from qttt.play import named_coin

from .declared import Argument, Option, command
from .options import CoinName, GamesSeed, Json
from .output import OutputStyle, show, show_json, stdout_style
from .tournaments import (
    arena_failures,
    format_elo,
    format_interval,
    format_percent,
    play,
    round_finite,
)

Jobs = Annotated[
    int | None,
    Option("--jobs", metavar="J", min=1, help="Games at once.", show_default="all cores"),
]
Opening = Annotated[int, Option("--opening", metavar="N", help="Start with N random marks.")]
Cluster = Annotated[
    str | None, Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster instead.")
]
Out = Annotated[
    Path | None,
    Option("--out", metavar="FOLDER", help="Store the games; resume a tournament there."),
]

EPILOG = """A and B are levels (easy), budgets of the search (nodes=10000, time=0.5; with
:threads=2, :megabytes=256, :learned or :plain if need be), policy or policy=FILE, solver, or
programs ('exec:./engine --fast')."""


@command(epilog=EPILOG)
def tournament(
    a: Annotated[str, Argument(metavar="A", help="The player with X in the first game.")],
    b: Annotated[str, Argument(metavar="B", help="The player with X in the second game.")],
    games: Annotated[int, Option(metavar="N", help="Number of games, even.")] = 100,
    rules: Annotated[
        str, Option(metavar="RULES", help="A preset, optionally with switches.")
    ] = "goff",
    seed: GamesSeed = 0,
    opening: Opening = 0,
    budget: Annotated[
        str, Option(metavar="B", help="For programs: time=S, nodes=N or level=NAME.")
    ] = "time=1",
    answer_timeout: Annotated[
        float, Option(metavar="S", help="Extra seconds for each answer of a program.")
    ] = ANSWER_TIMEOUT_S,
    coin: CoinName = None,
    out: Out = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    with arena_failures():
        parsed = str(Rules.parse(rules))
        settings = TournamentSettings(
            a, b, parsed, seed, opening, budget, answer_timeout, coin or ""
        )
        if coin:
            named_coin(coin)
        tournament = Tournament(settings, games, out)
        play([tournament], jobs, cluster)
        if json:
            show_json(facts(tournament.result))
        else:
            show(page(tournament.result, out, stdout_style()))


def page(result: TournamentResult, out: Path | None, style: OutputStyle) -> Iterator[str]:
    """Format the players, the results and the Elo difference."""
    settings = result.settings
    yield style.row("A", settings.a)
    yield style.row("B", settings.b)
    yield style.row("Rules", settings.rules)
    yield style.row("Games", _counts(result, None))
    yield style.row("  A is X", _counts(result, 0))
    yield style.row("  B is X", _counts(result, 1))
    yield style.row("Points", "A {:g}, B {:g}".format(*result.points))
    yield from _strength(result, style)
    if repeated := len(result.games) - result.distinct_games:
        yield style.row(
            "Repeated", f"{repeated} of {len(result.games)} games; --opening varies them"
        )
    for game in result.forfeits:
        yield style.row("Forfeit", f"game {game.number}: {game.forfeit}")
    if out:
        yield style.row("Records", str(out))


def _counts(result: TournamentResult, x: int | None) -> str:
    won, drawn, lost = (result.count(score, x) for score in (1, 0.5, 0))
    return f"{won + drawn + lost}: A won {won}, B won {lost}, {drawn} drawn"


def _strength(result: TournamentResult, style: OutputStyle) -> Iterator[str]:
    low, high = (format_elo(end, style) for end in result.elo_interval)
    within = f"95 % interval {format_interval(result.share_interval)}"
    yield style.row("Share", f"A {format_percent(result.mean_score)}; {within}")
    yield style.row("Elo", f"A {format_elo(result.elo, style)}; 95 % interval {low} to {high}")


def facts(result: TournamentResult) -> dict[str, object]:
    """Return the result as JSON; Elo is null where it is infinite."""
    return {
        **asdict(result.settings),
        "games": len(result.games),
        **{name: result.count(score) for name, score in _SCORES.items()},
        "as_x": {name: result.count(score, 0) for name, score in _SCORES.items()},
        "points": list(result.points),
        "share": round(result.mean_score, 6),
        "share_interval": [round(end, 6) for end in result.share_interval],
        "elo": round_finite(result.elo),
        "elo_interval": [round_finite(end) for end in result.elo_interval],
        "different": result.distinct_games,
        "forfeits": {str(game.number): game.forfeit for game in result.forfeits},
    }


_SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
