"""What is decided before a game: the rules, who plays, whose chance."""

from dataclasses import dataclass
from random import Random, SystemRandom

from qttt.engine import Level
from qttt.engine.levels import check_level
from qttt.game import Player, Rules
from qttt.play import Coin, Match, Seat, Series, seeded_coin, system_coin

YOU = "You"


@dataclass(frozen=True, slots=True)
class Setup:
    """A game to come: ``x`` and ``o`` are levels of the computer, or None for a person.

    The same ``seed`` gives the same moves of the computer and the same coins; a ``tossed`` coin is
    its own chance.
    """

    rules: Rules = Rules()  # noqa: RUF009  frozen, and cheap to make
    x: Level | None = None
    o: Level | None = Level.EASY
    seed: int | None = None
    tossed: Coin | None = None

    @classmethod
    def against(
        cls,
        rules: Rules,
        level: Level | None,
        human: Player,
        seed: int | None,
        tossed: Coin | None = None,
    ) -> "Setup":
        """One person at ``human`` against a computer; two persons if ``level`` is None."""
        x, o = (None, level) if human is Player.X else (level, None)
        return cls(rules, x, o, seed, tossed)

    @property
    def levels(self) -> tuple[Level | None, Level | None]:
        """The level at X and at O; None is a person."""
        return self.x, self.o

    @classmethod
    def of(cls, match: Match, seed: int | None = None, tossed: Coin | None = None) -> "Setup":
        """The setup of a match that is there already."""
        x, o = (match.seats[player].level for player in Player)
        return cls(match.rules, x, o, seed, tossed)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called: two different names."""
        if self.x is None and self.o is None:
            return "Player 1", "Player 2"
        x, o = (level.title if level else YOU for level in self.levels)
        return (f"{x} 1", f"{o} 2") if x == o else (x, o)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who plays X and who plays O."""
        pairs = zip(self.levels, self.names, strict=True)
        x, o = (Seat.computer(level, name) if level else Seat(name) for level, name in pairs)
        return x, o

    @property
    def rng(self) -> Random:
        """The chance of the computer's moves."""
        return SystemRandom() if self.seed is None else Random(self.seed)

    @property
    def coin(self) -> Coin:
        """What decides where the rules leave it to chance."""
        if self.tossed is not None:
            return self.tossed
        return system_coin if self.seed is None else seeded_coin(self.seed)

    def match(self, series: Series | None = None) -> Match:
        """The match, in ``series`` if these two play one already.

        Raises ``ValueError`` if a level cannot play on this board.
        """
        x, o = self.seats
        check_levels(self.rules, (x, o))
        if series is None or set(series.names) != set(self.names):
            series = Series(x.name, o.name)
        return Match(self.rules, x=x, o=o, series=series)


def check_levels(rules: Rules, seats: tuple[Seat, ...]) -> None:
    """Raise ``ValueError`` if a computer sits here that cannot play under ``rules``."""
    for seat in seats:
        if seat.level:
            check_level(seat.level, rules)
