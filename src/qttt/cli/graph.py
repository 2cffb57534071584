"""Values as bars: to the right if X is ahead, to the left if O is."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from .output import OutputStyle

CELLS = 4
"""Characters per point; with half blocks the resolution is an eighth of a point."""

_X, _O = "34", "31"


@dataclass(frozen=True)
class Graph:
    """Bars on a common scale: ``left`` characters for O, the axis, ``right`` characters for X."""

    left: int
    right: int
    style: OutputStyle

    @classmethod
    def of(cls, values: Iterable[float], style: OutputStyle) -> "Graph":
        """Return a graph wide enough for the values, and for a point for either player."""
        extended = [1.0, -1.0, *values]
        return cls(ceil(-min(extended) * CELLS), ceil(max(extended) * CELLS), style)

    @property
    def width(self) -> int:
        """The width of a bar in characters."""
        return self.left + 1 + self.right

    @property
    def head(self) -> str:
        """The heading, which names the sides."""
        gap = " " * (self.left - 1), " " * (self.right - 1)
        return self.style.paint("O", _O) + gap[0] + self._axis + gap[1] + self.style.paint("X", _X)

    def bar(self, value: float) -> str:
        """Return the bar of a value; every value except 0 is visible."""
        blocks = self._blocks(abs(value))
        o, x = ("", blocks) if value > 0 else (blocks[::-1].replace("▌", "▐"), "")
        left, right = " " * (self.left - len(o)), " " * (self.right - len(x))
        return left + self.style.paint(o, _O) + self._axis + self.style.paint(x, _X) + right

    @property
    def _axis(self) -> str:
        return "│" if self.style.unicode else "|"

    def _blocks(self, size: float) -> str:
        if not self.style.unicode:
            return "#" * ceil(size * CELLS)
        whole, half = divmod(ceil(size * CELLS * 2), 2)
        return "█" * whole + "▌" * half
