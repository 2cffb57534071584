"""Matches of many games: which are still to be played, who plays them, what came out."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice
from pathlib import Path

from .errors import ArenaError, WorkersError
from .folder import Folder
from .game import Settings, play
from .results import Played, Tally, tally
from .workers import Workers

Progress = Callable[["Tournament", Played], None]


class Tournament:
    """A match of ``games`` games; those that are in ``folder`` already are not played again.

    Without a folder nothing is kept. Raises ``ArenaError`` if ``games`` is not even, and what
    ``Folder`` raises.
    """

    def __init__(self, settings: Settings, games: int, folder: Path | None = None) -> None:
        if games < 2 or games % 2:
            raise ArenaError(
                f"{games} games make no pairs: play an even number, so that colours are even"
            )
        self.settings, self.games = settings, games
        self._folder = Folder(folder, settings) if folder else None
        found = self._folder.games() if self._folder else []
        self._played: dict[int, Played] = {}
        self._scores: Counter[float] = Counter()
        for each in found:
            if each.number <= games:
                self._count(each)

    @property
    def left(self) -> list[int]:
        """The numbers of the games that are still to be played."""
        return [number for number in range(1, self.games + 1) if number not in self._played]

    @property
    def is_kept(self) -> bool:
        """True if another run could go on from here."""
        return self._folder is not None

    @property
    def score(self) -> str:
        """Won, drawn and lost by player ``a`` so far."""
        return "+{} ={} -{}".format(*(self._scores[score] for score in (1, 0.5, 0)))

    @property
    def tally(self) -> Tally:
        """What the games so far add up to."""
        return tally(self.settings, self._played.values())

    def keep(self, number: int, text: str) -> Played:
        """Take in the record of a game that has been played."""
        game = Played.read(text, self.settings, number)
        if self._folder:
            self._folder.save(number, text)
        self._count(game)
        return game

    def _count(self, game: Played) -> None:
        self._played[game.number] = game
        self._scores[game.score] += 1


def run(
    tournaments: Sequence[Tournament], workers: Workers, progress: Progress | None = None
) -> None:
    """Play all games that are left, in any order; ``progress`` is told each one that has ended.

    Raises ``WorkersError`` if processes or machines are lost for good, and what a player of ours
    raises: that is a fault in it. The games that have ended by then are kept.
    """
    jobs = ((each, number) for each in tournaments for number in each.left)
    for (tournament, number), text in _played(jobs, workers):
        game = tournament.keep(number, text)
        if progress:
            progress(tournament, game)


def _played(
    jobs: Iterable[tuple[Tournament, int]], workers: Workers
) -> Iterator[tuple[tuple[Tournament, int], str]]:
    """Each job with its record, as they come."""
    waiting = iter(jobs)
    pending: dict[Future[str], tuple[Tournament, int]] = {}
    try:
        while True:
            for job in islice(waiting, workers.room - len(pending)):
                pending[workers.executor.submit(play, job[0].settings, job[1])] = job
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                yield pending.pop(future), future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise WorkersError("the processes that played the games have died") from error
