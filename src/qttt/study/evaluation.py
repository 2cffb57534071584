"""Evaluation of positions for reviews: exact by the solver, or estimated by tree search."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from qttt.engine import Analysis, UnsolvableError, can_solve, solve
from qttt.engine.jobs import Job
from qttt.engine.kernel import is_supported
from qttt.engine.kernel_api import GOFF_SPAN, MARGIN_PERCENT, MATCH_SPAN, MAX_SQUARES, SPAN
from qttt.engine.search import Estimate, search
from qttt.game import Move, Player, Position, Rules
from qttt.game.arguments import checked


class MoveEvaluation(NamedTuple):
    """The value and plies of a move, as in ``engine.MoveValue``."""

    value: float
    plies: int | None = None
    is_exact: bool = True


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a position and of its legal moves.

    Values are X's points minus O's under perfect play. ``margin`` is 0 for exact values; for
    estimates, differences up to it are not significant. ``moves`` has all legal moves, or for an
    estimate those with enough visits, most visited first. ``line`` begins with one of the ``best``
    moves.
    """

    position: Position
    value: float
    moves: Mapping[Move, MoveEvaluation] = field(repr=False)
    best: tuple[Move, ...]
    line: tuple[Move, ...] = field(repr=False)
    margin: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether the values are exact, not estimates."""
        return not self.margin

    @property
    def sign(self) -> int:
        """1 if X is ahead by more than the margin, -1 if O is, otherwise 0."""
        return (self.value > self.margin) - (self.value < -self.margin)

    @property
    def points_at_stake(self) -> float:
        """The points that the worst move loses; 0 if no player decides."""
        if not self.moves or not isinstance(self.position.to_move, Player):
            return 0.0
        values = [move.value for move in self.moves.values()]
        return max(values) - min(values)


class Evaluator(Protocol):
    """A deterministic function that evaluates positions."""

    def __call__(self, position: Position) -> Evaluation:
        """Evaluate a position, including finished ones."""


@checked
def exact_evaluation(position: Position) -> Evaluation:
    """Evaluate a position exactly. Raises ``UnsolvableError`` unless ``can_solve``.

    >>> exact_evaluation(Position()).value, exact_evaluation(Position()).points_at_stake
    (0.5, 0.5)
    """
    return evaluation_of(solve(position))


SIMULATIONS = 20_000


@dataclass(frozen=True, slots=True)
class SearchEvaluator:
    """An evaluator for boards that are too large to solve: tree search with ``simulations``.

    With 20,000 simulations nearly all values change by less than the margin after the best move.
    Proven values are exact. Moves with too few visits are omitted. Reproducible by ``seed``. Cost:
    0.1 s per position on 4×4.
    """

    simulations: int = SIMULATIONS
    seed: int = 0

    def __call__(self, position: Position) -> Evaluation:
        """Evaluate a position; exact if it is proven or finished."""
        if position.outcome:
            return Evaluation(position, position.outcome.value, {}, (), ())
        estimate = search(position, simulations=self.simulations, seed=self.seed)
        return evaluation_of(estimate)


@checked
def evaluation_of(result: Analysis | Estimate) -> Evaluation:
    """Return what a solver or a search has found."""
    position = result.position
    if isinstance(result, Analysis):
        moves = {m.move: MoveEvaluation(m.value, m.plies) for m in result.moves}
        return Evaluation(position, result.value, moves, result.best, result.line)
    margin = 0.0 if result.is_proven else margin_of_estimates(position.rules)
    known = sorted((c for c in result.candidates if c.is_reliable), key=lambda c: -c.visits)
    moves = {c.move: MoveEvaluation(c.value, is_exact=c.is_proven) for c in known}
    return Evaluation(position, result.value, moves, _best(result), result.line, margin)


def margin_of_estimates(rules: Rules) -> float:
    """Return the margin, in points."""
    return MARGIN_PERCENT / 100 * {"goff": GOFF_SPAN, "match": MATCH_SPAN}.get(rules.scoring, SPAN)


def _best(estimate: Estimate) -> tuple[Move, ...]:
    """The best move and those symmetric to it; if it is proven, all that are proven to be equal."""
    best = next((c for c in estimate.candidates if c.move == estimate.move), None)
    if best is None or not isinstance(estimate.position.to_move, Player):
        return tuple(c.move for c in estimate.candidates)
    if best.is_proven:
        equal = (c for c in estimate.candidates if c.is_proven and c.value == best.value)
    else:
        # Symmetric moves share their visits.
        same = (best.visits, best.value)
        equal = (c for c in estimate.candidates if (c.visits, c.value) == same)
    return tuple(c.move for c in sorted(equal, key=lambda c: c is not best))


@checked
def evaluator_for(rules: Rules, *, simulations: int = SIMULATIONS) -> Evaluator:
    """Return ``exact_evaluation`` if the rules can be solved, otherwise a ``SearchEvaluator``.

    Raises ``UnsolvableError`` for boards of more than 64 squares.
    """
    if can_solve(Position(rules)):
        return exact_evaluation
    if not is_supported(rules):
        raise UnsolvableError(
            f"a board of {rules.rows}×{rules.cols} has {rules.board.size} squares; "
            f"values are estimated on at most {MAX_SQUARES}"
        )
    return SearchEvaluator(simulations)


@checked
def evaluation_job(position: Position, seconds: float) -> Job[Analysis | Estimate]:
    """Return the evaluation of a position and its moves as a job.

    It solves the position if possible; otherwise it searches for ``seconds``, with progress.
    """
    if can_solve(position):
        return Job(lambda stop, _: solve(position, stop=stop))
    return Job(
        lambda stop, progress: search(position, seconds=seconds, stop=stop, progress=progress)
    )


@checked
def draw_job(position: Position, player: Player) -> Job[bool]:
    """Decide whether a computer accepts a draw: unless it is ahead, by more than the margin."""
    evaluator = evaluator_for(position.rules)
    ahead = 1 if player is Player.X else -1
    return Job(lambda stop, _: evaluator(position).sign != ahead)
