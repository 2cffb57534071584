"""How the environments show a game: the modes that all of them have."""

from typing import Final

from qttt.game import Position, Rules
from qttt.notation import board_text

from .picture import Pixels, pixels

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]


def check_mode(mode: str | None) -> str | None:
    """The same mode. Raises ``ValueError`` if there is none such."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")
    return mode


def shown(position: Position, mode: str | None) -> str | Pixels | None:
    """The board as text or as pixels; ``human`` prints the text and returns None."""
    if mode == "rgb_array":
        return pixels(position)
    if mode == "ansi":
        return board_text(position)
    if mode == "human":
        print(board_text(position))
    return None


def rules_of(rules: Rules | str) -> Rules:
    """Rules, or those that ``Rules.parse`` reads: a preset and what differs from it."""
    return Rules.parse(rules) if isinstance(rules, str) else rules
