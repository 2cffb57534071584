"""Rules arguments and render modes shared by the environments."""

from typing import Final

from qttt.game import Position, Rules
from qttt.notation import board_text

from .raster import Pixels, render_pixels

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]


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


def rules_of(rules: Rules | str) -> Rules:
    """Return rules, parsing them if they are text."""
    return Rules.parse(rules) if isinstance(rules, str) else rules
