"""Computer players by name, in three families.

- the ladder, on every board: ``random``, ``easy``, ``medium``, ``hard``, ``expert``, and
  ``optimal`` if the solver supports the board, ``best`` otherwise; calibrated by play (``ladder``);
- the levels of Smanis' thesis (2016), on boards that the solver supports: perfect moves, mixed
  with random ones;
- the levels of an alpha-beta program for ordinary tic-tac-toe (``classical``).

All randomness comes from the caller's ``random.Random``, so games can be reproduced.
"""

import threading
import warnings
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import cast

from qttt.game import Move, Player, Position, Rules
from qttt.game.arguments import checked

from .analysis import Analysis, UnsolvableError
from .classical import EvalStatistics, decide_classical
from .evaluator import EvaluatorError, LearnedEvaluator, shipped_evaluator, trained_for
from .kernel import is_supported
from .kernel_api import Feature, SolveDepth
from .ladder import (
    LEARNED_SHARES,
    LEARNED_SQUARES,
    NEARLY_EQUAL,
    blunder_probability,
    measured_elo,
    simulations_for,
)
from .perfect import SolveFunction, hardest_to_answer
from .random_move import random_move
from .search import Estimate, EstimateCallback, search
from .solver import can_solve
from .solver import solve as solve_exactly


class Level(StrEnum):
    """The name of a computer player; ``levels_for`` lists those available on a board."""

    RANDOM = "random"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
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
        """Display name."""
        if self is Level.RANDOM:
            return "Random moves"
        name = self.value.rpartition("-")[2].capitalize()
        return f"{name} ({self.family})" if self.family else name

    @property
    def family(self) -> str:
        """The family, a key of ``FAMILIES``; empty for the ladder."""
        return self.value.rpartition("-")[0]

    @checked
    def labelled(self, rules: Rules) -> str:
        """Return the display name with the Elo under these rules, if it has been measured.

        >>> Level.RANDOM.labelled(Rules())
        'Random moves · 0'
        """
        elo = measured_elo(self.value, rules)
        return self.title if elo is None else f"{self.title} · {elo}"

    @property
    def random_move_probability(self) -> float:
        """Probability of a random move in the thesis (table I); 0 for levels of other families."""
        return _RANDOM_MOVE_PROBABILITY.get(self, 0.0)


FAMILIES = {
    "": "Random to {top} are a ladder: each step was calibrated by play.",
    "thesis": "Thesis: perfect play, and now and then a random move.",
    "eval": "Eval: an alpha-beta program for ordinary tic-tac-toe.",
}
"""A line about each family of levels."""

_THESIS = (Level.THESIS_EASY, Level.THESIS_MEDIUM, Level.THESIS_HARD)
_EVAL = (Level.EVAL_EASY, Level.EVAL_INTERMEDIATE, Level.EVAL_DIFFICULT)
_RANDOM_MOVE_PROBABILITY = dict(zip(_THESIS, (0.5, 0.25, 0.1), strict=True))


@checked
def levels_for(rules: Rules) -> tuple[Level, ...]:
    """Return the levels available under ``rules``: the ladder, weakest first, then the others."""
    if not is_supported(rules):
        return (Level.RANDOM,)
    is_solved = can_solve(Position(rules))
    top = Level.OPTIMAL if is_solved else Level.BEST
    ladder = (Level.RANDOM, Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT, top)
    thesis = _THESIS if is_solved and rules.is_quantum else ()
    program = _EVAL if rules in (Rules.preset("classic3"), Rules.preset("classic4")) else ()
    return (*ladder, *thesis, *program)


def ladder_for(rules: Rules) -> tuple[Level, ...]:
    """Return the levels of the ladder under ``rules``, weakest first."""
    return tuple(level for level in levels_for(rules) if not level.family)


