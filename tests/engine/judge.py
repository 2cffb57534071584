"""What positions are worth, by trying every game to its end under the rules of ``tests.oracle``."""

from typing import NamedTuple

from tests import oracle
from tests.oracle import Game, Where


class Worth(NamedTuple):
    """Points of X minus points of O, and how many plies the game still lasts.

    Who is better off hurries and the other delays; None for a draw, and where chance decides.
    """

    value: float
    plies: int | None


class Judge:
    """Plain minimax for one set of rules; it remembers every position that it has seen."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[Where, Worth] = {}

    def worth(self, where: Where) -> Worth:
        if where not in self._known:
            self._known[where] = self._search(where)
        return self._known[where]

    def after(self, where: Where) -> list[Worth]:
        """What each legal move is worth, itself counted as a ply."""
        return [
            self._one_more(self.worth(oracle.play(where, move)))
            for move in oracle.legal_moves(self._game, where)
        ]

    def _search(self, where: Where) -> Worth:
        choices = self.after(where)
        if not choices:
            x, o = oracle.points(self._game, where)
            return self._end(x - o)
        decider = oracle.to_move(self._game, where)
        if decider == "chance":
            return Worth(sum(each.value for each in choices) / len(choices), None)
        return max(choices, key=lambda each: merit(each, decider))

    def _end(self, value: float) -> Worth:
        counted = value != 0 and self._game.chooser != "chance"
        return Worth(value, 0 if counted else None)

    def _one_more(self, worth: Worth) -> Worth:
        return worth if worth.plies is None else Worth(worth.value, worth.plies + 1)


def merit(worth: Worth, player: str) -> tuple[float, int]:
    """Orders what a player can choose from, the best last."""
    value = worth.value if player == "X" else -worth.value
    plies = worth.plies or 0
    return value, -plies if value > 0 else plies
