"""Computer players by name, and the move that each makes.

Three families:

- the ladder, on every board: ``random``, ``easy``, ``medium``, ``hard``, and on top ``optimal``
  where the board is solved or ``best`` where it is not. Each step is calibrated by play
  (``ladder``);
- the levels of Smanis' thesis (2016), where the board is solved: perfect moves, and a random one
  now and then;
- the levels of an alpha-beta program for ordinary tic-tac-toe (``classical``).

Every draw comes from the caller's ``random.Random``: the same seed plays the same game.
"""

import threading
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import cast

from qttt.game import Move, Player, Position, Rules

from .classical import Statistics, decide_classical
from .kernel import fits
from .ladder import lapse_of, simulations_of
from .perfect import Solve, trickiest
from .search import Estimate, Feature, Progress, search
from .solver import Analysis, Depth, UnsolvableError, can_solve
from .solver import solve as solve_exactly


class Level(StrEnum):
    """The name of a computer player; ``levels_for`` tells which of them a board has."""

    RANDOM = "random"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    BEST = "best"
    OPTIMAL = "optimal"
    THESIS_EASY = "thesis-easy"
    THESIS_MEDIUM = "thesis-medium"
    THESIS_HARD = "thesis-hard"
    EVAL_EASY = "eval-easy"
    EVAL_INTERMEDIATE = "eval-intermediate"
    EVAL_DIFFICULT = "eval-difficult"

    @property
    def title(self) -> str:  # type: ignore[override]
        """What people call it."""
        if self is Level.RANDOM:
            return "Random moves"
        family, _, name = self.value.rpartition("-")
        return f"{name.capitalize()} ({family})" if family else name.capitalize()

    @property
    def carelessness(self) -> float:
        """The probability of a random move in the thesis (table I); it can be the best by luck."""
        return _CARELESSNESS.get(self, 0.0)


_THESIS = (Level.THESIS_EASY, Level.THESIS_MEDIUM, Level.THESIS_HARD)
_EVAL = (Level.EVAL_EASY, Level.EVAL_INTERMEDIATE, Level.EVAL_DIFFICULT)
_CARELESSNESS = dict(zip(_THESIS, (0.5, 0.25, 0.1), strict=True))


def levels_for(rules: Rules) -> tuple[Level, ...]:
    """The levels that play under ``rules``: the ladder from its foot to its top, then others."""
    if not fits(rules):
        return (Level.RANDOM,)
    is_solved = can_solve(Position(rules))
    top = Level.OPTIMAL if is_solved else Level.BEST
    ladder = (Level.RANDOM, Level.EASY, Level.MEDIUM, Level.HARD, top)
    thesis = _THESIS if is_solved and rules.is_quantum else ()
    program = _EVAL if rules in (Rules.preset("classic3"), Rules.preset("classic4")) else ()
    return (*ladder, *thesis, *program)


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and what its player had found out; None if it did not think."""

    move: Move
    thoughts: Analysis | Estimate | Statistics | None = None


def decide(
    position: Position,
    level: Level,
    rng: Random,
    *,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
    solve: Solve | None = None,
) -> Decision:
    """The move that ``level`` makes for the player who decides in ``position``.

    It is the best one found so far if ``stop`` is set meanwhile; a search reports its ``progress``
    about ten times a second. A perfect move is one of ``trickiest``; random moves are drawn evenly
    from all legal ones. Under a rule of chance, perfect means the best expectation.

    Raises ``ValueError`` if no player decides here, and ``UnsolvableError`` for a level that this
    board does not have.
    """
    if not isinstance(position.to_move, Player):
        why = "chance decides this collapse" if position.to_move else "the game is over"
        raise ValueError(f"no player can choose a move in {position}: {why}")
    check_level(level, position.rules)
    if level in _EVAL:
        return Decision(*decide_classical(position, level.value, stop=stop))
    if level is Level.RANDOM or _is_careless(level, position, rng):
        return Decision(rng.choice(position.legal_moves))
    if rng.random() < lapse_of(level.value, position.rules):
        return _at_a_glance(position, rng)
    if can_solve(position):
        ask = solve or _stoppable(stop)
        analysis = ask(position, depth=Depth.QUICKEST)
        return Decision(rng.choice(trickiest(analysis, rng, solve=ask)), analysis)
    return _searched(position, simulations_of(level.value, position.rules), rng, stop, progress)


def choose(position: Position, level: Level, rng: Random, *, solve: Solve = solve_exactly) -> Move:
    """The move of ``decide``, whose errors it raises."""
    return decide(position, level, rng, solve=solve).move


def check_level(level: Level, rules: Rules) -> None:
    """Raise ``UnsolvableError`` unless ``level`` plays under ``rules``."""
    known = levels_for(rules)
    if level not in known:
        raise UnsolvableError(
            f"there is no level {level.value!r} on {rules.rows}×{rules.cols} under {rules}: "
            f"choose {', '.join(known)}"
        )


def _stoppable(stop: threading.Event | None) -> Solve:
    def ask(position: Position, *, depth: Depth = Depth.DISTANCES) -> Analysis:
        return solve_exactly(position, depth=depth, stop=stop)

    return ask


def _is_careless(level: Level, position: Position, rng: Random) -> bool:
    """Whether a level of the thesis draws at random now; its Hard weighs every collapse."""
    if level is Level.THESIS_HARD and position.has_loop:
        return False
    return rng.random() < level.carelessness


def _at_a_glance(position: Position, rng: Random) -> Decision:
    """A move of somebody who looks at this move only: takes what wins at once, else anything."""
    seen = search(position, simulations=1, features=Feature.PROOFS, seed=rng.getrandbits(63))
    sign = 1 if position.to_move is Player.X else -1
    worth = [sign * c.value if c.proven else 0 for c in seen.candidates]
    taken = [c.move for c, each in zip(seen.candidates, worth, strict=True) if each == max(worth)]
    return Decision(rng.choice(taken if max(worth) > 0 else position.legal_moves), seen)


def _searched(
    position: Position,
    simulations: int,
    rng: Random,
    stop: threading.Event | None,
    progress: Progress | None,
) -> Decision:
    found = search(
        position, simulations=simulations, seed=rng.getrandbits(63), stop=stop, progress=progress
    )
    return Decision(cast(Move, found.move), found)  # there is one: somebody is to move
