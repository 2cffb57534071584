"""Players that decide for themselves, and a test that any such player can be put to.

A human is a ``Seat`` and nothing more: a door plays the moves of a person.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from qttt.engine.levels import Level, choose
from qttt.engine.perfect import Solve
from qttt.engine.solver import solve
from qttt.game import Collapse, Move, Placement, Player, Position, Rules

from .coins import Coin, seeded_coin
from .events import Event
from .match import Match


class Opponent(Protocol):
    """Whoever answers a position with a move."""

    def choose(self, position: Position) -> Move:
        """A legal move for the player who decides in ``position``."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer of a ``level``; all its chance comes from ``rng``.

    >>> Computer(Level.RANDOM, Random(1)).choose(Position()) in Position().legal_moves
    True
    """

    level: Level
    rng: Random
    solve: Solve = field(default=solve, repr=False)

    def choose(self, position: Position) -> Move:
        """The move of ``engine.levels.choose``, whose errors it raises."""
        return choose(position, self.level, self.rng, solve=self.solve)


def computers(match: Match, rng: Random) -> dict[Player, Opponent]:
    """A computer for each seat of ``match`` whose kind is a level; they share ``rng``."""
    levels = {player: seat.level for player, seat in match.seats.items()}
    return {player: Computer(level, rng) for player, level in levels.items() if level}


def step(
    match: Match,
    opponents: Mapping[Player, Opponent],
    coin: Coin | None = None,
    *,
    at: float | None = None,
) -> tuple[Event, ...]:
    """Make the next ply of ``match`` if one of ``opponents`` or ``coin`` decides it.

    Returns the events; none if the match is over or waits for somebody else. Raises what
    ``choose`` and ``coin`` raise, and the errors of ``Match.play``.
    """
    decider = match.to_move
    if decider == "chance":
        return match.throw(coin, at=at) if coin else ()
    if decider is None or decider not in opponents:
        return ()
    return match.play(opponents[decider].choose(match.position), by=decider, at=at)


class PlayerFault(AssertionError):  # noqa: N818  a failed test, not an error in the program
    """The player that was checked does not do what an ``Opponent`` must."""


SMALL = (
    Rules.preset("goff"),
    Rules.preset("closer"),
    Rules.preset("no-pair-loops"),
    Rules.preset("qubic3"),
    Rules.preset("classic3"),
)
"""Rules under which ``check_player`` plays: each kind of decision occurs, the boards are small."""


def check_player(
    player: Opponent, *, rules: Iterable[Rules] = SMALL, games: int = 2, seed: int = 0
) -> None:
    """Raise ``PlayerFault`` unless ``player`` always answers with a legal move.

    It plays ``games`` games from each seat under each of ``rules`` against random moves, which
    come from ``seed``. The message says where it went wrong, the cause is the player's own error
    if it raised one. Whether it answers in time is not checked.
    """
    rng = Random(seed)
    for each in rules:
        for seat in [*Player] * games:
            _check_game(player, seat, each, rng)


def _check_game(player: Opponent, seat: Player, rules: Rules, rng: Random) -> None:
    match = Match(rules)
    both: dict[Player, Opponent] = {seat: _Checked(player), seat.other: Computer(Level.RANDOM, rng)}
    coin = seeded_coin(rng.getrandbits(32))
    while match.outcome is None:
        step(match, both, coin)


@dataclass(frozen=True, slots=True)
class _Checked:
    """A player whose every answer is looked at before it is played."""

    player: Opponent

    def choose(self, position: Position) -> Move:
        where = f"as {position.to_move} in {position} ({position.rules})"
        try:
            move: object = self.player.choose(position)
        except Exception as error:
            raise PlayerFault(f"{self.player!r} {where} raised {error!r}") from error
        if not isinstance(move, Placement | Collapse):
            raise PlayerFault(f"{self.player!r} {where} chose {move!r}, which is no move")
        if reason := position.refusal(move):
            raise PlayerFault(
                f"{self.player!r} {where} chose {position.name(move)}, not legal: {reason}"
            )
        return move
