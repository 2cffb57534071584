"""Automatic players, and a test that any of them must pass.

A human has only a ``Seat``: the interface plays their moves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from qttt.copies import IndependentCopies
from qttt.engine.levels import Level, choose_move
from qttt.engine.perfect import SolveFunction
from qttt.engine.solver import solve
from qttt.game import Collapse, Move, Node, Placement, Player, Position, Rules
from qttt.game.arguments import checked, checked_class

from .coins import Coin, seeded_coin
from .events import Event
from .match import Match


class History(NamedTuple):
    """A game up to a decision: the ``moves`` from ``start`` to ``position``."""

    start: Position
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    @checked
    def of(cls, node: Node) -> "History":
        """Return the history of a node of a move tree."""
        return cls(node.root.position, node.moves, node.position)


class Opponent(Protocol):
    """An automatic player."""

    def choose(self, game: History) -> Move:
        """Return a legal move for the player to move in ``game.position``."""


@checked_class
@dataclass(frozen=True, slots=True)
class Computer(IndependentCopies):
    """A player of a ``level``; all randomness comes from ``rng``.

    >>> game = History.of(Node(Position()))
    >>> Computer(Level.RANDOM, Random(1)).choose(game) in game.position.legal_moves
    True
    """

    level: Level
    rng: Random
    solve: SolveFunction = field(default=solve, repr=False)

    def choose(self, game: History) -> Move:
        """Return the move of ``engine.levels.choose_move``, with the same errors."""
        return choose_move(game.position, self.level, self.rng, solve=self.solve)


@checked
def computers(match: Match, rng: Random) -> dict[Player, Opponent]:
    """Return a ``Computer`` for each seat whose kind is a level; they share ``rng``."""
    levels = {player: seat.level for player, seat in match.seats.items()}
    return {player: Computer(level, rng) for player, level in levels.items() if level}


@checked
def play_step(
    match: Match,
    opponents: Mapping[Player, Opponent],
    coin: Coin | None = None,
    *,
    at: float | None = None,
) -> tuple[Event, ...]:
    """Play the next ply of ``match`` if one of ``opponents`` or ``coin`` decides it.

    Returns the events, or none if the match is over or waits for another player. Errors of
    ``choose``, ``coin`` and ``Match.play`` propagate.
    """
    decider = match.to_move
    if decider == "chance":
        return match.toss(coin, at=at) if coin else ()
    if decider is None or decider not in opponents:
        return ()
    return match.play(opponents[decider].choose(History.of(match.node)), by=decider, at=at)


class PlayerFault(AssertionError):  # noqa: N818  a failed test, not an error in the program
    """The player violates the contract of ``Opponent``."""


TEST_RULES = (
    Rules.preset("goff"),
    Rules.preset("closer"),
    Rules.preset("no-pair-loops"),
    Rules.preset("qubic3"),
    Rules.preset("classic3"),
)
"""Default rules of ``check_player``: small boards, with each kind of decision."""


@checked
def check_player(
    player: Opponent, *, rules: Iterable[Rules] = TEST_RULES, games: int = 2, seed: int = 0
) -> None:
    """Raise ``PlayerFault`` unless ``player`` always returns a legal move.

    It plays ``games`` games in each seat under each of ``rules`` against random moves from
    ``seed``. An exception of the player is chained as the cause. Time is not checked.
    """
    rng = Random(seed)
    for game_rules in rules:
        for seat in [*Player] * games:
            _check_game(player, seat, game_rules, rng)


def _check_game(player: Opponent, seat: Player, rules: Rules, rng: Random) -> None:
    match = Match(rules)
    players: dict[Player, Opponent] = {
        seat: _Checked(player),
        seat.other: Computer(Level.RANDOM, rng),
    }
    coin = seeded_coin(rng.getrandbits(32))
    while match.outcome is None:
        play_step(match, players, coin)


@dataclass(frozen=True, slots=True)
class _Checked:
    player: Opponent

    def choose(self, game: History) -> Move:
        position = game.position
        where = f"as {position.to_move} in {position} ({position.rules})"
        try:
            move: object = self.player.choose(game)
        except Exception as error:
            raise PlayerFault(f"{self.player!r} {where} raised {error!r}") from error
        if not isinstance(move, Placement | Collapse):
            raise PlayerFault(f"{self.player!r} {where} chose {move!r}, which is not a move")
        if reason := position.illegal_reason(move):
            raise PlayerFault(
                f"{self.player!r} {where} chose {position.name(move)}, not legal: {reason}"
            )
        return move
