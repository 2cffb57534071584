"""A value as a bar: to the right what X is ahead, to the left what O is."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from .output import Look

CELLS = 4
"""Characters for a point; in half blocks, so that an eighth of a point can be seen."""

_X, _O = "34", "31"


@dataclass(frozen=True)
class Graph:
    """Bars on one scale, ``left`` characters for O, the axis, ``right`` characters for X."""

    left: int
    right: int
    look: Look

    @classmethod
    def of(cls, values: Iterable[float], look: Look) -> "Graph":
        """The graph in which all these values have room, and a point for either player."""
        known = [1.0, -1.0, *values]
        return cls(ceil(-min(known) * CELLS), ceil(max(known) * CELLS), look)

    @property
    def width(self) -> int:
        """The characters of a bar."""
        return self.left + 1 + self.right

    @property
    def head(self) -> str:
        """Which side is whose."""
        gap = " " * (self.left - 1), " " * (self.right - 1)
        return self._painted("O", _O) + gap[0] + self._axis + gap[1] + self._painted("X", _X)

    def bar(self, value: float) -> str:
        """The bar of a value; whatever is not 0 can be seen."""
        blocks = self._blocks(abs(value))
        o, x = ("", blocks) if value > 0 else (blocks[::-1].replace("▌", "▐"), "")
        left, right = " " * (self.left - len(o)), " " * (self.right - len(x))
        return left + self._painted(o, _O) + self._axis + self._painted(x, _X) + right

    @property
    def _axis(self) -> str:
        return "│" if self.look.unicode else "|"

    def _blocks(self, size: float) -> str:
        if not self.look.unicode:
            return "#" * ceil(size * CELLS)
        whole, half = divmod(ceil(size * CELLS * 2), 2)
        return "█" * whole + "▌" * half

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.look.color and text else text
