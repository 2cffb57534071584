"""Evaluation of positions for reviews: exact by the solver, or estimated by tree search."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from qttt.engine.kernel import is_supported
from qttt.engine.kernel_api import MAX_SQUARES
from qttt.engine.search import Estimate, search
from qttt.engine.solver import UnsolvableError, can_solve, solve
from qttt.game import Move, Player, Position, Rules


class MoveEvaluation(NamedTuple):
    """The value and plies of a move, as in ``engine.MoveValue``."""

    value: float
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a position and of its legal moves.

    Values are X's points minus O's under perfect play. ``margin`` is 0 for exact values; for
    estimates, differences up to it are not significant. ``moves`` has all legal moves, or for an
    estimate those with enough visits. ``line`` begins with one of the ``best`` moves.
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


def exact_evaluation(position: Position) -> Evaluation:
    """Evaluate a position exactly. Raises ``UnsolvableError`` unless ``can_solve``.

    >>> exact_evaluation(Position()).value, exact_evaluation(Position()).points_at_stake
    (0.5, 0.5)
    """
    analysis = solve(position)
    moves = {m.move: MoveEvaluation(m.value, m.plies) for m in analysis.moves}
    return Evaluation(position, analysis.value, moves, analysis.best, analysis.line)


SIMULATIONS = 20_000
MARGIN = 0.1
"""Margin of estimates, as a share of the difference between the best and the worst result."""


@dataclass(frozen=True, slots=True)
class SearchEvaluator:
    """An evaluator for boards that are too large to solve: tree search with ``simulations``.

    The margin is a tenth of the difference between the best and the worst result: with 20,000
    simulations nearly all values change by less after the best move. Proven values are exact. Moves
    with fewer than 16 visits are omitted. Reproducible by ``seed``. Cost: 0.1 s per position on
    4×4.
    """

    simulations: int = SIMULATIONS
    seed: int = 0

    def __call__(self, position: Position) -> Evaluation:
        """Evaluate a position; exact if it is proven or finished."""
        if position.outcome:
            return Evaluation(position, position.outcome.value, {}, (), ())
        estimate = search(position, simulations=self.simulations, seed=self.seed)
        margin = 0.0 if estimate.is_proven else MARGIN * _span(position.rules)
        moves = {c.move: MoveEvaluation(c.value) for c in estimate.candidates if c.is_reliable}
        return Evaluation(position, estimate.value, moves, _best(estimate), estimate.line, margin)


def _best(estimate: Estimate) -> tuple[Move, ...]:
    """The best move; if the value is proven, all moves that are proven to keep it."""
    if not isinstance(estimate.position.to_move, Player):
        return tuple(c.move for c in estimate.candidates)
    return tuple(
        c.move
        for c in estimate.candidates
        if c.move == estimate.move
        or (estimate.is_proven and c.is_proven and c.value == estimate.value)
    )


def _span(rules: Rules) -> float:
    """The difference between the best results of X and O."""
    return {"goff": 3.0, "match": 4.0}.get(rules.scoring, 2.0)


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
