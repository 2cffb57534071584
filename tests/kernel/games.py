"""Random rules and positions for the twin tests."""

import random
from collections.abc import Iterator

from qttt.engine.kernel import encode_places
from qttt.engine.kernel_api import MAX_SQUARES
from qttt.game import Move, Position, Rules
from qttt.game.board import MAX_SIDE
from qttt.game.rules import SWITCH_VALUES
from tests import oracle
from tests.strategies import ALL, PRESETS

TINY = tuple(text for text in ALL if len(oracle.parse_rules(text).squares) <= 6)
OTHERS = tuple(text for text in ALL if text not in PRESETS and text not in TINY)


SIZES = (6, 9, 9, 12, 16, 16, 25, MAX_SQUARES)
"""Size limits of boards of random rules; small boards are more frequent."""
PATIENCE = 200
"""Random games without a new position, after which all are taken to be known."""


def random_rules(rng: random.Random, sizes: tuple[int, ...] = SIZES) -> Rules:
    """Random valid switches on a board of at most 64 squares."""
    max_squares = rng.choice(sizes)
    while True:
        game = oracle.Game(
            rng.randint(1, min(max_squares, MAX_SIDE)),
            rng.randint(1, min(max_squares, MAX_SIDE)),
            rng.choice((None, 2, 3, 3, 4, 5, 8)),
            *(rng.choice(SWITCH_VALUES[name]) for name in SWITCH_VALUES),
        )
        if game.rows * game.cols <= max_squares and oracle.is_sound(game):
            return Rules(**game._asdict())


def different_positions(rules: Rules, seed: int, count: int) -> Iterator[Position]:
    """Different positions of random games, from the empty board to the end.

    Fewer than ``count`` if ``PATIENCE`` games in a row have no new one: tiny boards have few.
    """
    rng, seen, old_games = random.Random(seed), set[bytes](), 0
    while len(seen) < count and old_games < PATIENCE:
        old_games += 1
        for position in game(rules, rng):
            key = encode_places(position)
            if key not in seen:
                seen.add(key)
                old_games = 0
                yield position


def game(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """All positions of a random game. Half of the games avoid loops, to grow trees."""
    position, avoids_loops = Position(rules), rng.random() < 0.5
    yield position
    while moves := position.legal_moves:
        after = position.play(rng.choice(moves))
        if avoids_loops and after.has_loop:
            after = position.play(rng.choice(moves))
        yield after
        position = after


def encoded(move: Move) -> tuple[int, int]:
    """Encode a move as two numbers, independently of the code under test."""
    return (move[0], move[1]) if len(move) == 2 else (move[0], 255)
