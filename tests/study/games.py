"""Games to review: rules that are solved in an instant, and players who make mistakes."""

from random import Random

from hypothesis import settings

from qttt.engine import solve
from qttt.game import Node, Position, Rules
from qttt.study import Judgement, Worth
from tests.engine import minimax

QUICK = (
    "goff",
    "closer",
    "complete",
    "qubic3",
    "classic3",
    "goff ends=full",
    "goff scoring=winner",
    "krist rows=2 cols=2",
    "krist rows=2 cols=2 chooser=chance",
    "goff rows=2 line=2 pair_loops=forbidden scoring=complete",
)
"""Rules of every kind; the first position of each is solved in a tenth of a second."""


FEW = settings(max_examples=settings().max_examples // 4)
"""For laws of which every example is a game that is solved from its start."""


def plain(position: Position) -> Judgement:
    """The judgement of plain minimax, which knows neither kernel nor table."""
    told = minimax.solve(position)
    moves = {m.move: Worth(m.value, m.plies) for m in told.moves}
    return Judgement(position, told.value, moves, told.best, ())


def careless(rules: Rules, seed: int, carelessness: float = 0.3) -> Node:
    """The last node of a game in which a move is best, or now and then drawn at random."""
    rng = Random(seed)
    node = Node(Position(rules))
    while moves := node.position.legal_moves:
        if rng.random() > carelessness:
            moves = solve(node.position).best
        node = node.play(rng.choice(moves))
    return node
