"""In random positions, links touch no mark, no number and no name of a square."""

from random import Random

import pytest

from qttt import read
from tests.laws.crossings import Crossings, crossings, random_positions
from tests.selection import by_day, first_by_day

SEEDS = [*range(40)]


@pytest.mark.parametrize("seed", by_day(SEEDS[:1], SEEDS))
def test_links_touch_no_ink_on_3x3(seed: int) -> None:
    for position in random_positions(3, 50, Random(seed)):
        assert crossings(position)[:3] == (0, 0, 0), position


@pytest.mark.parametrize("seed", by_day(SEEDS[:1], SEEDS))
@pytest.mark.parametrize(("side", "share"), first_by_day(1, [(4, 0.01), (5, 0.1), (6, 0.2)]))
def test_links_touch_almost_no_ink_on_larger_boards(side: int, share: float, seed: int) -> None:
    """Two-digit numbers of crowded squares leave no way out."""
    count = 100 // side
    counts = [crossings(position) for position in random_positions(side, count, Random(seed))]
    assert sum(any(each[:3]) for each in counts) <= 1 + share * count
    assert not any(each.names for each in counts)


def test_a_crossing_is_counted() -> None:
    node = read("12 36 23 45")
    assert crossings(node.position) == Crossings(0, 0, 0, 0)
    assert crossings(read("19 37").position).links == 1
