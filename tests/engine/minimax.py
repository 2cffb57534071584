"""Plain minimax for small positions: a test double of ``engine.solve``."""

from functools import lru_cache

from qttt.engine import Analysis, MoveValue, SolveDepth
from qttt.game import Move, Player, Position


def solve(position: Position, *, depth: SolveDepth = SolveDepth.DISTANCES) -> Analysis:
    moves = tuple(_evaluated(move, position.play(move), depth) for move in position.legal_moves)
    value, _ = truth(position)
    return Analysis(
        position=position, value=value, is_exact=True, moves=moves, line=(), nodes=0, seconds=0.0
    )


def _evaluated(move: Move, after: Position, depth: SolveDepth) -> MoveValue:
    value, plies = truth(after)
    has_plies = bool(value) and depth in (SolveDepth.DISTANCES, SolveDepth.QUICKEST)
    total = plies + 1 if has_plies and plies is not None else None
    return MoveValue(move=move, value=value, plies=total, is_exact=True)


@lru_cache(maxsize=200_000)
def truth(position: Position) -> tuple[float, int | None]:
    """The value, and the plies to the end; None if chance is involved."""
    if position.outcome:
        return position.outcome.value, 0
    after = [truth(position.play(move)) for move in position.legal_moves]
    if position.to_move == "chance":
        return sum(value for value, _ in after) / len(after), None
    sign = 1 if position.to_move is Player.X else -1
    value = max(value * sign for value, _ in after)
    plies = [plies for other, plies in after if other * sign == value]
    if None in plies:
        return value * sign, None
    choose = min if value > 0 else max
    return value * sign, 1 + choose(ply for ply in plies if ply is not None)
