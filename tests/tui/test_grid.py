"""The geometry of the board in characters."""

import unicodedata
from itertools import product

import pytest

from qttt.game import Board
from qttt.tui.grid import Grid, wall

ROOM = (52, 21)
"""The room for the board in a terminal of 80×24."""

SIDES = range(2, 9)


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6])
def test_boards_up_to_6_fit_into_a_small_terminal(side: int) -> None:
    width, height = Grid.fitting(Board(side, side), *ROOM).size
    assert width <= ROOM[0]
    assert height <= ROOM[1]


@pytest.mark.parametrize("side", [3, 4, 5])
def test_boards_up_to_5_have_room_for_drawn_marks(side: int) -> None:
    grid = Grid.fitting(Board(side, side), *ROOM)
    assert grid.height >= 3
    assert grid.width >= 2 * grid.height + 2, "a drawing and its subscript"
    assert grid.slots >= 6


@pytest.mark.parametrize("room", [ROOM, (30, 10), (120, 60)])
@pytest.mark.parametrize("side", SIDES)
def test_every_place_is_found_again(side: int, room: tuple[int, int]) -> None:
    grid = Grid.fitting(Board(side, side), *room)
    for square, slot in product(grid.board.squares, range(grid.slots)):
        (left, top), (right, down) = grid.corner(square), grid.slot(slot)
        x, y = left + right, top + down
        assert 0 <= right < grid.width
        assert 0 <= down < grid.height
        assert (grid.square_at(x, y), grid.slot_at(x, y)) == (square, slot)


def test_slots_do_not_touch() -> None:
    grid = Grid.fitting(Board(4, 4), *ROOM)
    places = {grid.slot(number) for number in range(grid.slots)}
    assert len(places) == grid.slots
    longest = len("X₁₆?")
    assert grid.pitch >= longest


def test_nothing_is_beyond_the_edge() -> None:
    grid = Grid.fitting(Board(3, 3), *ROOM)
    width, height = grid.size
    assert grid.square_at(width, 0) is None
    assert grid.slot_at(0, height) is None
    assert grid.square_at(width - 2, height - 2) == 8


def test_a_region_holds_the_walls_around_its_square() -> None:
    grid = Grid(Board(3, 3), 13, 5)
    assert grid.region(4) == (14, 6, 15, 7)


def test_walls_match_their_unicode_names() -> None:
    words = {"UP": 0, "RIGHT": 1, "DOWN": 2, "LEFT": 3, "VERTICAL": 4, "HORIZONTAL": 5}
    for arms in product(range(3), repeat=4):
        if not any(arms):
            assert wall(*arms) == " "
            continue
        name = unicodedata.name(wall(*arms)).removeprefix("BOX DRAWINGS ")
        assert read(name, words) == arms


def read(name: str, words: dict[str, int]) -> tuple[int, ...]:
    """Parse a Unicode name: ``RIGHT HEAVY AND LEFT DOWN LIGHT``, ``LIGHT UP AND LEFT``."""
    found, waiting, weight = [0] * 6, [], 0
    parts = name.split()
    leads = parts[0] in ("LIGHT", "HEAVY")
    for word in parts:
        if word in words:
            waiting.append(words[word])
            if leads:
                found[words[word]] = weight
        elif word != "AND":
            weight = 1 if word == "LIGHT" else 2
            if not leads:
                for place in waiting:
                    found[place] = weight
                waiting.clear()
    up, right, down, left, vertical, horizontal = found
    return max(up, vertical), max(right, horizontal), max(down, vertical), max(left, horizontal)
