"""Symmetries of arrays agree with symmetries of positions."""

import random

import numpy as np
import pytest

from qttt.envs import places_of
from qttt.envs.symmetry import symmetries
from qttt.envs.values import ValueOracle
from qttt.game import Rules
from tests.envs.walks import game, legal_of, observation_of


@pytest.mark.parametrize("text", ["goff", "no-pair-loops", "krist", "goff rows=2 scoring=winner"])
def test_arrays_transform_as_positions_do(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(1)
    for position, _ in game(rules, rng):
        places = places_of([position], rules)
        for squares, each in zip(rules.board.symmetries(), symmetries(rules.board), strict=True):
            turned = position.transformed(squares)
            assert np.array_equal(
                each.observations(observation_of(position)), observation_of(turned)
            )
            assert np.array_equal(each.per_action(legal_of(position)), legal_of(turned))
            assert np.array_equal(each.places(places), places_of([turned], rules))


def test_action_values_transform_with_the_board() -> None:
    values, rng = ValueOracle(), random.Random(2)
    for position, _ in game(values.rules, rng):
        places = places_of([position], values.rules)
        solved = values.solve(places)
        for symmetry in symmetries(values.rules.board):
            turned = values.solve(symmetry.places(places))
            assert turned.values == solved.values
            expected = symmetry.per_action(solved.action_values)
            assert np.array_equal(turned.action_values, expected, equal_nan=True)