def ladders_for(rules: Rules) -> tuple[tuple[Level, ...], ...]:
    """Return the ladder, and the levels of the thesis between its lowest and its top level.

    Those of the alpha-beta program always play the same game, so that strength says little.
    """
    ladder = ladder_for(rules)
    thesis = tuple(level for level in levels_for(rules) if level in _THESIS)
    return (ladder, (ladder[0], *thesis, ladder[-1])) if thesis else (ladder,)


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and the analysis that led to it; None for a random move."""

    move: Move
    analysis: Analysis | Estimate | EvalStatistics | None = None


@checked
def decide_move(
    position: Position,
    level: Level,
    rng: Random,
    *,
    stop: threading.Event | None = None,
    progress: EstimateCallback | None = None,
    solve: SolveFunction | None = None,
) -> Decision:
    """Choose the move of ``level`` for the player to move.

    Setting ``stop`` ends a search with the best move so far. A search calls ``progress`` about ten
    times per second. Perfect moves are drawn from ``hardest_to_answer``, random ones uniformly from
    the legal moves.

    Raises:
        ValueError: No player is to move.
        UnsolvableError: The level is not available on this board.
    """
    if not isinstance(position.to_move, Player):
        why = "chance decides this collapse" if position.to_move else "the game is over"
        raise ValueError(f"no player can choose a move in {position}: {why}")
    check_available(level, position.rules)
    if level in _EVAL:
        return Decision(*decide_classical(position, level.value, stop=stop))
    if level is Level.RANDOM or _draws_random(level, position, rng):
        return Decision(random_move(position, rng))
    if rng.random() < blunder_probability(level.value, position):
        return _one_ply_move(position, rng)
    if can_solve(position):
        solver = solve or _stoppable_solve(stop)
        analysis = solver(position, depth=SolveDepth.QUICKEST)
        return Decision(rng.choice(hardest_to_answer(analysis, rng, solve=solver)), analysis)
    return _searched_move(position, level, rng, stop, progress)


@checked
def choose_move(
    position: Position, level: Level, rng: Random, *, solve: SolveFunction = solve_exactly
) -> Move:
    """Return the move of ``decide_move``, with the same errors."""
    return decide_move(position, level, rng, solve=solve).move


def check_available(level: Level, rules: Rules) -> None:
    """Raise ``UnsolvableError`` unless ``level`` plays under ``rules``."""
    available = levels_for(rules)
    if level not in available:
        raise UnsolvableError(
            f"no level {level.value!r} on {rules.rows}×{rules.cols} under {rules}: "
            f"choose from {', '.join(available)}"
        )


def _stoppable_solve(stop: threading.Event | None) -> SolveFunction:
    def solve(position: Position, *, depth: SolveDepth = SolveDepth.DISTANCES) -> Analysis:
        return solve_exactly(position, depth=depth, stop=stop)

    return solve


def _draws_random(level: Level, position: Position, rng: Random) -> bool:
    """Whether a thesis level plays a random move this time; Hard never does in a collapse."""
    if level is Level.THESIS_HARD and position.has_loop:
        return False
    return rng.random() < level.random_move_probability


def _one_ply_move(position: Position, rng: Random) -> Decision:
    """Take the best immediate win, otherwise a random move."""
    estimate = search(position, simulations=1, features=Feature.PROOFS, seed=rng.getrandbits(63))
    sign = 1 if position.to_move is Player.X else -1
    gains = [sign * c.value if c.is_proven else 0 for c in estimate.candidates]
    best = [c.move for c, g in zip(estimate.candidates, gains, strict=True) if g == max(gains)]
    return Decision(rng.choice(best) if max(gains) > 0 else random_move(position, rng), estimate)


def _searched_move(
    position: Position,
    level: Level,
    rng: Random,
    stop: threading.Event | None,
    progress: EstimateCallback | None,
) -> Decision:
    evaluator = evaluator_of(level, position.rules)
    is_learned = evaluator is not None
    estimate = search(
        position,
        simulations=simulations_for(level.value, position.rules, is_learned=is_learned),
        evaluator=evaluator,
        seed=rng.getrandbits(63),
        stop=stop,
        progress=progress,
    )
    if is_learned:
        return Decision(rng.choice(nearly_best(estimate)), estimate)
    return Decision(cast(Move, estimate.move), estimate)  # not None: a player is to move


def evaluator_of(level: Level, rules: Rules) -> LearnedEvaluator | None:
    """Return the evaluator that a level searches with, if any; none on boards of other sizes.

    Warns and returns None if the file is damaged: the level then searches longer without it.
    """
    if level.value not in LEARNED_SHARES or not _uses_weights(rules):
        return None
    try:
        return shipped_evaluator(rules)
    except (EvaluatorError, OSError) as error:
        warnings.warn(f"{error}; random games judge instead", RuntimeWarning, stacklevel=2)
        return None


def _uses_weights(rules: Rules) -> bool:
    """Whether levels use the weights for these rules on a board of this size, if there are any."""
    trained = trained_for(rules)
    if trained is None or rules.board.size > LEARNED_SQUARES:
        return False
    return rules.rows >= trained.rows and rules.cols >= trained.cols


def nearly_best(estimate: Estimate) -> tuple[Move, ...]:
    """Return the moves that a level draws from where learned weights judge.

    They are the best move and those with ``NEARLY_EQUAL`` of its visits. If it is proven, they are
    those with the same value and as many visits: its images under symmetries, for instance.
    """
    best = next(each for each in estimate.candidates if each.move == estimate.move)
    alike = (
        each
        for each in estimate.candidates
        if each.is_proven == best.is_proven
        and (
            (each.value, each.visits) == (best.value, best.visits)
            if best.is_proven
            else each.visits >= NEARLY_EQUAL * best.visits
        )
    )
    return tuple(each.move for each in alike)
