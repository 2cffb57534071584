"""The truth about small positions by plain minimax: a double of ``engine.solve`` to inject."""

from functools import lru_cache

from qttt.engine import Analysis, Depth, MoveValue
from qttt.game import Move, Player, Position


def solve(position: Position, *, depth: Depth = Depth.DISTANCES) -> Analysis:
    """As ``engine.solve``; only for boards and positions that Python can search."""
    moves = tuple(_judged(move, position.play(move), depth) for move in position.legal_moves)
    value, _ = truth(position)
    return Analysis(
        position=position, value=value, exact=True, moves=moves, line=(), nodes=0, seconds=0.0
    )


def _judged(move: Move, after: Position, depth: Depth) -> MoveValue:
    value, plies = truth(after)
    is_wanted = bool(value) and depth in (Depth.DISTANCES, Depth.QUICKEST)
    counted = plies + 1 if is_wanted and plies is not None else None
    return MoveValue(move=move, value=value, plies=counted, exact=True)


@lru_cache(maxsize=200_000)
def truth(position: Position) -> tuple[float, int | None]:
    """The value, and the plies to the end; None for these where chance is involved."""
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
    wanted = min if value > 0 else max
    return value * sign, 1 + wanted(each for each in plies if each is not None)
