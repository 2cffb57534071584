"""Exact values by exhaustive search under the rules of ``tests.oracle``."""

from typing import NamedTuple

from tests import oracle
from tests.oracle import Game, Where


class Evaluation(NamedTuple):
    """X's points minus O's, and the plies to the end with fastest win and longest defence.

    ``plies`` is None for a draw, and if chance decides.
    """

    value: float
    plies: int | None


class Judge:
    """Plain minimax for one set of rules, with a cache."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cache: dict[Where, Evaluation] = {}

    def evaluate(self, where: Where) -> Evaluation:
        if where not in self._cache:
            self._cache[where] = self._search(where)
        return self._cache[where]

    def after(self, where: Where) -> list[Evaluation]:
        """The evaluation of each legal move, with plies counted from the position before it."""
        return [
            self._one_ply_earlier(self.evaluate(oracle.play(where, move)))
            for move in oracle.legal_moves(self._game, where)
        ]

    def _search(self, where: Where) -> Evaluation:
        choices = self.after(where)
        if not choices:
            x, o = oracle.points(self._game, where)
            return self._end(x - o)
        decider = oracle.to_move(self._game, where)
        if decider == "chance":
            return Evaluation(sum(choice.value for choice in choices) / len(choices), None)
        return max(choices, key=lambda each: sort_key(each, decider))

    def _end(self, value: float) -> Evaluation:
        counted = value != 0 and self._game.chooser != "chance"
        return Evaluation(value, 0 if counted else None)

    def _one_ply_earlier(self, after: Evaluation) -> Evaluation:
        return after if after.plies is None else Evaluation(after.value, after.plies + 1)


def sort_key(evaluation: Evaluation, player: str) -> tuple[float, int]:
    """Order evaluations for a player, best last."""
    value = evaluation.value if player == "X" else -evaluation.value
    plies = evaluation.plies or 0
    return value, -plies if value > 0 else plies
