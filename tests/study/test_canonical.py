"""Keys are equal for equivalent positions, which have equal values."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import SolveDepth, solve
from qttt.game import Position, Rules
from qttt.study.canonical import Key, canonical_key
from tests.strategies import ALL, positions, random_walk
from tests.study.games import QUICK


@given(positions(ALL), st.integers(0, 7))
def test_symmetric_positions_have_equal_keys(position: Position, number: int) -> None:
    symmetries = position.rules.board.symmetries()
    assert canonical_key(
        position.transformed(symmetries[number % len(symmetries)])
    ) == canonical_key(position)


def test_late_subscripts_matter_and_early_ones_do_not() -> None:
    assert have_equal_keys("goff", (0, 1, 2, 3, 4, 5), (4, 5, 0, 1, 2, 3))
    assert not have_equal_keys("goff", (0, 1, 2, 3), (1, 0, 2, 3))
    assert not have_equal_keys("goff", (0, 2, 3, 1, 4, 5, 7), (7, 2, 3, 1, 4, 5, 0))
    assert have_equal_keys("krist rows=3 cols=3", (0, 2, 3, 1, 4, 5, 7), (7, 2, 3, 1, 4, 5, 0))


def have_equal_keys(rules: str, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    first, second = (Position(Rules.parse(rules), marks) for marks in (one, other))
    return canonical_key(first) == canonical_key(second)


def test_positions_with_equal_keys_have_equal_values() -> None:
    for text in QUICK:
        rules = Rules.parse(text)
        groups: dict[Key, list[Position]] = defaultdict(list)
        for seed in range(25):
            for position in random_walk(rules, seed).positions[-8:-2]:
                groups[canonical_key(position)].append(position)
        for group in groups.values():
            assert len({solve(each, depth=SolveDepth.VALUE).value for each in group}) == 1
