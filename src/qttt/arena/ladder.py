"""The ladder of levels: Elo of each level over the next weaker one, measured by play."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp, inf, log
from pathlib import Path
from typing import NamedTuple

from qttt.game import Rules

from .errors import ArenaError
from .game import TournamentSettings
from .results import TournamentResult
from .tournament import Tournament

TOLERANCE = 1e-9
"""The fit has converged when no strength (natural logarithm) changes by more."""


class PairResult(NamedTuple):
    """The result of ``a`` against ``b``; ``score`` is wins plus half the draws."""

    a: str
    b: str
    score: float
    games: int


def pairings(
    players: Sequence[str],
    rules: Rules,
    games: int,
    *,
    seed: int = 0,
    opening: int = 0,
    all_pairs: bool = False,
    folder: Path | None = None,
) -> list[Tournament]:
    """Return a tournament of each player against the next weaker one, or all weaker ones.

    ``players`` are sorted, weakest first; the stronger one of a tournament is ``a``. Each
    tournament has ``games`` games and, if ``folder`` is given, a subfolder there. ``seed`` and
    ``opening`` are as in ``TournamentSettings``.

    Raises:
        ArenaError: Fewer than two players, or a duplicate, or as ``TournamentSettings`` and
            ``Tournament``.
    """
    if len(set(players)) < max(2, len(players)):
        raise ArenaError(f"a ladder needs at least two different players, not {', '.join(players)}")
    pairs = combinations(players, 2) if all_pairs else pairwise(players)
    return [
        Tournament(
            TournamentSettings(a, b, str(rules), seed, opening),
            games,
            folder and folder / folder_name(str(rules)) / f"{folder_name(a)}-{folder_name(b)}",
        )
        for b, a in pairs
    ]


def folder_name(text: str) -> str:
    """Turn a text into a folder name."""
    return re.sub(r"[^\w.=-]+", "_", text)


def results(tournament_results: Iterable[TournamentResult]) -> list[PairResult]:
    """Convert the results of tournaments to the input of ``ratings``."""
    return [
        PairResult(
            finished.settings.a,
            finished.settings.b,
            finished.mean_score * len(finished.games),
            len(finished.games),
        )
        for finished in tournament_results
    ]


def ratings(results: Sequence[PairResult]) -> dict[str, float]:
    """Return the Elo of each player, fitted to all results; the weakest has 0.

    Maximum likelihood in the model of Bradley and Terry (1952), a draw counting as half a win, by
    the iteration of Hunter (2004). One draw is added to each tournament, as in Coulom's bayeselo
    (2005), so that all ratings are finite even after only wins.
    """
    padded = [
        result._replace(score=result.score + 0.5, games=result.games + 1) for result in results
    ]
    names = dict.fromkeys(name for result in padded for name in (result.b, result.a))
    scores = dict.fromkeys(names, 0.0)
    for result in padded:
        scores[result.a] += result.score
        scores[result.b] += result.games - result.score
    logs = dict.fromkeys(names, 0.0)
    change = inf
    while change > TOLERANCE:
        change = 0.0
        for name in names:
            updated = log(scores[name] / _hunter_sum(name, padded, logs))
            change, logs[name] = max(change, abs(updated - logs[name])), updated
    lowest = min(logs.values())
    return {name: 400 / log(10) * (value - lowest) for name, value in logs.items()}


def _hunter_sum(name: str, results: Sequence[PairResult], logs: dict[str, float]) -> float:
    """Return the divisor in the update of the strength of ``name`` (Hunter 2004, eq. 3)."""
    return sum(
        result.games / (exp(logs[result.a]) + exp(logs[result.b]))
        for result in results
        if name in (result.a, result.b)
    )
