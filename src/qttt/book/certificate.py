"""Certificates of the value: a strategy for each player that programs without a solver can check.

A certificate proves that the value of ``goff`` is +½: a strategy of X that never gets less, and one
of O that never gives more. Format: ``docs/book/certificate.md``.
"""

from dataclasses import dataclass, field

from qttt.engine import Solver
from qttt.engine.verify import position_key
from qttt.game import Player, Position, Rules

MAGIC = b"QTTT certificate 1\n"
BOUND = 0.5
"""The value of ``goff``, in points."""


@dataclass
class _Walk:
    """Walks through all games in which ``player`` follows the strategy that it writes."""

    player: Player
    solver: Solver
    moves: bytearray = field(default_factory=bytearray)
    seen: set[int] = field(default_factory=set)

    def visit(self, position: Position) -> None:
        """Write the strategy from here on, unless a position of the same class was visited."""
        if position.outcome:
            return
        if not position.has_loop:
            key = position_key(position)
            if key in self.seen:
                return
            self.seen.add(key)
        moves = position.legal_moves
        if position.to_move == self.player:
            index = self._choose(position)
            self.moves.append(index)
            moves = moves[index : index + 1]
        for move in moves:
            self.visit(position.play(move))

    def _choose(self, position: Position) -> int:
        """Return the index of a move that keeps the bound and leads to few positions."""
        sign = 1 if self.player is Player.X else -1
        moves = self.solver.solve(position).moves
        good = [n for n, analysis in enumerate(moves) if sign * (analysis.value - BOUND) >= 0]
        return min(good, key=lambda n: self._cost(position, n, moves[n].plies))

    def _cost(self, position: Position, number: int, plies: int | None) -> tuple[float, ...]:
        after = position.play(position.legal_moves[number])
        return (not after.has_loop, plies or 99, number)


def strategy(player: Player) -> bytes:
    """Return a strategy of ``player`` that keeps the value of ``goff``: a byte for each decision.

    A byte is the index of the move in the list of legal moves. The order of the decisions is that
    of a walk through all games, deepest first, which visits one position of each class under
    symmetry and the label theorem.
    """
    rules = Rules()
    walk = _Walk(player, Solver(rules, entries=1 << 20))
    walk.visit(Position(rules))
    return bytes(walk.moves)


def certificate(x: bytes, o: bytes) -> bytes:
    """Return the file with the strategies of both players."""
    return MAGIC + b"".join(len(part).to_bytes(4, "little") + part for part in (x, o))
