"""Large marks drawn with half blocks, two pixels per character."""

from functools import cache
from math import hypot

from qttt.game import Player

MIN_HEIGHT = 3
"""Below this height X and O cannot be distinguished; use letters instead."""

_PALE = str.maketrans("▀▄█", "▒▒▒")


@cache
def large_mark(player: Player, height: int, *, is_pale: bool = False) -> tuple[str, ...]:
    r"""Draw the mark of ``player``, ``height`` lines high and twice as wide; pale for previews.

    >>> print(*large_mark(Player.X, 4), *large_mark(Player.O, 3, is_pale=True), sep="\n")
    ██▄  ▄██
     ▀████▀
     ▄████▄
    ██▀  ▀██
    ▒▒▒▒▒▒
    ▒▒  ▒▒
    ▒▒▒▒▒▒
    """
    is_small, side = height == MIN_HEIGHT, 2 * height
    thickness = 1.6 if is_small else 2.0

    def is_on(x: float, y: float) -> bool:
        """Return whether a pixel is set, relative to the centre."""
        if player is Player.X:
            return abs(abs(x) - abs(y)) < (0.9 if is_small else 1.1)
        radius = (side - thickness) / 2
        return abs(hypot(x, y) - radius) <= thickness / 2 + 0.05

    away = [point - (side - 1) / 2 for point in range(side)]
    lines = (
        "".join(" ▀▄█"[is_on(x, up) + 2 * is_on(x, down)] for x in away).rstrip()
        for up, down in zip(away[::2], away[1::2], strict=True)
    )
    return tuple(line.translate(_PALE) if is_pale else line for line in lines)
