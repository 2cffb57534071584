"""A single game plays legal actions and rejects others."""

import pickle
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest

from qttt.envs import CHANCE, TERMINAL, O, SingleGame, X
from qttt.game import IllegalMoveError, Position, Rules
from tests.envs.walks import legal_of


def test_a_game_from_beginning_to_end() -> None:
    game = SingleGame()
    assert game.player == X
    assert len(game.legal_actions) == 36
    assert [game.step(action) for action in (1, 1, 0)] == [O, X, X]
    assert str(game.position) == "2/1"
    assert game.rewards == (0.0, 0.0)
    while not game.is_over:
        game.step(game.sample())
        assert np.array_equal(np.flatnonzero(legal_of(game.position)), game.legal_actions)
    assert game.legal_actions == ()
    x, o = game.rewards
    outcome = game.position.outcome
    assert outcome
    assert x == -o == outcome.points.x - outcome.points.o


def test_the_caller_can_decide_for_chance() -> None:
    game = SingleGame(Rules.preset("qubic3"), ask_chance=True)
    assert (game.step(1), game.step(1)) == (O, CHANCE)
    assert game.legal_actions == (0, 9)
    assert game.step(np.int64(9)) == X  # type: ignore[arg-type]
    assert str(game.position) == "1/2"


def test_an_illegal_action_is_rejected() -> None:
    game = SingleGame()
    game.step(1)
    with pytest.raises(IllegalMoveError, match="22 is not legal in 12: a quantum mark needs two"):
        game.step(9)
    for action in (-1, 45, 1 << 40, 1.5):
        with pytest.raises(ValueError, match=f"^no action {action}: a 3×3 board has actions 0"):
            game.step(action)  # type: ignore[arg-type]
    assert str(game.position) == "12"
    game.load(Position.after((0, 3), (2, 3), (3, 4), (4, 8), (4, 8)))
    while game.step(game.legal_actions[0]) != TERMINAL:
        pass
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.step(1)


@pytest.mark.parametrize("copied", [deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_is_independent_and_continues_identically(
    copied: Callable[[SingleGame], SingleGame],
) -> None:
    game = SingleGame(Rules.preset("qubic3"), seed=4)
    game.step(3)
    twin = copied(game)
    while not twin.is_over:
        twin.step(twin.sample())
    assert str(game.position) == "14"
    while not game.is_over:
        game.step(game.sample())
    assert (game.position, game.rewards) == (twin.position, twin.rewards)
    assert copied(game).rewards == game.rewards
