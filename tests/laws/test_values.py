"""Positions, moves, rules and outcomes are values: comparison, copies, repr and pickling."""

import copy
import pickle
import random
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qttt.game
from qttt.game import Position, Rules
from tests import oracle
from tests.strategies import Walk, any_rules, game_of, marks_of, positions, walks, where_of

NAMES = {name: getattr(qttt.game, name) for name in qttt.game.__all__}


def read(text: str) -> object:
    return eval(text, dict(NAMES))


@given(walks())
def test_repr_evaluates_to_the_same(walk: Walk) -> None:
    last = walk.last
    assert read(repr(last)) == last
    for move in (*walk.moves[-2:], *last.legal_moves[:3]):
        again = read(repr(move))
        assert again == move
        assert type(again) is type(move)


@given(positions())
def test_str_is_where_each_mark_is(position: Position) -> None:
    assert str(position) == oracle.position_text(game_of(position.rules), where_of(position))


@given(positions())
def test_str_can_be_read_back(position: Position) -> None:
    where = oracle.parse_position(game_of(position.rules), str(position))
    assert Position(position.rules, marks_of(where)) == position


@given(walks())
def test_the_constructor_accepts_every_reachable_position(walk: Walk) -> None:
    for position in walk.positions:
        again = Position(position.rules, position.marks)
        assert again == position
        assert hash(again) == hash(position)
        assert again.legal_moves == position.legal_moves
        assert again.outcome == position.outcome


@given(walks())
def test_positions_are_equal_exactly_when_rules_and_marks_are(walk: Walk) -> None:
    for one in walk.positions:
        for other in walk.positions:
            same = one.marks == other.marks
            assert (one == other) is same
            assert not same or hash(one) == hash(other)
    assert len(set(walk.positions)) == len({position.marks for position in walk.positions})


@given(positions(("goff",)))
def test_the_same_marks_under_other_rules_are_another_position(position: Position) -> None:
    assert Position(Rules.preset("closer"), position.marks) != position


@given(positions())
def test_copies_and_pickles_are_equal(position: Position) -> None:
    for each in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert each == position
        assert hash(each) == hash(position)
        assert each.legal_moves == position.legal_moves
        assert each.outcome == position.outcome


@given(positions())
def test_moves_and_outcomes_pickle(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position.legal_moves)) == position.legal_moves
    assert pickle.loads(pickle.dumps(position.outcome)) == position.outcome
    assert pickle.loads(pickle.dumps(position.loop)) == position.loop


@given(positions(), st.sampled_from(("rules", "marks")))
def test_a_position_is_frozen(position: Position, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(position, name, getattr(position, name))


@given(any_rules())
def test_rules_can_be_written_and_read(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert read(repr(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert copy.deepcopy(rules) == rules
    assert hash(Rules.parse(str(rules))) == hash(rules)


@given(any_rules(largest=26))
def test_rules_of_big_boards_can_be_written_and_read(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


@given(any_rules(), st.randoms(use_true_random=False))
def test_switches_can_be_read_in_any_order(rules: Rules, rng: random.Random) -> None:
    preset, *changes = str(rules).split()
    rng.shuffle(changes)
    assert Rules.parse(" ".join([preset, *changes])) == rules


@given(any_rules())
def test_rules_can_be_read_with_every_switch_written_out(rules: Rules) -> None:
    game = game_of(rules)
    switches = [f"{name}={value}" for name, value in game._asdict().items()]
    assert Rules.parse(" ".join(["goff", *switches])) == rules
