"""Judgements of moves: what a move loses against the best one."""

from dataclasses import dataclass
from enum import StrEnum

from qttt.game import Move, Player
from qttt.game.arguments import checked

from .evaluation import Evaluation, margin_of_estimates


class Verdict(StrEnum):
    """Classification of a ply. Only ``LOSES`` and ``LUCK`` change the value of the position."""

    FORCED = "forced"
    """The only legal move."""
    BEST = "best"
    """No move is better, in value or in speed."""
    SLOWER = "slower"
    """Keeps the value, but delays the win."""
    SOONER = "sooner"
    """Keeps the value, but hastens the loss."""
    CLOSE = "close"
    """Estimates only: not the best, but the difference is not significant."""
    LOSES = "loses"
    """Loses value."""
    LUCK = "luck"
    """A coin decided."""


def classify(before: Evaluation, move: Move, cost: float, margin: float) -> Verdict:
    """Classify a move at ``before`` that costs its player ``cost`` points.

    Costs up to ``margin`` are not significant; it is 0 for exact values.
    """
    position = before.position
    if not isinstance(position.to_move, Player):
        return Verdict.LUCK
    if position.move_count == 1:
        return Verdict.FORCED
    if move in before.best:
        return Verdict.BEST
    if cost > margin:
        return Verdict.LOSES
    if margin:
        return Verdict.CLOSE
    if plies_lost(before, move) is None:
        return Verdict.BEST
    is_ahead = before.sign == (1 if position.to_move is Player.X else -1)
    return Verdict.SLOWER if is_ahead else Verdict.SOONER


def plies_lost(before: Evaluation, move: Move) -> int | None:
    """Return the plies that the game lasts longer than after a best move; None if unknown."""
    own, best = (
        before.moves[m].plies if m in before.moves else None for m in (move, before.best[0])
    )
    return None if own is None or best is None else own - best


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move compared with the best: its value (X minus O) and the points that it loses.

    ``is_exact``: the value is not estimated. ``is_certain``: nor is the loss.
    """

    move: Move
    value: float
    loss: float
    plies: int | None
    verdict: Verdict
    is_exact: bool = True
    is_certain: bool = True


@checked
def judge_moves(evaluation: Evaluation) -> tuple[Judgement, ...]:
    """Judge the evaluated moves, the best first; if a coin decides, no move loses anything."""
    mover, is_final = evaluation.position.to_move, evaluation.is_exact
    sign = 0 if not isinstance(mover, Player) else 1 if mover is Player.X else -1
    judged = []
    for move, (value, plies, is_exact) in evaluation.moves.items():
        cost = max(0.0, sign * (evaluation.value - value))
        margin = 0.0 if is_exact and is_final else margin_of_estimates(evaluation.position.rules)
        verdict = classify(evaluation, move, cost, margin)
        loss = cost if verdict is Verdict.LOSES else 0.0
        judged.append(Judgement(move, value, loss, plies, verdict, is_exact, is_exact and is_final))
    return tuple(sorted(judged, key=lambda j: (j.move not in evaluation.best, is_final and j.loss)))
