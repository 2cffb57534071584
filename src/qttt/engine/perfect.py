"""Perfect moves; among equal ones, those that are hardest for a human to answer.

All randomness comes from the caller's ``random.Random``.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Protocol

from qttt.game import Collapse, Move, Placement, Position

from .analysis import Analysis
from .kernel_api import SolveDepth
from .solver import solve


class SolveFunction(Protocol):
    """Type of ``engine.solve``, so that callers can substitute a cache or a test double."""

    def __call__(self, position: Position, *, depth: SolveDepth = ...) -> Analysis:
        """Solve ``position`` to at least ``depth``."""


CANDIDATES = 4
"""Maximum number of equal best moves to compare, which bounds the cost of a perfect move."""


def hardest_to_answer(
    analysis: Analysis, rng: Random, *, solve: SolveFunction = solve
) -> tuple[Move, ...]:
    """Return the best moves after which a human opponent errs most easily.

    They are those of ``analysis.best`` with the most ``pitfalls``, in the same order. Moves related
    by a symmetry of the position are compared once; if more than ``CANDIDATES`` classes remain,
    ``rng`` draws a sample. First moves of a game are not compared: that would cost most and matter
    least.
    ``analysis`` must be of ``SolveDepth.QUICKEST``, so that ``best`` is right.
    """
    position, groups = analysis.position, _orbits(analysis.position, analysis.best)
    if len(groups) == 1 or not position.marks:
        return analysis.best
    if len(groups) > CANDIDATES:
        groups = rng.sample(groups, CANDIDATES)
    scores = [pitfalls(position, group[0], solve=solve) for group in groups]
    scored = zip(groups, scores, strict=True)
    highest = {move for group, score in scored if score == max(scores) for move in group}
    return tuple(move for move in analysis.best if move in highest)


def pitfalls(position: Position, move: Move, *, solve: SolveFunction = solve) -> Fraction:
    """Return the share of the opponent's replies to ``move`` that lose value.

    Only value counts, not speed. If the same player moves again (a collapse and then a placement,
    or a loop that its closer collapses), they play their first best move. If a coin decides
    next, the result is the mean of its two sides. A finished game has no pitfalls. Costs one
    ``solve``, or two if there is such a move or coin in between.
    """
    return _pitfalls(position.play(move), position.to_move, solve)


def _pitfalls(position: Position, mover: str | None, solve: SolveFunction) -> Fraction:
    decider = position.to_move
    if decider is None:
        return Fraction(0)
    if decider == "chance":
        sides = [_pitfalls(position.play(side), mover, solve) for side in position.legal_moves]
        return sum(sides, Fraction(0)) / len(sides)
    analysis = solve(position, depth=SolveDepth.BEST)
    if decider == mover:
        return _pitfalls(position.play(analysis.best[0]), mover, solve)
    return 1 - Fraction(len(analysis.best), len(analysis.moves))


def _orbits(position: Position, moves: Sequence[Move]) -> list[list[Move]]:
    """Group moves that are equivalent under the symmetries of the position."""
    symmetries = position.rules.board.symmetries()
    fixing = [symmetry for symmetry in symmetries if position.transformed(symmetry) == position]
    groups: dict[tuple[int, ...], list[Move]] = {}
    for move in moves:
        key = min(tuple(_mapped(move, symmetry)) for symmetry in fixing)
        groups.setdefault(key, []).append(move)
    return list(groups.values())


def _mapped(move: Move, symmetry: tuple[int, ...]) -> Move:
    if isinstance(move, Collapse):
        return Collapse(symmetry[move.square])
    return Placement(symmetry[move[0]], symmetry[move[1]])
