"""Who says what a position and its moves are worth: a solver exactly, or a search about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from qttt.engine.kernel import MAX_SQUARES, fits
from qttt.engine.search import Candidate, Estimate, search
from qttt.engine.solver import UnsolvableError, can_solve, solve
from qttt.game import Move, Player, Position, Rules


class Worth(NamedTuple):
    """What a move leads to: value and plies as in ``engine.MoveValue``."""

    value: float
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a position is worth, and each of its legal moves.

    Every value is points of X minus points of O under perfect play. ``margin`` is 0 if the values
    are exact; else they are estimates, and differences up to it mean nothing. ``moves`` are all
    legal ones, of an estimate those that are known well enough. ``line`` begins with one of the
    ``best`` moves.
    """

    position: Position
    value: float
    moves: Mapping[Move, Worth] = field(repr=False)
    best: tuple[Move, ...]
    line: tuple[Move, ...] = field(repr=False)
    margin: float = 0.0

    @property
    def is_exact(self) -> bool:
        """False for an estimate."""
        return not self.margin

    @property
    def sign(self) -> int:
        """Who is ahead: 1 for X, -1 for O, 0 for neither by more than the margin."""
        return (self.value > self.margin) - (self.value < -self.margin)

    @property
    def stake(self) -> float:
        """The points that the worst move loses against the best; 0 where no player decides."""
        if not self.moves or not isinstance(self.position.to_move, Player):
            return 0.0
        values = [worth.value for worth in self.moves.values()]
        return max(values) - min(values)


class Judge(Protocol):
    """Whoever can tell what a position is worth; the same position gets the same answer."""

    def __call__(self, position: Position) -> Judgement:
        """The judgement of a position, which may be the end of a game."""


def exact(position: Position) -> Judgement:
    """The truth, by the solver. Raises ``UnsolvableError`` unless ``can_solve``.

    >>> exact(Position()).value, exact(Position()).stake
    (0.5, 0.5)
    """
    analysis = solve(position)
    moves = {m.move: Worth(m.value, m.plies) for m in analysis.moves}
    return Judgement(position, analysis.value, moves, analysis.best, analysis.line)


SIMULATIONS = 20_000
MARGIN = 0.1
LEAST_VISITS = 16


@dataclass(frozen=True, slots=True)
class Estimator:
    """A judge for boards that are too big to solve: tree search with so many ``simulations``.

    The margin is a tenth of what lies between the best and the worst end of a game: with 20,000
    simulations nearly all values change by less when the best move is made. What the search has
    proven is exact. Of the moves, those count that it tried at least 16 times. The same ``seed``
    judges alike. Costs about a tenth of a second a position on 4×4.
    """

    simulations: int = SIMULATIONS
    seed: int = 0

    def __call__(self, position: Position) -> Judgement:
        """The judgement; it is exact if the search has proven it, or at the end of a game."""
        if position.outcome:
            return Judgement(position, position.outcome.value, {}, (), ())
        estimate = search(position, simulations=self.simulations, seed=self.seed)
        margin = 0.0 if estimate.proven else MARGIN * _span(position.rules)
        moves = {c.move: Worth(c.value) for c in estimate.candidates if _is_known(c)}
        return Judgement(position, estimate.value, moves, _best(estimate), estimate.line, margin)


def _is_known(candidate: Candidate) -> bool:
    return candidate.proven or candidate.visits >= LEAST_VISITS


def _best(estimate: Estimate) -> tuple[Move, ...]:
    """The move to play; if the value is proven, every move that is proven to keep it."""
    if not isinstance(estimate.position.to_move, Player):
        return tuple(c.move for c in estimate.candidates)
    return tuple(
        c.move
        for c in estimate.candidates
        if c.move == estimate.move or (estimate.proven and c.proven and c.value == estimate.value)
    )


def _span(rules: Rules) -> float:
    """The points between the best end of a game for X and the best for O."""
    return {"goff": 3.0, "match": 4.0}.get(rules.scoring, 2.0)


def judge_for(rules: Rules, *, simulations: int = SIMULATIONS) -> Judge:
    """``exact`` where these rules can be solved, else an ``Estimator``.

    Raises ``UnsolvableError`` for boards of more than 64 squares, on which neither works.
    """
    if can_solve(Position(rules)):
        return exact
    if not fits(rules):
        raise UnsolvableError(
            f"a board of {rules.rows}×{rules.cols} has {rules.board.size} squares; "
            f"values are estimated on at most {MAX_SQUARES}"
        )
    return Estimator(simulations)
