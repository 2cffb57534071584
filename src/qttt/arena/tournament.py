"""Tournaments: scheduling, progress and results."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from pathlib import Path

from qttt.copies import Uncopyable
from qttt.game.arguments import checked, checked_class

from .errors import ArenaError
from .folder import TournamentFolder
from .game import TournamentSettings, play
from .results import GameResult, TournamentResult, tournament_result
from .workers import Workers, lost_workers

TournamentCallback = Callable[["Tournament", GameResult], None]


@checked_class
class Tournament(Uncopyable):
    """A tournament of ``games`` games; those recorded in ``folder`` are not played again.

    Without a folder nothing is stored.

    Raises:
        ArenaError: ``games`` is not even and at least 2; also as ``TournamentFolder``.
    """

    copying = "create another tournament with its settings"

    def __init__(
        self, settings: TournamentSettings, games: int, folder: Path | None = None
    ) -> None:
        if games < 2 or games % 2:
            raise ArenaError(
                f"{games} games cannot be paired: play an even number, "
                "so that both players have X equally often"
            )
        self.settings, self.games = settings, games
        self._folder = TournamentFolder(folder, settings) if folder else None
        self._played: dict[int, GameResult] = {}
        self._scores: Counter[float] = Counter()
        for game in self._folder.games() if self._folder else []:
            if game.number <= games:
                self._count(game)

    @property
    def remaining(self) -> list[int]:
        """The numbers of the games not played yet."""
        return [number for number in range(1, self.games + 1) if number not in self._played]

    @property
    def is_resumable(self) -> bool:
        """Whether another run can resume from the folder."""
        return self._folder is not None

    @property
    def score(self) -> str:
        """Wins, draws and losses of player ``a`` so far."""
        return "+{} ={} -{}".format(*(self._scores[score] for score in (1, 0.5, 0)))

    @property
    def result(self) -> TournamentResult:
        """The totals so far."""
        return tournament_result(self.settings, self._played.values())

    def add_record(self, number: int, text: str) -> GameResult:
        """Add and store the record of a finished game."""
        game = GameResult.read(text, self.settings, number)
        if self._folder:
            self._folder.save(number, text)
        self._count(game)
        return game

    def _count(self, game: GameResult) -> None:
        self._played[game.number] = game
        self._scores[game.score] += 1


@checked
def run_tournaments(
    tournaments: Sequence[Tournament], workers: Workers, progress: TournamentCallback | None = None
) -> None:
    """Play all remaining games in any order, calling ``progress`` after each.

    An exception in a built-in player propagates. Games that have finished by then are stored.

    Raises:
        WorkersError: Worker processes or machines are lost.
    """
    jobs = ((other, number) for other in tournaments for number in other.remaining)
    for (tournament, number), text in _played(jobs, workers):
        game = tournament.add_record(number, text)
        if progress:
            progress(tournament, game)


def _played(
    jobs: Iterable[tuple[Tournament, int]], workers: Workers
) -> Iterator[tuple[tuple[Tournament, int], str]]:
    remaining = iter(jobs)
    pending: dict[Future[str], tuple[Tournament, int]] = {}
    with lost_workers():
        while True:
            for job in islice(remaining, workers.max_pending - len(pending)):
                pending[workers.executor.submit(play, job[0].settings, job[1])] = job
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                yield pending.pop(future), future.result()
