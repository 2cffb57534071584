"""``qttt values``: what every game on 3×3 comes to, as a document that it writes itself."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Annotated

import typer

from qttt.engine import MoveValue, Solver, solve
from qttt.engine.census import Census, census, positions
from qttt.game import Move, Placement, Position, Rules

from .commands import command_app
from .options import Json
from .output import show_bytes, show_json
from .progress import progress

app = command_app()

RULES = (
    "goff",
    "complete",
    "closer",
    "no-pair-loops",
    "qubic3",
    "classic3",
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
"""What ``docs/values.md`` tells about: every preset on 3×3, and what its switches change."""


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
    games = [Rules.parse(text) for text in rules or RULES]
    for each in games:
        Solver(each, entries=0)  # refuses what is too big before the work begins
    found = []
    with progress(len(games), "rules") as tell:
        for done, each in enumerate(games, 1):
            found.append(worth(each))
            tell(done, str(each))
    if json:
        show_json({"values": [facts(each) for each in found]})
    else:
        show_bytes("\n".join(document(found)) + "\n")


# --- what is found out -----------------------------------------------------------------------


@dataclass(frozen=True)
class Opening:
    """A first placement; ``alike`` symmetric ones have its value, itself included."""

    name: str
    alike: int
    value: Fraction
    plies: int | None


@dataclass(frozen=True)
class Worth:
    """All that is told about some rules; ``best`` are the best of ``openings``."""

    rules: Rules
    value: Fraction
    openings: tuple[Opening, ...]
    best: tuple[Opening, ...]
    positions: tuple[int, ...]
    census: Census

    @property
    def plies(self) -> int | None:
        """How long the game lasts if both play perfectly."""
        return self.best[0].plies


def worth(rules: Rules) -> Worth:
    """Solve the empty board, and count."""
    analysis = solve(Position(rules))
    openings = {each.move: _opening(rules, each) for each in analysis.moves}
    firsts = [move for move in openings if _alike(rules, move)[0] == move]
    anyhow = replace(rules, chooser="other")
    return Worth(
        rules,
        Fraction(analysis.value),
        tuple(openings[move] for move in firsts),
        tuple(openings[move] for move in firsts if move in analysis.best),
        _positions(replace(anyhow, scoring="winner") if rules.line else anyhow),
        _census(anyhow),
    )


# What does not ask who decides a collapse, or how lines are scored, is found out once for all.


@cache
def _positions(rules: Rules) -> tuple[int, ...]:
    return positions(rules)


@cache
def _census(rules: Rules) -> Census:
    return census(Position(rules))


def _opening(rules: Rules, found: MoveValue) -> Opening:
    name = "-".join(dict.fromkeys(rules.board.name(square) for square in found.move))
    return Opening(name, len(_alike(rules, found.move)), Fraction(found.value), found.plies)


def _alike(rules: Rules, move: Move) -> list[Move]:
    """The placements that a symmetry of the board makes of this one, in order."""
    return sorted(
        {
            Placement(*sorted(symmetry[square] for square in move))
            for symmetry in rules.board.symmetries()
        }
    )


# --- for people ------------------------------------------------------------------------------


def document(found: Sequence[Worth]) -> Iterator[str]:
    """Everything in Markdown, section by section."""
    yield _PERFECT
    yield from table(
        ("rules", "value", "plies", "best openings"),
        [(str(w.rules), signed(w.value), str(w.plies or ""), _best(w)) for w in found],
        "<>><",
    )
    for openings in dict.fromkeys(map(_openings, found)):
        yield ""
        alike = [each for each in found if _openings(each) == openings]
        rows = [(str(w.rules), *(signed(each.value) for each in w.openings)) for w in alike]
        yield from table(("rules", *openings), rows)
    yield _POSITIONS
    most = max(len(each.positions) for each in found)
    yield from table(
        ("rules", *map(str, range(most)), "all"), [_position_row(w, most) for w in found]
    )
    yield _GAMES
    yield from table(("rules", "games", "X ahead", "O ahead", "equal"), map(_game_row, found))
    yield _RANDOM
    heads = ("rules", "mean", "exactly", "X ahead", "O ahead", "equal")
    yield from table(heads, map(_random_row, found))


_PERFECT = """\
# Values

