"""What a solver or a search says, in the words of a player: values, losses, verdicts."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qttt.engine import Analysis
from qttt.engine.search import Candidate, Estimate
from qttt.game import Collapse, Move, Player, Position

BEST = "★"
NEAR = "≈"

LEAST_VISITS = 16
"""A move that was tried less often has no value worth telling, unless it is proven."""

_TENTH = 0.05
"""Estimates that are closer than this are told to be about the same."""


class Advice(NamedTuple):
    """One legal move: its value (X minus O), and the points that it loses against the best.

    ``is_exact`` says that the value is none of an estimate, ``is_sure`` the same of the loss.
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
        """The judgement in words, as ``best``, ``slower``, ``loses ½``, ``proven``, or none."""
        if self.is_best:
            return "best"
        if not self.is_sure:
            return "proven" if self.is_exact else ""
        return f"loses {points(self.loss)}" if self.loss else "slower"

    @property
    def worth(self) -> str:
        """The value in words: who is better off, and whether that is certain."""
        return worth(self.value) if self.is_exact else about(self.value)

    @property
    def sign(self) -> str:
        """The judgement as a sign that fits on the board."""
        if self.is_best:
            return BEST
        if not self.is_sure:
            return NEAR if self.loss < _TENTH else f"−{self.loss:.1f}"
        return f"−{points(self.loss)}" if self.loss else "="


def advise(analysis: Analysis) -> tuple[Advice, ...]:
    """Every legal move, the best first; where a coin decides nothing is lost by either side."""
    who, best = analysis.position.to_move, set(analysis.best)
    advices = [
        Advice(m.move, m.value, _loss(m.value, analysis.value, who), m.plies, m.move in best)
        for m in analysis.moves
    ]
    return tuple(sorted(advices, key=lambda advice: (advice.loss, not advice.is_best)))


def suppose(estimate: Estimate) -> tuple[Advice, ...]:
    """The moves that a search knows something about, in the order in which it prefers them.

    Moves that share their visits and their value with the best are symmetric to it, or proven to
    be as good.
    """
    who, known = estimate.position.to_move, list(filter(_is_known, estimate.candidates))
    best = [candidate for candidate in known if _is_best(candidate, estimate)]
    rest = sorted((c for c in known if c not in best), key=lambda c: -c.visits)
    return tuple(
        Advice(
            move=c.move,
            value=c.value,
            loss=0.0 if c in best else max(0.0, _loss(c.value, estimate.value, who)),
            plies=None,
            is_best=c in best,
            is_exact=c.proven,
            is_sure=c.proven and estimate.proven,
        )
        for c in best + rest
    )


def _is_known(candidate: Candidate) -> bool:
    return candidate.proven or candidate.visits >= LEAST_VISITS


def _is_best(candidate: Candidate, estimate: Estimate) -> bool:
    if not isinstance(estimate.position.to_move, Player):
        return False
    chosen = next(c for c in estimate.candidates if c.move == estimate.move)
    if chosen.proven:
        return candidate.proven and candidate.value == chosen.value
    return (candidate.visits, candidate.value) == (chosen.visits, chosen.value)


def _loss(value: float, best: float, who: str | None) -> float:
    if not isinstance(who, Player):
        return 0.0
    return best - value if who is Player.X else value - best


def signs(advices: Iterable[Advice], first: int | None) -> Mapping[int, str]:
    """For each square the sign of the best move with it; with a ``first`` square, to it."""
    found: dict[int, str] = {}
    for advice in advices:
        squares = tuple(advice.move)
        if isinstance(advice.move, Collapse) or first is None or first in squares:
            for square in squares:
                found.setdefault(square, advice.sign)
    if first is not None:
        found.pop(first, None)
    return found


def points(number: float) -> str:
    """A number of points, halves as people write them.

    >>> points(0), points(0.5), points(1.5), points(0.28125)
    ('0', '½', '1½', '0.28')
    """
    whole, rest = divmod(number, 1)
    if rest not in (0, 0.5):
        return f"{number:.2f}"
    return f"{whole:g}" * (whole > 0 or not rest) + "½" * bool(rest)


def worth(value: float) -> str:
    """Who is better off and by how much.

    >>> worth(0.5), worth(-1), worth(0)
    ('X +½', 'O +1', 'even')
    """
    if not value:
        return "even"
    return f"{'X' if value > 0 else 'O'} +{points(abs(value))}"


def about(value: float) -> str:
    """The same of an estimate.

    >>> about(0.3051), about(-0.5), about(0.004)
    ('about X +0.31', 'about O +½', 'about even')
    """
    return f"about {worth(round(value, 2))}"


def told(estimate: Estimate) -> str:
    """The value of the position in words, as certain as it is."""
    return worth(estimate.value) if estimate.proven else about(estimate.value)


def clipped(words: str, room: int) -> str:
    """As many whole words as there is ``room`` for, with a sign for the rest.

    >>> clipped("12 25 59", 8), clipped("12 25 59 15", 8)
    ('12 25 59', '12 25 …')
    """
    while len(words) > room:
        words = words.removesuffix(" …").rpartition(" ")[0] + " …"
    return words


def spoken(position: Position, moves: Iterable[Move]) -> str:
    """A line of moves in machine form, from ``position``."""
    words = []
    for move in moves:
        words.append(position.name(move))
        position = position.play(move)
    return " ".join(words)
