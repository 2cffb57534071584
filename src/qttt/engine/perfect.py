"""Perfect moves, and among equal ones those that a human finds hardest to answer.

Every draw comes from the caller's ``random.Random``: the same seed plays the same game.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Protocol

from qttt.game import Collapse, Move, Placement, Position

from .solver import Analysis, Depth, solve


class Solve(Protocol):
    """Who tells the levels the truth about a position: ``engine.solve``, or a stand-in for it."""

    def __call__(self, position: Position, *, depth: Depth = ...) -> Analysis:
        """The value of ``position`` and its best moves, exactly, and what else ``depth`` says."""


CANDIDATES = 4
"""How many of the equal best moves are compared; it bounds the cost of a perfect move."""


def trickiest(analysis: Analysis, rng: Random, *, solve: Solve = solve) -> tuple[Move, ...]:
    """Of the best moves, those after which a human opponent goes wrong most easily.

    ``analysis.best`` comes first: the value, then the fastest win or the longest defence, which
    ``Depth.QUICKEST`` finds out. Among those the largest ``pitfalls`` counts. Moves that a symmetry
    of the position carries into each other are equal and compared once; if more than
    ``CANDIDATES`` are left, ``rng`` draws that many. Openings are not compared: so far from the
    end it would cost most and tell least.
    All the moves that are equal in the end are returned, in the order of ``analysis.best``.
    """
    position, groups = analysis.position, _alike(analysis.position, analysis.best)
    if len(groups) == 1 or not position.marks:
        return analysis.best
    if len(groups) > CANDIDATES:
        groups = rng.sample(groups, CANDIDATES)
    scores = [pitfalls(position, group[0], solve=solve) for group in groups]
    scored = zip(groups, scores, strict=True)
    kept = {move for group, score in scored if score == max(scores) for move in group}
    return tuple(move for move in analysis.best if move in kept)


def pitfalls(position: Position, move: Move, *, solve: Solve = solve) -> Fraction:
    """The share of the opponent's next choices after ``move`` that lose value for them.

    Only value counts, not speed. If ``move`` leaves the next decision with its own player too (a
    collapse and then a placement, or a loop that its closer collapses), the first best move is
    made there. Where a coin decides, the mean of its two sides is taken. A finished game has no
    pitfalls. Costs one ``solve``, two if there is such a decision or coin in between.
    """
    return _pitfalls(position.play(move), position.to_move, solve)


def _pitfalls(position: Position, mover: str | None, solve: Solve) -> Fraction:
    decider = position.to_move
    if decider is None:
        return Fraction(0)
    if decider == "chance":
        sides = [_pitfalls(position.play(side), mover, solve) for side in position.legal_moves]
        return sum(sides, Fraction(0)) / len(sides)
    analysis = solve(position, depth=Depth.BEST)
    if decider == mover:
        return _pitfalls(position.play(analysis.best[0]), mover, solve)
    return 1 - Fraction(len(analysis.best), len(analysis.moves))


def _alike(position: Position, moves: Sequence[Move]) -> list[list[Move]]:
    """The moves in groups that a symmetry of the position carries into each other."""
    symmetries = position.rules.board.symmetries()
    fixing = [symmetry for symmetry in symmetries if position.mapped(symmetry) == position]
    groups: dict[tuple[int, ...], list[Move]] = {}
    for move in moves:
        least = min(tuple(_mapped(move, symmetry)) for symmetry in fixing)
        groups.setdefault(least, []).append(move)
    return list(groups.values())


def _mapped(move: Move, symmetry: tuple[int, ...]) -> Move:
    if isinstance(move, Collapse):
        return Collapse(symmetry[move.square])
    return Placement(symmetry[move[0]], symmetry[move[1]])
