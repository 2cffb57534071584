"""A series: several games between the same two, their points added up."""

from dataclasses import dataclass, replace

from qttt.game import Outcome, Points

from .errors import SeriesError


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game of a series: who played X, who played O, what each got."""

    x: str
    o: str
    points: Points

    def of(self, name: str) -> float:
        """The points of ``name`` in this game."""
        return self.points.x if name == self.x else self.points.o


@dataclass(frozen=True, slots=True)
class Series:
    """The games that ``first`` and ``second`` have finished; ``first`` plays X in the first one.

    Seats alternate, unless a game is added with others. Raises ``SeriesError`` if both have one
    name.

    >>> series = Series("Ann", "Bob").add("Ann", "Bob", Points(0.5, 1))
    >>> series.points, series.seats
    ({'Ann': 0.5, 'Bob': 1}, ('Bob', 'Ann'))
    """

    first: str
    second: str
    games: tuple[Game, ...] = ()

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise SeriesError(f"both players are called {self.first!r}: points need two names")

    @property
    def names(self) -> tuple[str, str]:
        """Both names."""
        return (self.first, self.second)

    @property
    def seats(self) -> tuple[str, str]:
        """Who plays X and who plays O in the next game."""
        return (self.games[-1].o, self.games[-1].x) if self.games else self.names

    @property
    def points(self) -> dict[str, float]:
        """The sum for each name, in Goff's half points where the rules give them."""
        return {name: sum(game.of(name) for game in self.games) for name in self.names}

    @property
    def wins(self) -> dict[str, int]:
        """For each name the games in which it got more than the other."""
        return {
            name: sum(game.of(name) > sum(game.points) / 2 for game in self.games)
            for name in self.names
        }

    @property
    def draws(self) -> int:
        """The games in which both got the same."""
        return len(self.games) - sum(self.wins.values())

    def add(self, x: str, o: str, points: Points) -> "Series":
        """The series with one more game. Raises ``SeriesError`` if others played it."""
        self.check(x, o)
        return replace(self, games=(*self.games, Game(x, o, points)))

    def after(self, x: str, o: str, outcome: Outcome | None) -> "Series":
        """The series with that game if it has ended, else as it is."""
        return self.add(x, o, outcome.points) if outcome else self

    def check(self, x: str, o: str) -> None:
        """Raise ``SeriesError`` unless these two names are the two of this series."""
        if {x, o} != set(self.names):
            raise SeriesError(
                f"this series is between {self.first!r} and {self.second!r}, not {x!r} and {o!r}"
            )
