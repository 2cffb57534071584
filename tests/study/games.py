"""Rules that are solved quickly, and games with mistakes."""

from random import Random

from hypothesis import settings

from qttt.engine import solve
from qttt.game import Node, Position, Rules
from qttt.study import Evaluation, MoveEvaluation
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
"""For properties that solve a whole game in every example."""


def plain(position: Position) -> Evaluation:
    """Evaluate by plain minimax, without kernel and table."""
    analysis = minimax.solve(position)
    moves = {m.move: MoveEvaluation(m.value, m.plies) for m in analysis.moves}
    return Evaluation(position, analysis.value, moves, analysis.best, ())


def game_with_mistakes(rules: Rules, seed: int, random_move_rate: float = 0.3) -> Node:
    """The last node of a game of best moves, mixed with random ones."""
    rng = Random(seed)
    node = Node(Position(rules))
    while moves := node.position.legal_moves:
        if rng.random() > random_move_rate:
            moves = solve(node.position).best
        node = node.play(rng.choice(moves))
    return node
