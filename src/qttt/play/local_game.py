"""A game at one terminal: its players, computer moves, coin and file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path
from random import Random, SystemRandom

from qttt.copies import Uncopyable
from qttt.engine.jobs import Job
from qttt.engine.levels import Decision, Level, check_available, decide_move, levels_for
from qttt.game import Move, Node, Player, Position, Rules
from qttt.game.arguments import checked_class

from .archive import LoadedMatch, load_with_repairs, save
from .coins import Coin, Toss, seeded_coin, system_coin, without_repetition
from .errors import CoinError, DrawOfferError, MatchError, NotYourTurnError
from .events import Collapsed, Event, Navigated, Played
from .match import Match
from .seats import Seat
from .series import Series

YOU = "You"

TYPED = "typed in"
"""The source of coin tosses given in a typed list of moves."""


@checked_class
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


class LocalGame(Uncopyable):
    """A match that people and computers play at one terminal.

    Attributes:
        levels: The levels of the computers, at first those of the match's seats.
        file: The file of the saved game, if any; coin tosses are saved before they are shown.
        pending_tosses: Tosses that have not been applied yet, by the node of their loop.
        decisions: Decisions of computers, by the node after the move.
        events: Events since a person's last action.
    """

    copying = "copy its match and create another game"

    def __init__(self, match: Match, rng: Random | None = None, coin: Coin = system_coin) -> None:
        self.rng = rng or SystemRandom()
        self.coin = coin
        self.file: Path | None = None
        self.match: Match
        self.levels: dict[Player, Level]
        self.pending_tosses: dict[Node, Toss]
        self.decisions: dict[Node, Decision]
        self.events: tuple[Event, ...]
        self.use(match)

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

    @property
    def unused_coin(self) -> Coin:
        """The coin without shots that have decided a collapse of this match."""
        return without_repetition(self.coin, self.match.tosses.values())

    def play(self, move: Move) -> tuple[Event, ...]:
        """Play a person's move."""
        return self.act(self.match.play(move))

    def apply(self, decision: Decision) -> tuple[Event, ...]:
        """Play a computer's decision."""
        events = self._add(self.match.play(decision.move))
        self.decisions[self.match.node] = decision
        return events

    def toss(self) -> tuple[Event, ...]:
        """Toss the coin for the pending loop, or apply its pending toss.

        If the game has a file, it is saved. If that fails, this raises ``MatchError``, but the toss
        is applied, because it is never repeated.
        """
        toss = self.pending_tosses.pop(self.match.node, None)
        events = self._add(self.match.toss((lambda _: toss) if toss else self.unused_coin))
        if self.file is not None:
            try:
                save(self.match, self.file)
            except OSError as error:
                raise MatchError(f"{self.file} was not updated: {error.strerror}") from error
        return events

    def play_out(self, moves: Sequence[Move]) -> tuple[Event, ...]:
        """Play typed moves for all players, including coins.

        Raises ``CoinError`` if a move contradicts an earlier toss.
        """
        self._check_coins(moves)
        events: tuple[Event, ...] = ()
        for move in moves:
            if self.awaits_coin:
                events += self.match.toss(partial(_typed_toss, move))
            else:
                events += self.match.play(move)
        return self.act(events)

    def _check_coins(self, moves: Sequence[Move]) -> None:
        node, tosses = self.match.node, self.match.tosses
        for move in moves:
            if node in tosses and node.position.legal_moves[tosses[node].bit] != move:
                shown = node.position.name(node.position.legal_moves[tosses[node].bit])
                raise CoinError(f"The coin showed {shown} there and is not tossed again.")
            known = next((child for child in node.children if child.move == move), None)
            if known is None:
                return
            node = known

    def set_up(self, node: Node) -> tuple[Event, ...]:
        """Continue at a typed position, with the same players."""
        tosses = {
            point: _typed_toss(child.move, point.position)
            for point in node.path
            for child in point.children
            if child.move is not None and point.position.to_move == "chance"
        }
        x, o = (self.match.seats[player] for player in Player)
        series = self.match.series_score
        self.match = Match.resume(node, x=x, o=o, series=series, tosses=tosses)
        return self.act((Navigated(before=node.root.position, after=node.position),))

    # --- history -----------------------------------------------------------------------------

    def undo(self, count: int | None = None) -> tuple[Event, ...]:
        """Undo ``count`` moves, by default one, or up to the last decision of the only person."""
        alone = self.people[0] if count is None and len(self.people) == 1 else None
        return self.act(self.match.undo_decision(alone) if alone else self.match.undo(count or 1))

    def redo(self) -> tuple[Event, ...]:
        """Redo up to the next decision of a person."""
        events = self.match.redo()
        while self.people and not self.awaits_person and self.match.node.children:
            events += self.match.redo()
        return self.act(events)

    @property
    def line(self) -> tuple[Node, ...]:
        """The nodes of the game from its start, including moves that can be redone."""
        return (self.match.root, *self.match.root.main_line)

    @property
    def changed_squares(self) -> frozenset[int]:
        """The squares changed since a person's last move, otherwise by it."""
        moves = [event for event in self.events if isinstance(event, Played | Collapsed)]
        others = list(takewhile(lambda event: event.by not in self.people, reversed(moves)))
        return frozenset(square for event in others or moves[-1:] for square in _touched(event))

    def act(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Record the events of a person's action."""
        self.events = events
        return events

    def _add(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        self.events += events
        return events

    # --- end of the game ---------------------------------------------------------------------

    def resign(self) -> tuple[Event, ...]:
        """Resign for the person to move, or the only one at this terminal."""
        return self.act(self.match.resign(self._person("resign")))

    def offer_draw(self) -> tuple[Event, ...]:
        """Offer a draw for the person to move, or the only one at this terminal."""
        return self.act(self.match.offer_draw(self._person("offer a draw")))

    def answer_draw(self, accepts: bool) -> tuple[Event, ...]:
        """Answer the open draw offer."""
        if (by := self.match.draw_offer) is None:
            raise DrawOfferError("There is no draw offer.")
        answer = self.match.accept_draw if accepts else self.match.decline_draw
        return self._add(answer(by.other))

    def _person(self, action: str) -> Player:
        if not self.people:
            raise NotYourTurnError(f"Only computers play: no person can {action}.")
        mover = self.match.to_move
        return mover if isinstance(mover, Player) and mover in self.people else self.people[0]

    # --- files -------------------------------------------------------------------------------

    def load(self, path: Path) -> LoadedMatch:
        """Continue the game in a file, with its rules and computers.

        Computers whose level is not available under its rules are replaced by people.
        """
        loaded = load_with_repairs(path)
        self.use(loaded.match)
        available = levels_for(loaded.match.rules)
        self.levels = {who: level for who, level in self.levels.items() if level in available}
        return loaded

    def use(self, match: Match) -> None:
        """Continue with another match and the computers in its seats."""
        self.match, self.levels = match, levels_of(match)
        self.pending_tosses, self.decisions, self.events = {}, {}, ()


def levels_of(match: Match) -> dict[Player, Level]:
    """Return the levels of the computers in the seats of a match."""
    return {player: seat.level for player, seat in match.seats.items() if seat.level}


def _typed_toss(move: Move, position: Position) -> Toss:
    return Toss(position.legal_moves.index(move), TYPED)


def _touched(event: Played | Collapsed) -> Iterable[int]:
    return event.move if isinstance(event, Played) else event.landings.values()
