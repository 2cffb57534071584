"""The code and the oracle agree at every ply of random games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Position, Rules
from tests import oracle
from tests.strategies import (
    ALL,
    Walk,
    any_rules,
    game_of,
    move_of,
    random_walk,
    row_of,
    walks,
    where_of,
)


def agree(position: Position) -> None:
    """Check that code and oracle agree on all that decides how the game continues."""
    game, where = game_of(position.rules), where_of(position)
    assert position.legal_moves == tuple(map(move_of, oracle.legal_moves(game, where)))
    assert position.open_squares == tuple(oracle.open_squares(game, where))
    assert position.has_loop == (oracle.pending_loop(where) is not None)
    over = oracle.termination(game, where)
    assert (position.outcome and position.outcome.termination) == over
    assert position.to_move == (None if over else oracle.to_move(game, where))
    assert sorted(map(row_of, position.lines)) == oracle.lines(game, where)
    if position.outcome is not None:
        assert position.outcome.points == oracle.points(game, where)


def agree_on(walk: Walk) -> None:
    where: oracle.Where = ()
    for move, position in zip((None, *walk.moves), walk.positions, strict=True):
        if move is not None:
            legal = oracle.legal_moves(game_of(position.rules), where)
            where = oracle.play(where, next(each for each in legal if move_of(each) == move))
        assert where_of(position) == where
        agree(position)


@pytest.mark.parametrize("rules", ALL)
def test_the_same_games_under_every_preset_and_others(rules: str) -> None:
    for seed in range(6):
        agree_on(random_walk(Rules.parse(rules), seed, mood=("any", "loops", "trees")[seed % 3]))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ALL)
def test_a_thousand_games_under_every_preset_and_others(rules: str) -> None:
    for seed in range(1000, 2000):
        agree_on(random_walk(Rules.parse(rules), seed, mood=("any", "loops", "trees")[seed % 3]))


@given(walks())
def test_the_same_on_any_walk(walk: Walk) -> None:
    agree_on(walk)


@given(any_rules(), st.integers(0, 2**32 - 1))
def test_the_same_under_any_switches(rules: Rules, seed: int) -> None:
    agree_on(random_walk(rules, seed))
