"""Random games by the rules in Python, as a reference for the environments."""

import random
from collections.abc import Iterator

import numpy as np

from qttt.envs import CHANCE, TERMINAL, O, X, action_count, action_of
from qttt.envs.arrays import Bytes, Flags
from qttt.game import Collapse, Move, Player, Position, Rules

SEATS = {Player.X: X, Player.O: O, "chance": CHANCE, None: TERMINAL}


def game(rules: Rules, rng: random.Random) -> Iterator[tuple[Position, Move]]:
    """Yield each position and move of a random game; half of the games avoid loops."""
    position, avoids_loops = Position(rules), rng.random() < 0.5
    while moves := position.legal_moves:
        move = rng.choice(moves)
        if avoids_loops and position.play(move).has_loop:
            move = rng.choice(moves)
        yield position, move
        position = position.play(move)


def legal_of(position: Position) -> Flags:
    """Return the mask of legal actions."""
    board = position.rules.board
    legal = np.zeros(action_count(board), np.bool_)
    for move in position.legal_moves:
        legal[action_of(board, move)] = True
    return legal


def observation_of(position: Position) -> Bytes:
    """Return the observation, computed from its documentation."""
    board = position.rules.board
    planes = np.zeros((board.size + 3, board.size), np.uint8)
    for mark, place in enumerate(position.marks):
        planes[mark, [place] if isinstance(place, int) else list(place)] = 1
    for move in position.legal_moves:
        if isinstance(move, Collapse):
            planes[board.size, move.square] = 1
    planes[board.size + 1, list(position.classical)] = 1
    planes[board.size + 2] = position.to_move is Player.X
    return planes.reshape(-1, board.rows, board.cols)


def lead_of(position: Position) -> float:
    """Return X's points minus O's once the game is over, before that 0."""
    return position.outcome.points.x - position.outcome.points.o if position.outcome else 0.0
