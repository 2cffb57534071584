"""Workers, tournaments and their numbers, for ``qttt tournament``, ``ladder`` and ``train``."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isinf

from qttt.arena import (
    ArenaError,
    GameResult,
    Interval,
    Tournament,
    available_cores,
    cluster,
    local,
    run_tournaments,
)
from qttt.arena.workers import Workers

from . import progress
from .errors import CliError
from .interrupts import RESUMABLE, stoppable
from .output import OutputStyle


@contextmanager
def arena_failures() -> Iterator[None]:
    """Convert ``ArenaError`` to ``CliError``."""
    try:
        yield
    except ArenaError as error:
        raise CliError("tournament", str(error)) from error


def check_workers(jobs: int | None, address: str | None) -> None:
    """Raise ``CliError`` if both ``jobs`` and the ``address`` of a cluster are given."""
    if jobs and address:
        raise CliError("usage", "--jobs cannot be used with --cluster, whose workers decide it")


@contextmanager
def started_workers(
    jobs: int | None, address: str | None, games: int, threads: int = 1
) -> Iterator[Workers]:
    """Yield the workers of a cluster, or ``jobs`` processes, but not more than ``games``.

    By default all cores are used, with ``threads`` for each game.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported once
    processes = min(jobs or max(1, available_cores() // threads), games)
    with cluster(address) if address else local(processes) as workers:
        yield workers


def play(tournaments: Sequence[Tournament], jobs: int | None, address: str | None) -> None:
    """Play all remaining games in ``jobs`` processes or on a cluster, showing progress.

    By default all cores are used. Exits on Ctrl-C.

    Raises:
        CliError: Both ``jobs`` and ``address`` are given.
    """
    check_workers(jobs, address)
    left = sum(len(tournament.remaining) for tournament in tournaments)
    if not left:
        return
    threads = max(tournament.settings.threads for tournament in tournaments)
    total = sum(tournament.games for tournament in tournaments)
    is_stored = all(tournament.is_resumable for tournament in tournaments)
    with (
        stoppable(RESUMABLE if is_stored else _LOST),
        started_workers(jobs, address, left, threads) as workers,
        progress.progress(total, "games") as report,
    ):
        run_tournaments(tournaments, workers, _reporter(report, total - left))


_LOST = "stopped; the games are lost: use --out FOLDER to store them"


def _reporter(
    report: progress.ProgressReporter, done: int
) -> Callable[[Tournament, GameResult], None]:
    def on_game(tournament: Tournament, game: GameResult) -> None:
        nonlocal done
        done += 1
        report(done, f"{tournament.settings.a} - {tournament.settings.b}: {tournament.score}")

    return on_game


# --- numbers -------------------------------------------------------------------------------------


def format_percent(share: float) -> str:
    """Format a share, to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def format_interval(interval: Interval) -> str:
    """Format the interval of a share."""
    return f"{100 * interval.low:.1f} to {format_percent(interval.high)}"


def format_elo(elo: float, style: OutputStyle) -> str:
    """Format an Elo difference."""
    minus, infinite = ("−", "∞") if style.unicode else ("-", "infinite")
    sign = minus if elo < 0 else "+" if elo > 0 else ""
    return sign + (infinite if isinf(elo) else f"{abs(elo):.0f}")


def round_finite(number: float) -> float | None:
    """Round a number for JSON; None if it is infinite."""
    return None if isinf(number) else round(number, 4)
