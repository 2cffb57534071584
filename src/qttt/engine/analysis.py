"""Results of the exact solvers, and helpers that both solvers share."""

from dataclasses import dataclass

from qttt.game import Move, Player, Position

from .kernel import decode_move
from .kernel_api import UNITS_PER_POINT, QtttAnalysis


class UnsolvableError(ValueError):
    """The exact solver does not support these rules, usually because the board is too large."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of one move.

    ``value`` is X's points minus O's under perfect play: a multiple of 1/32, so exact as a float.
    ``plies`` is the length of the rest of the game including this move, if the winner plays for
    the fastest win and the loser for the longest defence; None for a value of 0 and if chance
    decides. If the search stopped early, ``is_exact`` is False and ``value`` is a bound: the player
    to move gets at least that much.
    """

    move: Move
    value: float
    plies: int | None
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a position and of each legal move.

    - ``value``: X's points minus O's under perfect play: a multiple of 1/32, so exact as a float.
    - ``is_exact``: False if the search stopped early; ``value`` is then a bound, as in
      ``MoveValue``.
    - ``moves``: the legal moves with their values, in the order of ``legal_moves``.
    - ``line``: a principal variation: best moves of both players, to the end or the first coin.
    - ``nodes``: the number of positions searched; 0 if a tablebase had the answer.
    - ``seconds``: the time that it took.
    """

    position: Position
    value: float
    is_exact: bool
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> tuple[Move, ...]:
        """The optimal moves: by value, then fastest win or longest defence.

        All moves if chance decides.
        """
        decider = self.position.to_move
        if not isinstance(decider, Player) or not self.moves:
            return tuple(m.move for m in self.moves)
        keys = [_sort_key(m, decider) for m in self.moves]
        return tuple(m.move for m, key in zip(self.moves, keys, strict=True) if key == max(keys))


def _sort_key(m: MoveValue, player: Player) -> tuple[float, int]:
    """Order moves for ``player``, best last."""
    value = m.value if player is Player.X else -m.value
    plies = m.plies or 0
    return value, (-plies if value > 0 else plies)


def check_budget(nodes: int | None, seconds: float | None) -> None:
    """Raise ``ValueError`` unless the given budgets are positive."""
    for name, budget in (("nodes", nodes), ("seconds", seconds)):
        if budget is not None and budget <= 0:
            raise ValueError(f"{name} must be positive, not {budget}")


def to_analysis(position: Position, raw: QtttAnalysis, seconds: float) -> Analysis:
    """Convert the kernel's result."""
    return Analysis(
        position=position,
        value=raw.value / UNITS_PER_POINT,
        is_exact=bool(raw.exact),
        moves=tuple(
            MoveValue(
                decode_move(*m.move), m.value / UNITS_PER_POINT, m.plies or None, bool(m.exact)
            )
            for m in raw.move[: raw.moves]
        ),
        line=tuple(decode_move(*move) for move in raw.line[: raw.line_length]),
        nodes=raw.nodes,
        seconds=seconds,
    )
