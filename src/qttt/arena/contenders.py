"""The players of a tournament, and the syntax of their names.

- ``hard``: a level, by its name.
- ``nodes=10000``, ``time=0.5``, ``nodes=10000:threads=2:megabytes=256``: the tree search with N
  simulations or seconds for a move; optionally threads and memory.
- ``nodes=10000:plain``: the same by plain UCT with random playouts, for comparison.
- ``nodes=10000:learned``: the same with the shipped evaluator instead of playouts.
- ``policy``, ``policy=FILE``: the likeliest move of the shipped or another evaluator.
- ``solver``: perfect play: any of the best moves.
- ``exec:./engine --fast``: a program that speaks the engine protocol (docs/protocol-engine.md),
  with its arguments.

A contender is plain data and can be sent to another process; the opponent that it starts cannot.
"""

import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

from qttt.engine import can_solve, solve
from qttt.engine.evaluator import shipped_evaluator
from qttt.engine.kernel_api import MAX_SQUARES, Feature
from qttt.engine.levels import Level, levels_for
from qttt.engine.search import ALL_FEATURES, PLAIN_UCT, search
from qttt.game import Move, Position, Rules
from qttt.play import Computer, History, Opponent, Seat
from qttt.play.errors import SeatError

from .budget import Budget
from .errors import ContenderError
from .move_choice import MAX_MEGABYTES, MAX_THREADS, chosen_move
from .policy import POLICY, ByPolicy
from .program import ANSWER_TIMEOUT_S, Program
from .protocol import are_numbers

PROGRAM = "exec:"
_LIMITS = {"threads": MAX_THREADS, "megabytes": MAX_MEGABYTES}


