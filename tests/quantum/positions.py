"""Positions with circuits, and the expected bits of their wires."""

from collections.abc import Iterator, Mapping
from random import Random

from qttt.game import Node, Position, Rules
from qttt.quantum.circuit import Wire

PAIR = Position.after((0, 1), (0, 1), rules=Rules.preset("qubic3"))
STEM = Position.after((0, 1), (1, 4), (4, 8), (0, 4), rules=Rules.preset("qubic3"))


def random_positions(rules: Rules, games: int, seed: int = 0) -> Iterator[Position]:
    """Every position of random games."""
    rng = Random(seed)
    for _ in range(games):
        node = Node(Position(rules))
        while moves := node.position.legal_moves:
            node = node.play(rng.choice(moves))
            yield node.position


def bit_of(wire: Wire, reality: Mapping[int, int], position: Position) -> str:
    """The bit of a wire in a reality: 1 for an empty square, or a mark's second square."""
    if wire.kind == "square":
        return str(int(wire.number not in reality.values()))
    return str(int(reality[wire.number] == max(position.quantum[wire.number])))
