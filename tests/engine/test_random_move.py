"""A random move is one of the legal moves, found without listing them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import random_move
from qttt.game import Placement, Position, Rules
from tests.strategies import positions


@given(position=positions(), seed=st.integers(0, 99))
def test_it_is_the_choice_among_the_legal_moves(position: Position, seed: int) -> None:
    if not position.legal_moves:
        with pytest.raises(ValueError, match="the game is over"):
            random_move(position, Random(seed))
        return
    assert random_move(position, Random(seed)) == Random(seed).choice(position.legal_moves)


@pytest.mark.parametrize("rules", ["krist", "krist rows=2 cols=4", "no-pair-loops", "classic3"])
def test_every_legal_move_is_drawn(rules: str) -> None:
    position = Position(Rules.parse(rules))
    if rules == "no-pair-loops":
        position = position.play(Placement(1, 3)).play(Placement(0, 8)).play(Placement(7, 8))
    drawn = {random_move(position, Random(seed)) for seed in range(2_000)}
    assert drawn == {*position.legal_moves}


def test_large_boards_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a loop, with two moves, is."""
    position = Position(Rules.parse("krist rows=26 cols=26"))
    created = 0
    create = Placement.__new__

    def counted(kind: type[Placement], a: int, b: int) -> Placement:
        nonlocal created
        created += 1
        return create(kind, a, b)

    monkeypatch.setattr(Placement, "__new__", counted)
    rng = Random(5)
    for _ in range(60):
        position = position.play(random_move(position, rng))
    assert 0 < created < 300
