"""Who plays in a tournament, written as a text.

``hard``
    A level, by its name.
``nodes=10000``, ``time=0.5``, ``nodes=10000:threads=2:megabytes=256``
    The tree search with so many simulations or seconds for a move; more threads, a bigger tree.
``nodes=10000:plain``
    The same by plain UCT with random playouts, for comparison.
``solver``
    Perfect play: any of the best moves.
``exec:./engine --fast``
    A program that speaks the engine protocol (docs/protocol-engine.md), with its arguments.

A contender is data and can be sent to another process; who is seated for a game is not.
"""

import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

from qttt.engine import can_solve, solve
from qttt.engine.levels import Level, levels_for
from qttt.engine.search import EVERYTHING, PLAIN, Feature, search
from qttt.game import Move, Position, Rules
from qttt.play import Computer, Opponent, Seat, SeatError

from .budget import Budget
from .errors import ContenderError
from .program import Program
from .thinking import MEGABYTES, SQUARES, THREADS, played

PROGRAM = "exec:"
_LIMITS = {"threads": THREADS, "megabytes": MEGABYTES}


class Contender(Protocol):
    """Somebody who can sit down to a game."""

    @property
    def kind(self) -> str:
        """What kind of player a record calls it."""

    @property
    def threads(self) -> int:
        """How many threads it keeps busy while it thinks, as far as we know."""

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if it does not play under ``rules``."""

    def seated(self, rules: Rules, seed: int) -> AbstractContextManager[Opponent]:
        """Whoever plays one game, until it is over; all chance comes from ``seed``."""


def contender(text: str, *, budget: Budget | None = None, patience: float = 10.0) -> Contender:
    """The player that ``text`` names. Raises ``ContenderError``.

    ``budget`` is what a program gets for each move, a second if it is not given; it may take
    ``patience`` more seconds for every answer before it loses.
    """
    try:
        Seat(text)
    except SeatError as error:
        raise ContenderError(f"{text!r} is no player: {error}") from error
    if text.startswith(PROGRAM):
        return ByProgram(text, budget or Budget(seconds=1.0), patience)
    if text in set(Level):
        return ByLevel(Level(text))
    if text == "solver":
        return BySolver()
    if text.startswith(("nodes=", "time=")):
        return _search(text)
    raise ContenderError(
        f"{text!r} is no player: name a level ({', '.join(Level)}), solver, nodes=N, "
        f"time=SECONDS, or a program, {PROGRAM}./its-command"
    )


def _search(text: str) -> "BySearch":
    first, *others = text.split(":")
    extra = dict.fromkeys(_LIMITS, 0)
    features = PLAIN if "plain" in others else EVERYTHING
    for other in others:
        name, _, value = other.partition("=")
        if other == "plain":
            continue
        if name not in extra or not value.isdecimal() or not 1 <= int(value) <= _LIMITS[name]:
            known = ", ".join(f"{name}=N, 1 to {most}" for name, most in _LIMITS.items())
            raise ContenderError(
                f"{other!r} in {text!r} says nothing to the search: write {known}, or plain"
            )
        extra[name] = int(value)
    given = {name: value for name, value in extra.items() if value}
    return BySearch(Budget.parse(first), features=features, **given)


# --- those whom we know --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByLevel:
    """A level of ``engine.levels``."""

    level: Level
    threads = 1

    @property
    def kind(self) -> str:
        """The level's name."""
        return self.level.value

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if the board does not have this level."""
        if self.level not in (known := levels_for(rules)):
            raise ContenderError(
                f"there is no level {self.level} under {rules}: there are {', '.join(known)}"
            )

    @contextmanager
    def seated(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """The computer of that level."""
        yield Computer(self.level, Random(seed))


@dataclass(frozen=True, slots=True)
class BySolver:
    """The exact solver: perfect play, without a preference among the best moves."""

    kind = "solver"
    threads = 1

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if the board is too big to be solved."""
        if not can_solve(Position(rules)):
            raise ContenderError(f"{rules} cannot be solved: the board is too big")

    @contextmanager
    def seated(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """A player who draws one of ``solve(position).best``."""
        yield _Solving(Random(seed))


@dataclass(frozen=True, slots=True)
class _Solving:
    rng: Random

    def choose(self, position: Position) -> Move:
        return self.rng.choice(solve(position).best)


@dataclass(frozen=True, slots=True)
class BySearch:
    """The tree search with a budget for each move."""

    budget: Budget
    threads: int = 1
    megabytes: int | None = None
    features: Feature = EVERYTHING

    @property
    def kind(self) -> str:
        """``search``, or ``uct`` if it is plain."""
        return "uct" if self.features is PLAIN else "search"

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if the board is too big for the search."""
        if rules.board.size > SQUARES:
            raise ContenderError(
                f"the search takes boards of at most {SQUARES} squares, not {rules}"
            )

    @contextmanager
    def seated(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """A player who searches each position anew."""
        yield _Searching(self, Random(seed))


@dataclass(frozen=True, slots=True)
class _Searching:
    how: BySearch
    rng: Random

    def choose(self, position: Position) -> Move:
        estimate = search(
            position,
            simulations=self.how.budget.nodes,
            seconds=self.how.budget.seconds,
            threads=self.how.threads,
            megabytes=self.how.megabytes,
            features=self.how.features,
            seed=self.rng.getrandbits(63),
        )
        return played(estimate)


# --- those from elsewhere ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByProgram:
    """A program that is started for each game, so that no game depends on the one before.

    If it has an option ``seed``, that is set, and its games can be repeated.
    """

    text: str
    budget: Budget
    patience: float
    kind = "program"
    threads = 1

    def __post_init__(self) -> None:
        if not self.command:
            raise ContenderError(f"{self.text!r} names no command: write {PROGRAM}./its-command")

    @property
    def command(self) -> list[str]:
        """The program and its arguments, in the way in which a shell would split them."""
        try:
            return shlex.split(self.text.removeprefix(PROGRAM))
        except ValueError as error:
            raise ContenderError(f"{self.text!r} cannot be split into words: {error}") from error

    def check(self, rules: Rules) -> None:
        """Nobody knows before it is asked; if it does not play under ``rules``, it loses."""

    @contextmanager
    def seated(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """The program, which is started when it is first to move, and is gone in the end."""
        player = _Answering(self, rules, seed)
        try:
            yield player
        finally:
            if player.program:
                player.program.close()


@dataclass(slots=True)
class _Answering:
    """The program's side of one game. ``choose`` raises ``Forfeit`` if it does not answer well."""

    how: ByProgram
    rules: Rules
    seed: int
    program: Program | None = None

    def choose(self, position: Position) -> Move:
        if self.program is None:
            self.program = Program(self.how.command, self.how.patience)
            self.program.greet()
            self.program.set("seed", self.seed)
            self.program.new_game(self.rules)
        return self.program.best_move(position, self.how.budget)
