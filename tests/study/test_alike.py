"""Positions that are one problem: they have one key, and what has one key has one value."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import Depth, solve
from qttt.game import Position, Rules
from qttt.study.alike import Key, key
from tests.strategies import ALL, positions, random_walk
from tests.study.games import QUICK


@given(positions(ALL), st.integers(0, 7))
def test_turned_and_mirrored_positions_are_alike(position: Position, number: int) -> None:
    symmetries = position.rules.board.symmetries()
    assert key(position.mapped(symmetries[number % len(symmetries)])) == key(position)


def test_early_subscripts_do_not_matter_and_late_ones_do() -> None:
    assert alike("goff", (0, 1, 2, 3, 4, 5), (4, 5, 0, 1, 2, 3))
    assert not alike("goff", (0, 1, 2, 3), (1, 0, 2, 3))
    assert not alike("goff", (0, 2, 3, 1, 4, 5, 7), (7, 2, 3, 1, 4, 5, 0))
    assert alike("krist rows=3 cols=3", (0, 2, 3, 1, 4, 5, 7), (7, 2, 3, 1, 4, 5, 0))


def alike(rules: str, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    first, second = (Position(Rules.parse(rules), marks) for marks in (one, other))
    return key(first) == key(second)


def test_what_is_alike_has_one_value() -> None:
    for text in QUICK:
        rules = Rules.parse(text)
        known: dict[Key, list[Position]] = defaultdict(list)
        for seed in range(25):
            for position in random_walk(rules, seed).positions[-8:-2]:
                known[key(position)].append(position)
        for group in known.values():
            assert len({solve(each, depth=Depth.VALUE).value for each in group}) == 1