What games come to. All numbers are exact, or rounded in the last digit. This document is what
`qttt values` prints, in about a minute; the tests compare the two.

## Perfect play

The value is points of X minus points of O if both play perfectly; a coin counts as its mean. The
game then lasts so many plies if who is better off hurries and who is worse off delays; nobody
hurries to a draw, or where coins decide. An opening stands for so many (×) that are symmetric to
it, itself included.
"""

_POSITIONS = """
## Positions

By the number of marks. Counted are the positions that a game can arrive at, in which no loop is
pending and the game goes on. They count as one if they differ by a symmetry of the board, or only
by subscripts that do not matter: those of as many first marks of a player as make a line, and
under `krist` all. A [table](engine.md#the-table) has one entry for each.
"""

_GAMES = """
## Games

All complete games from the empty board, by who has more points in the end. A game is the sequence
of its plies; a placement is a ply, and so is a collapse. It does not matter which square of a pair
is named first; symmetric games count each.
"""

_RANDOM = """
## Random play

Each ply is one of the legal moves, all with the same probability. The mean is that of points of X
minus points of O; beside it stands how probable it is that a player is ahead in the end.
"""


def _openings(found: Worth) -> tuple[str, ...]:
    return tuple(f"{each.name} ×{each.alike}" for each in found.openings)


def _best(found: Worth) -> str:
    if len(found.best) == len(found.openings):
        return "all"
    return ", ".join(f"{each.name} ×{each.alike}" for each in found.best)


def _position_row(found: Worth, most: int) -> tuple[str, ...]:
    counts = [f"{count:,}" for count in found.positions]
    missing = [""] * (most - len(counts))
    return (str(found.rules), *counts, *missing, f"{sum(found.positions):,}")


def _game_row(found: Worth) -> tuple[str, ...]:
    counted = found.census
    counts = (counted.games, counted.x_wins, counted.o_wins, counted.draws)
    return (str(found.rules), *(f"{count:,}" for count in counts))


def _random_row(found: Worth) -> tuple[str, ...]:
    mean = found.census.mean
    shares = (f"{float(share):.8f}" for share in found.census.probabilities)
    return (str(found.rules), f"{float(mean):+.8f}", str(mean), *shares)


def signed(value: Fraction) -> str:
    """A value with its sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(0)), signed(Fraction(-7, 16))
    ('+1/2', '0', '-7/16')
    """
    return f"+{value}" if value > 0 else str(value)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], sides: str | None = None
) -> Iterator[str]:
    """A table in Markdown, its columns aligned; numbers to the right, after the first column."""
    sides = sides or "<" + ">" * (len(heads) - 1)
    lines = [heads, *rows]
    widths = [max(2, *map(len, column)) for column in zip(*lines, strict=True)]
    formats = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines.insert(1, ["-" * (int(f[1:]) - 1) + ("-" if f[0] == "<" else ":") for f in formats])
    for line in lines:
        cells = (f"{cell:{format}}" for cell, format in zip(line, formats, strict=True))
        yield f"| {' | '.join(cells)} |"


# --- for programs ----------------------------------------------------------------------------


def facts(found: Worth) -> dict[str, object]:
    """The same as JSON; what need not be a whole number is a fraction in a text."""
    counted = found.census
    x, o, equal = counted.probabilities
    return {
        "rules": str(found.rules),
        "value": str(found.value),
        "plies": found.plies,
        "best": [each.name for each in found.best],
        "openings": [
            {"opening": o.name, "alike": o.alike, "value": str(o.value), "plies": o.plies}
            for o in found.openings
        ],
        "positions": list(found.positions),
        "games": {"x": counted.x_wins, "o": counted.o_wins, "equal": counted.draws},
        "random": {"mean": str(counted.mean), "x": str(x), "o": str(o), "equal": str(equal)},
    }
