"""Large marks drawn with half blocks, two pixels per character."""

from collections.abc import Callable
from functools import cache

from qttt.game import Player

MIN_HEIGHT = 3
"""Below this height X and O cannot be distinguished; use letters instead."""

_HALVES = " ▀▄█"
_PALE = str.maketrans("▀▄█", "▒▒▒")
Points = list[list[bool]]


@cache
def solid(player: Player, height: int) -> tuple[str, ...]:
    r"""Draw the mark of ``player``, ``height`` lines high and twice as wide.

    >>> print(*solid(Player.X, 4), *solid(Player.O, 4), sep="\n")
    ██▄  ▄██
     ▀████▀
     ▄████▄
    ██▀  ▀██
     ▄████▄
    ██▀  ▀██
    ██▄  ▄██
     ▀████▀
    """
    side = 2 * height
    points = _points(side, _is_cross(height) if player is Player.X else _is_ring(side))
    pairs = zip(points[::2], points[1::2], strict=True)
    return tuple(
        "".join(_HALVES[up + 2 * down] for up, down in zip(*pair, strict=True)).rstrip()
        for pair in pairs
    )


@cache
def pale(player: Player, height: int) -> tuple[str, ...]:
    r"""Draw the mark in a pale shade, for previews.

    >>> print(*pale(Player.O, 3), sep="\n")
    ▒▒▒▒▒▒
    ▒▒  ▒▒
    ▒▒▒▒▒▒
    """
    return tuple(line.translate(_PALE) for line in solid(player, height))


def _points(side: int, is_on: Callable[[float, float], bool]) -> Points:
    """Return a square bitmap; ``is_on`` gets coordinates relative to the centre."""
    away = [point - (side - 1) / 2 for point in range(side)]
    return [[is_on(x, y) for x in away] for y in away]


def _is_cross(height: int) -> Callable[[float, float], bool]:
    thickness = 1.1 if height > MIN_HEIGHT else 0.9
    return lambda x, y: abs(abs(x) - abs(y)) < thickness


def _is_ring(side: int) -> Callable[[float, float], bool]:
    thickness = 2.0 if side > 2 * MIN_HEIGHT else 1.6
    radius = (side - thickness) / 2
    return lambda x, y: abs((x * x + y * y) ** 0.5 - radius) <= thickness / 2 + 0.05
