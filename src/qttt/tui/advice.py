"""What the solver says, in the words of a player: values, losses, verdicts."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qttt.engine import Analysis
from qttt.game import Collapse, Move, Player, Position

BEST = "★"


class Advice(NamedTuple):
    """One legal move: its value (X minus O), and the points that it loses against the best."""

    move: Move
    value: float
    loss: float
    plies: int | None
    is_best: bool

    @property
    def verdict(self) -> str:
        """The judgement in words, as ``best``, ``slower`` or ``loses ½``."""
        if self.loss:
            return f"loses {points(self.loss)}"
        return "best" if self.is_best else "slower"

    @property
    def sign(self) -> str:
        """The judgement as a sign that fits on the board."""
        if self.loss:
            return f"−{points(self.loss)}"
        return BEST if self.is_best else "="


def advise(analysis: Analysis) -> tuple[Advice, ...]:
    """Every legal move, the best first; where a coin decides nothing is lost by either side."""
    who, best = analysis.position.to_move, set(analysis.best)
    advices = [
        Advice(m.move, m.value, _loss(m.value, analysis.value, who), m.plies, m.move in best)
        for m in analysis.moves
    ]
    return tuple(sorted(advices, key=lambda advice: (advice.loss, not advice.is_best)))


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


def spoken(position: Position, moves: Iterable[Move]) -> str:
    """A line of moves in machine form, from ``position``."""
    words = []
    for move in moves:
        words.append(position.name(move))
        position = position.play(move)
    return " ".join(words)
