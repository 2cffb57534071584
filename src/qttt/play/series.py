"""A series: several games between the same players, with total points."""

from dataclasses import dataclass, replace

from qttt.game import Outcome, Points
from qttt.game.arguments import checked_class

from .errors import SeriesError


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """One finished game of a series: the names of X and O, and their points."""

    x: str
    o: str
    points: Points

    def of(self, name: str) -> float:
        """Return the points of ``name``."""
        return self.points.x if name == self.x else self.points.o


@checked_class
@dataclass(frozen=True, slots=True)
class Series:
    """The finished games of two players; ``first`` plays X in the first one.

    By default seats alternate. Raises ``SeriesError`` if the names are equal.

    >>> series = Series("Ann", "Bob").add("Ann", "Bob", Points(0.5, 1))
    >>> series.points, series.seats
    ({'Ann': 0.5, 'Bob': 1}, ('Bob', 'Ann'))
    """

    first: str
    second: str
    games: tuple[SeriesGame, ...] = ()

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise SeriesError(f"both players are named {self.first!r}: a series needs two names")

    @property
    def names(self) -> tuple[str, str]:
        """Both names."""
        return (self.first, self.second)

    @property
    def seats(self) -> tuple[str, str]:
        """The names of X and O in the next game."""
        return (self.games[-1].o, self.games[-1].x) if self.games else self.names

    @property
    def points(self) -> dict[str, float]:
        """Total points by name."""
        return {name: sum(game.of(name) for game in self.games) for name in self.names}

    @property
    def wins(self) -> dict[str, int]:
        """Number of games won, by name."""
        return {
            name: sum(game.of(name) > sum(game.points) / 2 for game in self.games)
            for name in self.names
        }

    @property
    def draws(self) -> int:
        """Number of drawn games."""
        return len(self.games) - sum(self.wins.values())

    def add(self, x: str, o: str, points: Points) -> "Series":
        """Return the series with one more game. Raises ``SeriesError`` for other players."""
        self.check(x, o)
        return replace(self, games=(*self.games, SeriesGame(x, o, points)))

    def after(self, x: str, o: str, outcome: Outcome | None) -> "Series":
        """Return the series with that game added if ``outcome`` is given, otherwise unchanged."""
        return self.add(x, o, outcome.points) if outcome else self

    def check(self, x: str, o: str) -> None:
        """Raise ``SeriesError`` unless these are the names of this series."""
        if {x, o} != set(self.names):
            raise SeriesError(
                f"this series is between {self.first!r} and {self.second!r}, not {x!r} and {o!r}"
            )
