"""The words of the engine protocol that both its sides use (docs/protocol-engine.md)."""

from dataclasses import dataclass
from enum import StrEnum

from qttt.engine.levels import Level
from qttt.notation.escapes import printable

from .budget import LONGEST, Budget

VERSION = 1
LONGEST_LINE = 65_536
"""Bytes; longer lines are an error on both sides (N4)."""


class Kind(StrEnum):
    """What is wrong, in a line ``error KIND MESSAGE``."""

    UNKNOWN = "unknown"
    SYNTAX = "syntax"
    RULES = "rules"
    NOTATION = "notation"
    ILLEGAL = "illegal"
    STATE = "state"
    BUSY = "busy"
    UNSUPPORTED = "unsupported"
    FAULT = "fault"


def words(line: str) -> tuple[str, str]:
    """The first word of a line and what follows it, without space around them."""
    name, _, rest = line.strip().partition(" ")
    return name, rest.strip()


def cut(text: str, most: int = 200) -> str:
    """A text from outside as it can be shown: in one line, harmless, and not too long."""
    shown = printable(text[: most + 1])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def read_budget(text: str) -> Budget | None:
    """The budget that follows ``go``; None if it is none.

    >>> read_budget("time 500"), read_budget("time soon")
    (Budget(seconds=0.5, nodes=None, level=None), None)
    """
    match text.split():
        case ["infinite"]:
            return Budget()
        case ["time", ms] if _are_numbers(ms) and 1 <= int(ms) <= LONGEST * 1000:
            return Budget(seconds=int(ms) / 1000)
        case ["nodes", nodes] if _are_numbers(nodes) and 1 <= int(nodes) < 1 << 60:
            return Budget(nodes=int(nodes))
        case ["level", name] if name in set(Level):
            return Budget(level=Level(name))
    return None


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine tells while it thinks.

    ``nodes`` are counted as in ``go nodes``, ``time`` is in milliseconds, ``value`` in points of X
    minus points of O, and is ``proven`` or expected; ``line`` is the best line, as moves in text.

    >>> str(Info(nodes=1000, time=20, value=0.5, proven=True, line=("19", "28")))
    'info nodes 1000 time 20 value 0.5 proven line 19 28'
    """

    nodes: int
    time: int
    value: float
    proven: bool = False
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        proven = " proven" if self.proven else ""
        line = " ".join(["", "line", *self.line]) if self.line else ""
        return f"info nodes {self.nodes} time {self.time} value {self.value:g}{proven}{line}"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be set in a program: a whole number in a range, or a text.

    >>> str(Option("threads", "number", "1", 1, 64)), str(Option("table", "text", "none"))
    ('option threads number 1 1 64', 'option table text none')
    """

    name: str
    kind: str
    default: str
    least: int = 0
    most: int = 0

    @classmethod
    def read(cls, text: str) -> "Option | None":
        """The option that a line ``option …`` announces; None for a kind that is not known."""
        match text.split():
            case [name, "number", default, least, most] if _are_numbers(default, least, most):
                return cls(name, "number", default, int(least), int(most))
            case [name, "text", *default]:
                return cls(name, "text", " ".join(default))
        return None

    def __str__(self) -> str:
        span = f" {self.least} {self.most}" if self.kind == "number" else ""
        return f"option {self.name} {self.kind} {self.default}{span}"

    def refusal(self, value: str) -> str | None:
        """Why it cannot be set to ``value``; None if it can."""
        if self.kind == "text":
            return None
        if _are_numbers(value) and self.least <= int(value) <= self.most:
            return None
        return f"{self.name} is a whole number from {self.least} to {self.most}"


def _are_numbers(*texts: str) -> bool:
    return all(t.removeprefix("-").isdecimal() and t.isascii() and len(t) < 20 for t in texts)
