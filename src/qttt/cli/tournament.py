"""How the commands that play many games play them, and how they tell numbers."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isinf

from qttt.arena import ArenaError, Interval, Played, Tournament, cluster, cores, local, run

from . import progress
from .errors import Failure
from .interrupts import GOES_ON, stoppable
from .output import Look


@contextmanager
def refusals() -> Iterator[None]:
    """What a tournament refuses is a ``Failure``."""
    try:
        yield
    except ArenaError as error:
        raise Failure("match", str(error)) from error


def play(tournaments: Sequence[Tournament], jobs: int | None, address: str | None) -> None:
    """Play all that is left on so many processes, or on a cluster, and show how far it is.

    Without ``jobs`` all cores are busy. Leaves after Ctrl-C. Raises ``Failure`` if both are given.
    """
    if jobs and address:
        raise Failure("usage", "--jobs is for this machine; on a cluster its workers decide that")
    left = sum(len(each.left) for each in tournaments)
    if not left:
        return
    threads = max(each.settings.threads for each in tournaments)
    processes = min(jobs or max(1, cores() // threads), left)
    total = sum(each.games for each in tournaments)
    kept = all(each.is_kept for each in tournaments)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is told once
    with (
        stoppable(GOES_ON if kept else _LOST),
        cluster(address) if address else local(processes) as workers,
        progress.progress(total, "games") as tell,
    ):
        run(tournaments, workers, _teller(tell, total - left))


_LOST = "stopped; the games are lost: --out FOLDER would have kept them"


def _teller(tell: progress.Progress, done: int) -> Callable[[Tournament, Played], None]:
    def told(tournament: Tournament, game: Played) -> None:
        nonlocal done
        done += 1
        tell(done, f"{tournament.settings.a} - {tournament.settings.b}: {tournament.score}")

    return told


# --- numbers -------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """A share, to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def spread(interval: Interval) -> str:
    """The interval of a share."""
    return f"{100 * interval.low:.1f} to {percent(interval.high)}"


def signed(elo: float, look: Look) -> str:
    """A difference in Elo."""
    minus, infinite = ("−", "∞") if look.unicode else ("-", "infinite")
    sign = minus if elo < 0 else "+" if elo > 0 else ""
    return sign + (infinite if isinf(elo) else f"{abs(elo):.0f}")


def finite(number: float) -> float | None:
    """The number for JSON, which has nothing infinite: null."""
    return None if isinf(number) else round(number, 4)
