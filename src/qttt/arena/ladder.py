"""The ladder of levels: how much stronger each is than the one below, found out by play."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp, inf, log
from pathlib import Path
from typing import NamedTuple

from qttt.engine.levels import Level, levels_for
from qttt.game import Rules

from .errors import ArenaError
from .game import Settings
from .results import Tally
from .tournament import Tournament

LADDER = (Level.RANDOM, Level.EASY, Level.MEDIUM, Level.HARD, Level.BEST, Level.OPTIMAL)
ENOUGH = 1e-9
"""When no strength changes by more, in natural logarithms, the fit is done."""


class Result(NamedTuple):
    """What ``a`` made of its games against ``b``: wins, and half the draws."""

    a: str
    b: str
    score: float
    games: int


def rungs(rules: Rules) -> tuple[str, ...]:
    """The levels of the ladder under ``rules``, the weakest first."""
    known = levels_for(rules)
    return tuple(level.value for level in LADDER if level in known)


def matches(
    players: Sequence[str],
    rules: Rules,
    games: int,
    *,
    seed: int = 0,
    opening: int = 0,
    everybody: bool = False,
    folder: Path | None = None,
) -> list[Tournament]:
    """A match of each player with the next weaker one, or with ``everybody`` below it.

    ``players`` come the weakest first. The stronger one is ``a``. In ``folder`` each match has a
    folder of its own. Raises what ``Settings`` and ``Tournament`` raise, and ``ArenaError`` if
    there are not two players, or one is named twice.
    """
    if len(set(players)) < max(2, len(players)):
        raise ArenaError(f"a ladder needs two players or more, each once, not {', '.join(players)}")
    pairs = combinations(players, 2) if everybody else pairwise(players)
    return [
        Tournament(
            Settings(a, b, str(rules), seed, opening),
            games,
            folder and folder / slug(str(rules)) / f"{slug(a)}-{slug(b)}",
        )
        for b, a in pairs
    ]


def slug(text: str) -> str:
    """The text as a name of a folder."""
    return re.sub(r"[^\w.=-]+", "_", text)


def results(tallies: Iterable[Tally]) -> list[Result]:
    """What the fit needs of each match."""
    return [
        Result(each.settings.a, each.settings.b, each.share * len(each.games), len(each.games))
        for each in tallies
    ]


def ratings(results: Sequence[Result]) -> dict[str, float]:
    """The Elo of each player, all games taken together; the weakest has 0.

    These are the strengths of the model of Bradley and Terry (1952) under which the results are
    likeliest, a draw counting as half a win, by the iteration of Hunter (2004). To each match a
    draw is added, as in Coulom's bayeselo (2005): so every rating is finite, also after nothing
    but wins.
    """
    met = [result._replace(score=result.score + 0.5, games=result.games + 1) for result in results]
    names = dict.fromkeys(name for each in met for name in (each.b, each.a))
    won = dict.fromkeys(names, 0.0)
    for each in met:
        won[each.a] += each.score
        won[each.b] += each.games - each.score
    logs = dict.fromkeys(names, 0.0)
    moved = inf
    while moved > ENOUGH:
        moved = 0.0
        for name in names:
            better = log(won[name] / _expected(name, met, logs))
            moved, logs[name] = max(moved, abs(better - logs[name])), better
    least = min(logs.values())
    return {name: 400 / log(10) * (value - least) for name, value in logs.items()}


def _expected(name: str, met: Sequence[Result], logs: dict[str, float]) -> float:
    """The sum over the games of ``name`` that its strength is divided by (Hunter 2004, 3)."""
    return sum(
        each.games / (exp(logs[each.a]) + exp(logs[each.b]))
        for each in met
        if name in (each.a, each.b)
    )
