"""``qttt values``: exact values of the games on 3×3; generates docs/values.md."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from qttt.book.summaries import RulesSummary, summarize
from qttt.book.tables import markdown
from qttt.engine import Solver
from qttt.game import PRESETS, Rules
from qttt.notation.points import format_value

from .declared import Argument, command
from .options import Json
from .output import show_bytes, show_json
from .progress import progress

RULES = (
    *(name for name, rules in PRESETS.items() if rules.board.size == 9),
    "goff last_square=empty",
    "complete last_square=empty",
    "closer last_square=empty",
    "no-pair-loops last_square=empty",
    "qubic3 last_square=empty",
    "goff chooser=chance",
    "goff scoring=winner",
    "complete chooser=closer",
    "krist rows=3 cols=3",
)
"""The rules in ``docs/values.md``: every preset on 3×3, and the main switches."""


@command(
    epilog="Without RULES it prints docs/values.md.",
)
def values(
    rules: Annotated[
        list[str] | None,
        Argument(
            metavar="RULES",
            help="Presets, or presets with switches in quotes: 'goff last_square=empty'; "
            "the default is every preset on 3×3, and more.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    games = [Rules.parse(text) for text in rules or RULES]
    for game in games:
        Solver(game, entries=0)  # fail early for boards that are too big
    summaries = []
    with progress(len(games), "rules") as report:
        for done, game in enumerate(games, 1):
            summaries.append(summarize(game))
            report(done, str(game))
    if json:
        show_json({"values": [facts(summary) for summary in summaries]})
    else:
        show_bytes("\n".join(document(summaries)) + "\n")


# --- for people ------------------------------------------------------------------------------


def document(summaries: Sequence[RulesSummary]) -> Iterator[str]:
    """Format all results in Markdown."""
    yield _PERFECT
    yield from markdown(
        ("rules", "value", "plies", "best openings"),
        [
            (
                str(summary.rules),
                format_value(summary.value),
                str(summary.plies or ""),
                _best(summary),
            )
            for summary in summaries
        ],
        "<>><",
    )
    for openings in dict.fromkeys(map(_openings, summaries)):
        yield ""
        group = [summary for summary in summaries if _openings(summary) == openings]
        rows = [
            (str(summary.rules), *(format_value(o.value) for o in summary.openings))
            for summary in group
        ]
        yield from markdown(("rules", *openings), rows)
    yield _POSITIONS
    columns = max(len(summary.positions) for summary in summaries)
    rows = [_position_row(summary, columns) for summary in summaries]
    yield from markdown(("rules", *map(str, range(columns)), "all"), rows)
    yield _GAMES
    yield from markdown(
        ("rules", "games", "X ahead", "O ahead", "equal"), map(_game_row, summaries)
    )
    yield _RANDOM
    heads = ("rules", "mean", "exactly", "X ahead", "O ahead", "equal")
    yield from markdown(heads, map(_random_row, summaries))


_PERFECT = """\
# Values

Values and counts of games. All numbers are exact, or rounded in the last digit. This document is
the output of `qttt values`; the tests compare the two.

## Perfect play

The value is points of X minus points of O if both play perfectly; a coin counts as its mean. Plies
are the length of the game if the player ahead prefers short games and the player behind long ones;
it is not given for draws, or where coins decide. The number after × is the size of an opening's
orbit under symmetry, itself included.
"""

_POSITIONS = """
## Positions

Reachable positions by number of marks, without a pending loop and before the end of the game.
Positions count as one if they differ by a symmetry of the board, or only by subscripts that do not
matter: those of a player's first marks, as many as make a line, and under `krist` all. A
[table](engine.md#the-table) has one entry for each.
"""

_GAMES = """
## Games

All complete games from the empty board, by the player with more points at the end. A game is a
sequence of plies, which are placements and collapses. The order of the squares of a pair does not
matter; symmetric games are counted separately.
"""

_RANDOM = """
## Random play

Each ply is a legal move, drawn uniformly. The mean is of points of X minus points of O; the next
columns are the probabilities that a player is ahead at the end.
"""


def _openings(summary: RulesSummary) -> tuple[str, ...]:
    return tuple(f"{opening.name} ×{opening.orbit_size}" for opening in summary.openings)


def _best(summary: RulesSummary) -> str:
    if len(summary.best) == len(summary.openings):
        return "all"
    return ", ".join(f"{opening.name} ×{opening.orbit_size}" for opening in summary.best)


def _position_row(summary: RulesSummary, columns: int) -> tuple[str, ...]:
    counts = [f"{count:,}" for count in summary.positions]
    missing = [""] * (columns - len(counts))
    return (str(summary.rules), *counts, *missing, f"{sum(summary.positions):,}")


def _game_row(summary: RulesSummary) -> tuple[str, ...]:
    games = summary.game_counts
    counts = (games.games, games.x_wins, games.o_wins, games.draws)
    return (str(summary.rules), *(f"{count:,}" for count in counts))


def _random_row(summary: RulesSummary) -> tuple[str, ...]:
    mean = summary.game_counts.mean
    shares = (f"{float(share):.8f}" for share in summary.game_counts.probabilities)
    return (str(summary.rules), f"{float(mean):+.8f}", str(mean), *shares)


# --- for programs ----------------------------------------------------------------------------


def facts(summary: RulesSummary) -> dict[str, object]:
    """Return the results as JSON, with fractions as strings."""
    games = summary.game_counts
    x, o, equal = games.probabilities
    return {
        "rules": str(summary.rules),
        "value": str(summary.value),
        "plies": summary.plies,
        "best": [opening.name for opening in summary.best],
        "openings": [
            {"opening": o.name, "alike": o.orbit_size, "value": str(o.value), "plies": o.plies}
            for o in summary.openings
        ],
        "positions": list(summary.positions),
        "games": {"x": games.x_wins, "o": games.o_wins, "equal": games.draws},
        "random": {"mean": str(games.mean), "x": str(x), "o": str(o), "equal": str(equal)},
    }
