"""Moves, marks and players as values (R2, R3, R8)."""

import copy
import pickle

import pytest

from qttt.game import Collapse, Placement, Player, mark_name, player_of


def test_the_smaller_square_comes_first() -> None:
    assert Placement(4, 0) == Placement(0, 4)
    assert tuple(Placement(4, 0)) == (0, 4)
    assert hash(Placement(4, 0)) == hash(Placement(0, 4))


def test_a_placement_in_one_square_is_whole() -> None:
    assert Placement(4, 4).is_whole
    assert not Placement(0, 4).is_whole


def test_repr_of_moves() -> None:
    assert repr(Placement(4, 0)) == "Placement(0, 4)"
    assert eval(repr(Collapse(3)), {"Collapse": Collapse}) == Collapse(3)
    assert Collapse(3).square == 3


@pytest.mark.parametrize("move", [Placement(0, 4), Placement(4, 4), Collapse(4)])
def test_moves_can_be_copied(move: Placement | Collapse) -> None:
    for copied in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert copied == move
        assert type(copied) is type(move)


def test_a_placement_is_not_a_collapse() -> None:
    assert len({Placement(4, 4), Collapse(4), Placement(0, 4)}) == 3


def test_odd_marks_are_of_x_and_even_marks_of_o() -> None:
    assert " ".join(map(mark_name, range(1, 10))) == "X1 O2 X3 O4 X5 O6 X7 O8 X9"
    assert [player_of(mark) for mark in (1, 2, 24, 25)] == [Player.X, Player.O, Player.O, Player.X]


def test_players() -> None:
    assert (Player.X.other, Player.O.other) == (Player.O, Player.X)
    assert [str(player) for player in Player] == ["X", "O"]
