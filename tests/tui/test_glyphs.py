"""Large marks."""

import pytest

from qttt.game import Player
from qttt.tui.glyphs import MIN_HEIGHT, large_mark

HEIGHTS = range(MIN_HEIGHT, 10)


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("player", list(Player))
def test_marks_have_their_height_and_are_twice_as_wide(player: Player, height: int) -> None:
    for drawing in (large_mark(player, height), large_mark(player, height, is_pale=True)):
        assert len(drawing) == height
        assert max(map(len, drawing)) == 2 * height


@pytest.mark.parametrize("height", HEIGHTS)
def test_no_two_marks_look_alike(height: int) -> None:
    drawings = [
        large_mark(player, height, is_pale=is_pale)
        for is_pale in (False, True)
        for player in Player
    ]
    assert len(set(drawings)) == 4
    middle = height // 2
    assert large_mark(Player.O, height)[middle].strip("█▀▄"), "a ring is empty in the middle"


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("player", list(Player))
def test_marks_are_symmetric(player: Player, height: int) -> None:
    lines = [line.ljust(2 * height) for line in large_mark(player, height)]
    assert lines == [line[::-1] for line in lines]
    upside_down = str.maketrans("▀▄", "▄▀")
    assert lines == [line.translate(upside_down) for line in reversed(lines)]
