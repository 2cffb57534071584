"""Random playouts: both builds agree, and their means match those of the full game tree."""

import math

import pytest

from qttt.engine.kernel import encode_places, encode_rules
from qttt.game import Placement, Position, Rules
from tests.kernel.games import different_positions
from tests.kernel.kernels import native
from tests.kernel.wasm import wasm
from tests.strategies import ALL

GAMES = 300_000
SIGMAS = 5


@pytest.mark.parametrize("text", ALL)
def test_the_same_seed_is_the_same_games(text: str) -> None:
    rules = Rules.parse(text)
    number = encode_rules(rules)
    for seed, position in enumerate(different_positions(rules, 1, 5)):
        places = encode_places(position)
        games = native().playouts(number, places, 2**64 - 1 - seed, 40)
        assert wasm().playouts(number, places, 2**64 - 1 - seed, 40) == games
        assert sum(games[2][2:]) == 40


def test_the_seed_advances_as_for_single_games() -> None:
    rules = encode_rules(Rules())
    together = native().playouts(rules, b"", 7, 100)
    seed, plies, sums = 7, 0, [0] * 5
    for _ in range(100):
        more, seed, totals = native().playouts(rules, b"", seed, 1)
        plies, sums = plies + more, [a + b for a, b in zip(sums, totals, strict=True)]
    assert (plies, seed, tuple(sums)) == together


def test_no_games_are_no_plies() -> None:
    for kernel in (native(), wasm()):
        for games in (0, -1, -(2**63)):
            assert kernel.playouts(encode_rules(Rules()), b"", 5, games) == (0, 5, (0,) * 5)


EXPECTED: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = (
    ("goff rows=2 cols=2 line=2 scoring=winner", ()),
    ("goff rows=2 cols=2 line=2 scoring=complete pair_loops=forbidden", ()),
    ("goff rows=2 cols=2 line=2 scoring=match last_square=empty ends=full", ()),
    ("krist rows=2 cols=2 last_square=empty", ()),
    ("goff rows=1 cols=4 line=3 scoring=winner", ()),
    ("classic3 rows=2 cols=3 line=2", ()),
    ("goff rows=2 cols=3 line=2 scoring=winner", ((0, 1), (1, 2), (2, 5))),
    ("goff rows=2 cols=3 line=3 scoring=match", ((0, 4), (0, 4))),
    ("krist rows=2 cols=3", ((0, 5), (1, 4), (0, 1))),
    ("goff", ((0, 1), (0, 1), (2, 3), (2, 4), (3, 4))),
)
WHOLE = ("goff rows=2 cols=3 line=2 scoring=winner", "krist rows=2 cols=3")


@pytest.mark.parametrize(("text", "pairs"), EXPECTED)
def test_the_mean_of_random_play(text: str, pairs: tuple[tuple[int, int], ...]) -> None:
    compare_means(start(text, pairs))


@pytest.mark.nightly
@pytest.mark.parametrize("text", WHOLE)
def test_the_mean_of_random_play_on_a_larger_board(text: str) -> None:
    compare_means(Position(Rules.parse(text)))


def start(text: str, pairs: tuple[tuple[int, int], ...]) -> Position:
    """Play placements; loops are collapsed on their first square."""
    position = Position(Rules.parse(text))
    for pair in pairs:
        if position.has_loop:
            position = position.play(position.legal_moves[0])
        position = position.play(Placement(*pair))
    return position


def compare_means(position: Position) -> None:
    """Compare plies, points and wins of 300,000 random games with their expectations."""
    rules, places = encode_rules(position.rules), encode_places(position)
    plies, _, (x, o, x_wins, o_wins, draws) = native().playouts(rules, places, 2026, GAMES)
    assert x_wins + o_wins + draws == GAMES
    expected = Expectation().of(position)
    for seen, (mean, square) in zip((plies, x / 2, o / 2, x_wins, o_wins), expected, strict=True):
        error = math.sqrt(max(square - mean * mean, 0) / GAMES)
        assert abs(seen / GAMES - mean) <= SIGMAS * error + ROUNDING, (seen / GAMES, mean, error)


ROUNDING = 1e-9
Moments = tuple[tuple[float, float], ...]
"""Means of plies, points of X and O, and wins of X and O; and of their squares."""


class Expectation:
    """The expectation of random play, by dynamic programming over all positions.

    Positions are identified by what matters for the rest of the game: places and players, and
    subscripts where relevant (see the label theorem in ``kernel/table.c``).
    """

    def __init__(self) -> None:
        self._known: dict[object, Moments] = {}

    def of(self, position: Position) -> Moments:
        if position.outcome:
            x, o = position.outcome.points
            return tuple((v, v * v) for v in (0.0, x, o, float(x > o), float(o > x)))
        key = position.has_loop or relevant_key(position)
        if key is True:
            return self._after(position)
        if key not in self._known:
            self._known[key] = self._after(position)
        return self._known[key]

    def _after(self, position: Position) -> Moments:
        moves = position.legal_moves
        each = [self.of(position.play(move)) for move in moves]
        (plies, square), *rest = (
            (sum(mean for mean, _ in row) / len(moves), sum(two for _, two in row) / len(moves))
            for row in zip(*each, strict=True)
        )
        return (plies + 1, square + 2 * plies + 1), *rest


def relevant_key(position: Position) -> object:
    early = 2 * (position.rules.line or position.rules.board.size)
    numbered = enumerate(position.marks, 1)
    return tuple(sorted((str(place), n % 2 if n <= early else n) for n, place in numbered))
