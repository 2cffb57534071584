"""Results of the games of a tournament, and their totals."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from qttt.game import Player
from qttt.notation import Record, from_record, read_records

from .elo import Interval, elo, elo_interval, share_interval
from .errors import ArenaError
from .game import FORFEIT, TournamentSettings


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: the points of both players, ``a`` first, and the moves.

    ``x`` is 0 if ``a`` had X, otherwise 1. ``forfeit`` is the reason if a program forfeited.
    """

    number: int
    x: int
    points: tuple[float, float]
    moves: str
    forfeit: str = ""

    @classmethod
    def read(cls, text: str, settings: TournamentSettings, number: int) -> "GameResult":
        """Read the result from a record. Raises ``ArenaError`` for a record of another game."""
        record = _only(read_records(text))
        if record is None or (mismatch := _mismatch(record, settings, number)):
            raise ArenaError("it does not contain exactly one game" if record is None else mismatch)
        end = from_record(record)
        x, o = map(float, record.result.split("-"))
        first = settings.seats(number)[Player.X]
        moves = " ".join(str(entry) for _, entry in record.walk())
        forfeit = record.tags.get("Forfeit", FORFEIT) if end.position.outcome is None else ""
        return cls(number, first, (o, x) if first else (x, o), moves, forfeit)

    @property
    def score(self) -> float:
        """1 if ``a`` won, ½ for a draw, 0 if ``b`` won."""
        a, b = self.points
        return 0.5 if a == b else float(a > b)


def _only(records: list[Record]) -> Record | None:
    return records[0] if len(records) == 1 else None


def _mismatch(record: Record, settings: TournamentSettings, number: int) -> str:
    """Describe how a record differs from that of this game; empty if it does not."""
    names = (settings.a, settings.b)
    expected = {str(player): names[i] for player, i in settings.seats(number).items()}
    expected |= {"Round": str(number), "Seed": str(settings.seed)}
    for tag, value in expected.items():
        if record.tags.get(tag) != value:
            return f"its tag {tag} is {record.tags.get(tag)!r}, not {value!r}"
    return "its game is not over" if record.result == "*" else ""


@dataclass(frozen=True)
class TournamentResult:
    """All games of a tournament, scored for player ``a``."""

    settings: TournamentSettings
    games: tuple[GameResult, ...]

    def count(self, score: float, x: int | None = None) -> int:
        """Count the games that ``a`` won (1), drew (½) or lost (0), optionally for one ``x``."""
        return sum(g.score == score for g in self.games if x in (None, g.x))

    @property
    def points(self) -> tuple[float, float]:
        """The total points of both players (R12–R14)."""
        return sum(g.points[0] for g in self.games), sum(g.points[1] for g in self.games)

    @property
    def mean_score(self) -> float:
        """Wins plus half the draws, divided by the number of games."""
        return sum(g.score for g in self.games) / len(self.games)

    @cached_property
    def pairs(self) -> tuple[float, ...]:
        """The mean score of each pair of games with the same opening and swapped seats."""
        scores = {g.number: g.score for g in self.games}
        firsts = (n for n in scores if n % 2 and n + 1 in scores)
        return tuple((scores[n] + scores[n + 1]) / 2 for n in firsts)

    @property
    def share_interval(self) -> Interval:
        """The 95 % confidence interval of ``mean_score``."""
        return share_interval(self.pairs)

    @property
    def elo(self) -> float:
        """The Elo difference in favour of ``a``; infinite if it won or lost every game."""
        return elo(self.mean_score)

    @property
    def elo_interval(self) -> Interval:
        """The 95 % confidence interval of ``elo``."""
        return elo_interval(self.pairs)

    @property
    def distinct_games(self) -> int:
        """The number of distinct games."""
        return len({(g.x, g.moves) for g in self.games})

    @property
    def forfeits(self) -> tuple[GameResult, ...]:
        """The games that a program forfeited."""
        return tuple(g for g in self.games if g.forfeit)


def tournament_result(
    settings: TournamentSettings, games: Iterable[GameResult]
) -> TournamentResult:
    """Return the result of ``games``, sorted by number."""
    return TournamentResult(settings, tuple(sorted(games, key=lambda game: game.number)))
