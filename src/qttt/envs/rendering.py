"""Rules arguments and render modes shared by the environments."""

from io import BytesIO
from typing import Final

import numpy as np
import numpy.typing as npt

from qttt.extras import requires_extra
from qttt.game import Position
from qttt.notation.png import svg_png
from qttt.notation.svg import board_svg
from qttt.notation.text import board_text

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]

Pixels = npt.NDArray[np.uint8]


def check_mode(mode: str | None) -> str | None:
    """Return ``mode``. Raises ``ValueError`` if there is no such render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"unknown render mode {mode!r}: choose from {', '.join(RENDER_MODES)}")
    return mode


def render(position: Position, mode: str | None) -> str | Pixels | None:
    """Render the board as text or pixels; ``human`` prints the text and returns None."""
    if mode == "rgb_array":
        return render_pixels(position)
    if mode == "ansi":
        return board_text(position)
    if mode == "human":
        print(board_text(position))
    return None


def render_pixels(position: Position, size: int = 480, *, dark: bool = False) -> Pixels:
    """Return the board without coordinates as uint8 of shape (height, ``size``, 3).

    The picture is the same on all machines: fonts of the system are not used. Cost on 3×3 at the
    default size: about 16 ms.

    Raises:
        ValueError: The size is below 16.
        MissingExtraError: The packages of the extra ``envs`` are not installed.
    """
    if size < 16:
        raise ValueError(f"size must be at least 16 pixels, not {size}")
    with requires_extra("envs"):
        from PIL import Image

        png = svg_png(board_svg(position, coordinates=False, dark=dark), size)
    return np.array(Image.open(BytesIO(png)).convert("RGB"))
