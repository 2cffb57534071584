"""Time and node limits for one move."""

from dataclasses import dataclass
from math import isfinite

from qttt.engine.levels import Level

from .errors import ContenderError

MAX_SECONDS = 86_400.0
"""One day."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit for one move: seconds, nodes (simulations of the tree search) or a level.

    At most one is set; with none, the search runs until it is stopped. Raises ``ContenderError``
    if seconds or nodes are out of range.

    >>> Budget.parse("nodes=10000")
    Budget(seconds=None, nodes=10000, level=None)
    >>> str(Budget(seconds=0.5)), Budget(seconds=0.5).go_arguments
    ('time=0.5', 'time 500')
    """

    seconds: float | None = None
    nodes: int | None = None
    level: Level | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0.001 <= self.seconds <= MAX_SECONDS:
            raise ContenderError(
                f"time must be from 0.001 to {MAX_SECONDS:g} s for a move, not {self.seconds:g}"
            )
        if self.nodes is not None and not 1 <= self.nodes < 1 << 60:
            raise ContenderError(f"nodes must be from 1 to 2**60 for a move, not {self.nodes}")

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Parse the output of ``str``. Raises ``ContenderError``."""
        name, sign, value = text.partition("=")
        try:
            if name == "time" and sign and isfinite(float(value)):
                return cls(seconds=float(value))
            if name == "nodes" and sign:
                return cls(nodes=int(value))
            if name == "level" and value in set(Level):
                return cls(level=Level(value))
        except ContenderError:
            raise
        except ValueError:
            pass  # not a number: rejected below
        raise ContenderError(f"invalid budget {text!r}: write time=SECONDS, nodes=N or level=NAME")

    def __str__(self) -> str:
        if self.level is not None:
            return f"level={self.level}"
        if self.nodes is not None:
            return f"nodes={self.nodes}"
        return "infinite" if self.seconds is None else f"time={self.seconds!r}".removesuffix(".0")

    @property
    def go_arguments(self) -> str:
        """The arguments of ``go`` in the engine protocol, with time in whole milliseconds."""
        if self.seconds is not None:
            return f"time {round(self.seconds * 1000)}"
        return str(self).replace("=", " ")
