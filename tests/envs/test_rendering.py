"""Pictures of positions, and the imports of the package."""

import subprocess
import sys

import numpy as np
import pytest

from qttt import Position, Rules, read
from qttt.envs.arrays import Bytes
from qttt.envs.rendering import render_pixels
from qttt.notation.theme import LIGHT, Layout


def rgb(name: str) -> tuple[int, ...]:
    return tuple(int(LIGHT[name][i : i + 2], 16) for i in (1, 3, 5))


def has(window: Bytes, name: str) -> bool:
    """Return whether some pixels have exactly this colour."""
    return bool((window == rgb(name)).all(axis=-1).sum() > 3)


def tile(picture: Bytes, position: Position, square: int) -> Bytes:
    """Return the pixels of one square."""
    layout = Layout.of(position.rules.board, coordinates=False)
    scale = picture.shape[1] / layout.size.x
    x, y = (int(n * scale) for n in layout.corner(square))
    side = int(100 * scale)
    window: Bytes = picture[y : y + side, x : x + side]
    return window


@pytest.mark.parametrize(("size", "dark"), [(480, False), (96, False), (300, True)])
def test_a_picture_has_the_shape_of_its_board(size: int, dark: bool) -> None:
    position = Position(Rules.parse("krist rows=2 cols=4"))
    picture = render_pixels(position, size, dark=dark)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (size, 3)
    assert picture.shape[0] == pytest.approx(size * 222 / 434, abs=2)


def test_marks_are_drawn_in_their_squares() -> None:
    position = read("12 25 59 15 @5 34 36").position
    picture = render_pixels(position)
    for square in position.rules.board.squares:
        window = tile(picture, position, square)
        marks = {mark for mark, pair in position.quantum.items() if square in pair}
        marks |= {position.classical[square]} if square in position.classical else set()
        assert has(window, "x") == any(mark % 2 for mark in marks)
        assert has(window, "o") == any(not mark % 2 for mark in marks)


def test_a_pending_loop_and_a_line_are_highlighted() -> None:
    assert has(render_pixels(read("12 25 59 15").position, 960), "glow")
    ended = read("12 12 @1 45 45 @4 78 78 @7").position
    between = tile(render_pixels(ended), ended, 1)[-3:]
    assert len(np.unique(between.reshape(-1, 3), axis=0)) > 1


def test_the_same_position_gives_the_same_picture() -> None:
    position = read("12 25 59 15").position
    assert np.array_equal(render_pixels(position), render_pixels(position))
    assert not np.array_equal(render_pixels(position), render_pixels(Position()))


def test_a_picture_too_small() -> None:
    with pytest.raises(ValueError, match=r"^size must be at least 16 pixels, not 8$"):
        render_pixels(Position(), 8)


def test_importing_the_environments_imports_numpy_only() -> None:
    program = "import sys, qttt.envs, qttt.envs.values, qttt.envs.text; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    heavy = {"gymnasium", "pettingzoo", "pyspiel", "pyarrow", "PIL", "resvg_py"}
    assert "numpy" in done.stdout.split()
    assert heavy.isdisjoint(done.stdout.split())
