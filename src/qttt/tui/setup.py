"""Settings of a game: rules, players, and the source of chance."""

from dataclasses import dataclass
from random import Random, SystemRandom

from qttt.engine import Level
from qttt.engine.levels import check_available
from qttt.game import Player, Rules
from qttt.play import Coin, Match, Seat, Series, seeded_coin, system_coin

YOU = "You"


@dataclass(frozen=True, slots=True)
class LocalGameSetup:
    """Settings of a game; ``x`` and ``o`` are levels of the computer, or None for a person.

    ``seed`` makes computers and coins repeatable; ``coin_source`` replaces the seeded coin.
    """

    rules: Rules = Rules()  # noqa: RUF009  immutable
    x: Level | None = None
    o: Level | None = Level.EASY
    seed: int | None = None
    coin_source: Coin | None = None

    @classmethod
    def against(
        cls,
        rules: Rules,
        level: Level | None,
        human: Player,
        seed: int | None,
        coin_source: Coin | None = None,
    ) -> "LocalGameSetup":
        """Return a person as ``human`` against a computer; two people if ``level`` is None."""
        x, o = (None, level) if human is Player.X else (level, None)
        return cls(rules, x, o, seed, coin_source)

    @property
    def levels(self) -> tuple[Level | None, Level | None]:
        """The levels of X and O; None for a person."""
        return self.x, self.o

    @classmethod
    def of(
        cls, match: Match, seed: int | None = None, coin_source: Coin | None = None
    ) -> "LocalGameSetup":
        """Return the setup of an existing match."""
        x, o = (match.seats[player].level for player in Player)
        return cls(match.rules, x, o, seed, coin_source)

    @property
    def names(self) -> tuple[str, str]:
        """Two different names of the players."""
        if self.x is None and self.o is None:
            return "Player 1", "Player 2"
        x, o = (level.title if level else YOU for level in self.levels)
        return (f"{x} 1", f"{o} 2") if x == o else (x, o)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of X and O."""
        pairs = zip(self.levels, self.names, strict=True)
        x, o = (Seat.computer(level, name) if level else Seat(name) for level, name in pairs)
        return x, o

    @property
    def rng(self) -> Random:
        """The random generator of the computer's moves."""
        return SystemRandom() if self.seed is None else Random(self.seed)

    @property
    def coin(self) -> Coin:
        """The source of chance."""
        if self.coin_source is not None:
            return self.coin_source
        return system_coin if self.seed is None else seeded_coin(self.seed)

    def match(self, series: Series | None = None) -> Match:
        """Create the match, in ``series`` if it has the same two players.

        Raises ``ValueError`` if a level cannot play on this board.
        """
        x, o = self.seats
        check_levels(self.rules, (x, o))
        if series is None or set(series.names) != set(self.names):
            series = Series(x.name, o.name)
        return Match(self.rules, x=x, o=o, series=series)


def check_levels(rules: Rules, seats: tuple[Seat, ...]) -> None:
    """Raise ``ValueError`` if a computer in ``seats`` cannot play under ``rules``."""
    for seat in seats:
        if seat.level:
            check_available(seat.level, rules)