class Contender(Protocol):
    """A player that can be started for a game."""

    @property
    def kind(self) -> str:
        """The kind of player written in a record."""

    @property
    def threads(self) -> int:
        """The threads that it uses while it thinks; 1 if unknown."""

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if it cannot play under ``rules``."""

    def start(self, rules: Rules, seed: int) -> AbstractContextManager[Opponent]:
        """Start an opponent for one game; all its randomness comes from ``seed``."""


def contender(
    text: str, *, budget: Budget | None = None, answer_timeout_s: float = ANSWER_TIMEOUT_S
) -> Contender:
    """Parse a player's name. Raises ``ContenderError``.

    Programs get ``budget`` for each move, by default one second, and lose the game if an answer
    takes ``answer_timeout_s`` seconds longer.
    """
    try:
        Seat(text)
    except SeatError as error:
        raise ContenderError(f"invalid player {text!r}: {error}") from error
    if text.startswith(PROGRAM):
        return ByProgram(text, budget or Budget(seconds=1.0), answer_timeout_s)
    if text in set(Level):
        return ByLevel(Level(text))
    if text == "solver":
        return BySolver()
    if text == POLICY or text.startswith(f"{POLICY}="):
        return _policy(text)
    if text.startswith(("nodes=", "time=")):
        return _search(text)
    raise ContenderError(
        f"unknown player {text!r}: write a level ({', '.join(Level)}), solver, policy, "
        f"policy=FILE, nodes=N, time=SECONDS, or a program, {PROGRAM}./its-command"
    )


def _policy(text: str) -> ByPolicy:
    _, sign, file = text.partition("=")
    if sign and not file:
        raise ContenderError(f"no file in {text!r}: write policy, or policy=FILE.qte")
    return ByPolicy(file)


def _search(text: str) -> "BySearch":
    first, *others = text.split(":")
    extra = dict.fromkeys(_LIMITS, 0)
    features = PLAIN_UCT if "plain" in others else ALL_FEATURES
    if {"plain", "learned"} <= {*others}:
        raise ContenderError(f"{text!r} is plain and learned at once: write one of them")
    for other in others:
        name, _, value = other.partition("=")
        if other in ("plain", "learned"):
            continue
        if name not in extra or not are_numbers(value) or not 1 <= int(value) <= _LIMITS[name]:
            known = ", ".join(f"{name}=N, 1 to {limit}" for name, limit in _LIMITS.items())
            raise ContenderError(
                f"unknown search option {other!r} in {text!r}: write {known}, plain, or learned"
            )
        extra[name] = int(value)
    given = {name: value for name, value in extra.items() if value}
    is_learned = "learned" in others
    return BySearch(Budget.parse(first), features=features, is_learned=is_learned, **given)


# --- built-in players ----------------------------------------------------------------------------


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
        """Raise ``ContenderError`` if the level does not exist under ``rules``."""
        if self.level not in (known := levels_for(rules)):
            raise ContenderError(
                f"no level {self.level} under {rules}: choose from {', '.join(known)}"
            )

    @contextmanager
    def start(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """Start a computer of that level."""
        yield Computer(self.level, Random(seed))


@dataclass(frozen=True, slots=True)
class BySolver:
    """The exact solver: a uniformly random choice among the best moves."""

    kind = "solver"
    threads = 1

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if the board is too big to solve."""
        if not can_solve(Position(rules)):
            raise ContenderError(f"{rules} cannot be solved: the board is too big")

    @contextmanager
    def start(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """Start a player that draws from ``solve(position).best``."""
        yield _SolverPlayer(Random(seed))


@dataclass(frozen=True, slots=True)
class _SolverPlayer:
    rng: Random

    def choose(self, game: History) -> Move:
        return self.rng.choice(solve(game.position).best)


@dataclass(frozen=True, slots=True)
class BySearch:
    """The tree search with a budget for each move."""

    budget: Budget
    threads: int = 1
    megabytes: int | None = None
    features: Feature = ALL_FEATURES
    is_learned: bool = False

    @property
    def kind(self) -> str:
        """``search``, or ``uct`` if it is plain."""
        return "uct" if self.features is PLAIN_UCT else "search"

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if the board is too big, or no evaluator is shipped for it."""
        if rules.board.size > MAX_SQUARES:
            raise ContenderError(
                f"the search supports boards of at most {MAX_SQUARES} squares, not {rules}"
            )
        if self.is_learned and shipped_evaluator(rules) is None:
            raise ContenderError(
                f"no evaluator for {rules} is shipped with this qttt: leave out :learned, "
                "or write policy=FILE.qte"
            )

    @contextmanager
    def start(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """Start a player that searches each position from scratch."""
        yield _SearchPlayer(self, Random(seed))


@dataclass(frozen=True, slots=True)
class _SearchPlayer:
    contender: BySearch
    rng: Random

    def choose(self, game: History) -> Move:
        is_learned = self.contender.is_learned
        estimate = search(
            game.position,
            evaluator=shipped_evaluator(game.position.rules) if is_learned else None,
            simulations=self.contender.budget.nodes,
            seconds=self.contender.budget.seconds,
            threads=self.contender.threads,
            megabytes=self.contender.megabytes,
            features=self.contender.features,
            seed=self.rng.getrandbits(63),
        )
        return chosen_move(estimate)


# --- external programs ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByProgram:
    """A program, started anew for each game so that games are independent.

    Its option ``seed`` is set, if it has one, so that games can be repeated.
    """

    text: str
    budget: Budget
    answer_timeout_s: float
    kind = "program"
    threads = 1

    def __post_init__(self) -> None:
        if not self.command:
            raise ContenderError(f"no command in {self.text!r}: write {PROGRAM}./its-command")

    @property
    def command(self) -> list[str]:
        """The program and its arguments, split as in a shell."""
        try:
            return shlex.split(self.text.removeprefix(PROGRAM))
        except ValueError as error:
            raise ContenderError(f"cannot parse the command {self.text!r}: {error}") from error

    def check(self, rules: Rules) -> None:
        """Accept any rules: a program that does not support them forfeits its first move."""

    @contextmanager
    def start(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """Start the program at its first move and terminate it after the game."""
        player = _ProgramPlayer(self, rules, seed)
        try:
            yield player
        finally:
            if player.program:
                player.program.close()


@dataclass(slots=True)
class _ProgramPlayer:
    """A program in one game. ``choose`` raises ``ForfeitError`` for a bad or late answer."""

    contender: ByProgram
    rules: Rules
    seed: int
    program: Program | None = None

    def choose(self, game: History) -> Move:
        if self.program is None:
            self.program = Program(self.contender.command, self.contender.answer_timeout_s)
            self.program.greet()
            self.program.set("seed", self.seed)
            self.program.new_game(self.rules)
        return self.program.best_move(game, self.contender.budget)
