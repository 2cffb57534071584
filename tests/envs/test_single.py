"""A single game plays legal actions and rejects others."""

import pickle
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from qttt.envs import CHANCE, TERMINAL, Batch, O, SingleGame, X
from qttt.game import IllegalMoveError, Position, Rules, RulesError
from tests.envs.walks import legal_of

WRONG_TYPES: dict[str, Any] = {"'8'": "8", "8.0": 8.0, "1.5": 1.5, "True": True, "None": None}
"""By their text."""


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
    assert game.step(np.int64(9)) == X
    assert str(game.position) == "1/2"


def test_an_illegal_action_is_rejected() -> None:
    game = SingleGame()
    game.step(1)
    with pytest.raises(IllegalMoveError, match="22 is not legal in 12: a quantum mark needs two"):
        game.step(9)
    for action in (-1, 45, 1 << 40):
        with pytest.raises(ValueError, match=f"^no action {action}: a 3×3 board has actions 0"):
            game.step(action)
    for wrong in WRONG_TYPES:
        with pytest.raises(TypeError, match=f"^an action is an integer, not {re.escape(wrong)} of"):
            game.step(WRONG_TYPES[wrong])
    assert str(game.position) == "12"
    game.load(Position.after((0, 3), (2, 3), (3, 4), (4, 8), (4, 8)))
    while game.step(game.legal_actions[0]) != TERMINAL:
        pass
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.step(1)


def test_rules_are_also_text() -> None:
    assert SingleGame("qubic3").rules == Batch("qubic3").rules == Rules.preset("qubic3")
    with pytest.raises(RulesError, match="unknown preset 'chess'"):
        Batch("chess")
    with pytest.raises(TypeError, match=r"^rules must be Rules or a text such as 'krist', not 3$"):
        Rules.of(3)  # type: ignore[arg-type]


def test_a_copy_is_reset_as_the_original() -> None:
    game = SingleGame("qubic3", seed=1, first=5)
    twin = deepcopy(game)
    game.reset(seed=9)
    twin.reset(seed=9)
    assert [game.step(game.sample()) for _ in range(8)] == [
        twin.step(twin.sample()) for _ in range(8)
    ]


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
