"""A game at one terminal: its players, computer moves, coin and file."""

from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from qttt.engine.jobs import Job
from qttt.engine.levels import Decision, Level, check_available, decide_move, levels_for
from qttt.game import Node, Player, Rules

from .archive import LoadedMatch, load_with_repairs, save
from .coins import Coin, Toss, seeded_coin, system_coin
from .events import Event
from .match import Match
from .seats import Seat
from .series import Series

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
    def of(
        cls, match: Match, seed: int | None = None, coin_source: Coin | None = None
    ) -> "LocalGameSetup":
        """Return the setup of an existing match."""
        x, o = (match.seats[player].level for player in Player)
        return cls(match.rules, x, o, seed, coin_source)

    @property
    def levels(self) -> tuple[Level | None, Level | None]:
        """The levels of X and O; None for a person."""
        return self.x, self.o

    @property
    def names(self) -> tuple[str, str]:
        """Two different names of the players."""
        if self.x is None and self.o is None:
            return "Player 1", "Player 2"
        x, o = (level.title if level else YOU for level in self.levels)
        return (f"{x} 1", f"{o} 2") if x == o else (x, o)

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
        """Create the match, in ``series`` if it has the same two players."""
        pairs = zip(self.levels, self.names, strict=True)
        x, o = (Seat.computer(level, name) if level else Seat(name) for level, name in pairs)
        if series is None or set(series.names) != set(self.names):
            series = Series(x.name, o.name)
        return Match(self.rules, x=x, o=o, series=series)


class LocalGame:
    """A match that people and computers play at one terminal.

    Attributes:
        levels: The levels of the computers, at first those of the match's seats.
        file: The file of the saved game, if any; coin tosses are saved before they are shown.
        pending_tosses: Tosses that have not been applied yet, by the node of their loop.
        decisions: Decisions of computers, by the node after the move.
    """

    def __init__(self, match: Match, rng: Random | None = None, coin: Coin = system_coin) -> None:
        self.match = match
        self.rng = rng or SystemRandom()
        self.coin = coin
        self.levels: dict[Player, Level] = levels_of(match)
        self.file: Path | None = None
        self.pending_tosses: dict[Node, Toss] = {}
        self.decisions: dict[Node, Decision] = {}

    # --- who is to move ----------------------------------------------------------------------

    @property
    def people(self) -> tuple[Player, ...]:
        """The players at this terminal."""
        return tuple(player for player in Player if player not in self.levels)

    @property
    def awaits_person(self) -> bool:
        """Whether a person is to move."""
        return self.match.to_move in self.people

    @property
    def awaits_computer(self) -> bool:
        """Whether a computer is to move."""
        return self.match.to_move in self.levels

    @property
    def awaits_coin(self) -> bool:
        """Whether a coin decides."""
        return self.match.to_move == "chance"

    @property
    def level_to_move(self) -> Level | None:
        """The level of the computer to move, if one is."""
        mover = self.match.to_move
        return self.levels.get(mover) if isinstance(mover, Player) else None

    # --- computers and coins -----------------------------------------------------------------

    def check_levels(self) -> None:
        """Raise ``UnsolvableError`` if a computer cannot play under these rules."""
        for level in self.levels.values():
            check_available(level, self.match.rules)

    def decision_job(self, level: Level) -> Job[Decision]:
        """Return the search for a move at a level."""
        position, rng = self.match.position, self.rng
        return Job(
            lambda stop, progress: decide_move(position, level, rng, stop=stop, progress=progress)
        )

    def apply(self, decision: Decision) -> tuple[Event, ...]:
        """Play a computer's decision."""
        events = self.match.play(decision.move)
        self.decisions[self.match.node] = decision
        return events

    def toss(self) -> tuple[Event, ...]:
        """Toss the coin for the pending loop, or apply its pending toss.

        If the game has a file, it is saved. If that raises ``OSError``, the toss is applied anyway,
        because it is never repeated.
        """
        toss = self.pending_tosses.pop(self.match.node, None)
        events = self.match.toss((lambda _: toss) if toss else self.coin)
        if self.file is not None:
            save(self.match, self.file)
        return events

    # --- history -----------------------------------------------------------------------------

    def undo(self, count: int | None = None) -> tuple[Event, ...]:
        """Undo ``count`` moves, by default one, or up to the last decision of the only person."""
        if count is None and len(self.people) == 1:
            return self.match.undo_decision(self.people[0])
        return self.match.undo(count or 1)

    def redo(self) -> tuple[Event, ...]:
        """Redo up to the next decision of a person."""
        events = self.match.redo()
        while self.people and not self.awaits_person and self.match.node.children:
            events += self.match.redo()
        return events

    # --- files -------------------------------------------------------------------------------

    def load(self, path: Path) -> LoadedMatch:
        """Continue the game in a file, with its rules and computers.

        Computers whose level is not available under its rules are replaced by people.
        """
        loaded = load_with_repairs(path)
        available = levels_for(loaded.match.rules)
        self.match = loaded.match
        self.levels = {
            player: level for player, level in levels_of(loaded.match).items() if level in available
        }
        return loaded


def levels_of(match: Match) -> dict[Player, Level]:
    """Return the levels of the computers in the seats of a match."""
    return {player: seat.level for player, seat in match.seats.items() if seat.level}
