"""Hints: values, losses and verdicts of moves."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qttt.engine import Analysis
from qttt.engine.search import Candidate, Estimate
from qttt.engine.values import format_points
from qttt.game import Collapse, Move, Player, Position

BEST = "★"
NEAR = "≈"

_NEAR_LOSS = 0.05
"""Estimated losses below this are shown as ``≈``."""


class Advice(NamedTuple):
    """A legal move: its value (X minus O), and the points that it loses against the best.

    ``is_exact``: the value is not estimated. ``is_sure``: nor is the loss.
    """

    move: Move
    value: float
    loss: float
    plies: int | None
    is_best: bool
    is_exact: bool = True
    is_sure: bool = True

    @property
    def verdict(self) -> str:
        """The verdict: ``best``, ``slower``, ``loses ½``, ``proven`` or an empty string."""
        if self.is_best:
            return "best"
        if not self.is_sure:
            return "proven" if self.is_exact else ""
        return f"loses {format_points(self.loss)}" if self.loss else "slower"

    @property
    def advantage(self) -> str:
        """The value as text: the player ahead, and ``about`` for an estimate."""
        return advantage(self.value, is_exact=self.is_exact)

    @property
    def sign(self) -> str:
        """The verdict as a short sign for the board."""
        if self.is_best:
            return BEST
        if not self.is_sure:
            return NEAR if self.loss < _NEAR_LOSS else f"−{self.loss:.1f}"
        return f"−{format_points(self.loss)}" if self.loss else "="


def rank_analysis(analysis: Analysis) -> tuple[Advice, ...]:
    """Rank all legal moves, best first; if a coin decides, no move loses anything."""
    who, best = analysis.position.to_move, set(analysis.best)
    advices = [
        Advice(m.move, m.value, _loss(m.value, analysis.value, who), m.plies, m.move in best)
        for m in analysis.moves
    ]
    return tuple(sorted(advices, key=lambda advice: (advice.loss, not advice.is_best)))


def rank_estimate(estimate: Estimate) -> tuple[Advice, ...]:
    """Rank the moves that a search has examined, in its order of preference.

    Moves with the same visits and value as the best are symmetric to it, or proven equal.
    """
    who, known = estimate.position.to_move, [c for c in estimate.candidates if c.is_reliable]
    best = [candidate for candidate in known if _is_best(candidate, estimate)]
    rest = sorted((c for c in known if c not in best), key=lambda c: -c.visits)
    return tuple(
        Advice(
            move=c.move,
            value=c.value,
            loss=0.0 if c in best else max(0.0, _loss(c.value, estimate.value, who)),
            plies=None,
            is_best=c in best,
            is_exact=c.is_proven,
            is_sure=c.is_proven and estimate.is_proven,
        )
        for c in best + rest
    )


def _is_best(candidate: Candidate, estimate: Estimate) -> bool:
    if not isinstance(estimate.position.to_move, Player):
        return False
    chosen = next(c for c in estimate.candidates if c.move == estimate.move)
    if chosen.is_proven:
        return candidate.is_proven and candidate.value == chosen.value
    return (candidate.visits, candidate.value) == (chosen.visits, chosen.value)


def _loss(value: float, best: float, who: str | None) -> float:
    if not isinstance(who, Player):
        return 0.0
    return best - value if who is Player.X else value - best


def signs(advices: Iterable[Advice], first: int | None) -> Mapping[int, str]:
    """Map each square to the sign of the best move with it, and with ``first`` if given."""
    found: dict[int, str] = {}
    for advice in advices:
        squares = tuple(advice.move)
        if isinstance(advice.move, Collapse) or first is None or first in squares:
            for square in squares:
                found.setdefault(square, advice.sign)
    if first is not None:
        found.pop(first, None)
    return found


def advantage(value: float, *, is_exact: bool = True) -> str:
    """Format the player ahead and the lead, with ``about`` for an estimate.

    >>> advantage(0.5), advantage(-1), advantage(0)
    ('X +½', 'O +1', 'even')
    >>> advantage(0.3051, is_exact=False), advantage(0.004, is_exact=False)
    ('about X +0.31', 'about even')
    """
    about = "" if is_exact else "about "
    if not (value if is_exact else round(value, 2)):
        return f"{about}even"
    lead = format_points(abs(value), is_exact=is_exact)
    return f"{about}{'X' if value > 0 else 'O'} +{lead}"


def estimate_text(estimate: Estimate) -> str:
    """Format the value of the position, proven or estimated."""
    return advantage(estimate.value, is_exact=estimate.is_proven)


def truncate(words: str, room: int) -> str:
    """Truncate a text to ``room`` characters at a word boundary.

    >>> truncate("12 25 59", 8), truncate("12 25 59 15", 8)
    ('12 25 59', '12 25 …')
    """
    while len(words) > room:
        words = words.removesuffix(" …").rpartition(" ")[0] + " …"
    return words


def line_text(position: Position, moves: Iterable[Move]) -> str:
    """Format a line of moves from ``position`` in notation."""
    words = []
    for move in moves:
        words.append(position.name(move))
        position = position.play(move)
    return " ".join(words)
