"""Syntax of the engine protocol, shared by both sides (docs/protocol-engine.md)."""

from dataclasses import dataclass
from enum import StrEnum

from qttt.engine.levels import Level
from qttt.notation.escapes import printable

from .budget import MAX_SECONDS, Budget
from .errors import ForfeitError

VERSION = 1
MAX_LINE_BYTES = 65_536
"""Longer lines are an error on both sides (N4)."""
MAX_DIGITS = 39
"""Digits of an integer: those of 128 bits."""


class ErrorKind(StrEnum):
    """The kind of error in a line ``error KIND MESSAGE``."""

    UNKNOWN = "unknown"
    SYNTAX = "syntax"
    RULES = "rules"
    NOTATION = "notation"
    ILLEGAL = "illegal"
    STATE = "state"
    BUSY = "busy"
    UNSUPPORTED = "unsupported"
    FAULT = "fault"


def split_command(line: str) -> tuple[str, str]:
    r"""Split a line into its first word and the rest, both without white space around.

    >>> split_command("bestmove\t12\r")
    ('bestmove', '12')
    """
    name, *rest = line.split(maxsplit=1) or [""]
    return name, "".join(rest).rstrip()


def sanitize(text: str, max_length: int = 200) -> str:
    """Make an untrusted text safe to print: one line, escaped and truncated."""
    escaped = printable(text[: max_length + 1])
    return escaped if len(escaped) <= max_length else f"{escaped[: max_length - 1]}…"


def read_budget(text: str) -> Budget | None:
    """Parse the arguments of ``go``; None if they are invalid.

    >>> read_budget("time 500"), read_budget("time soon")
    (Budget(seconds=0.5, nodes=None, level=None), None)
    """
    match text.split():
        case ["infinite"]:
            return Budget()
        case ["time", ms] if are_numbers(ms) and 1 <= int(ms) <= MAX_SECONDS * 1000:
            return Budget(seconds=int(ms) / 1000)
        case ["nodes", nodes] if are_numbers(nodes) and 1 <= int(nodes) < 1 << 60:
            return Budget(nodes=int(nodes))
        case ["level", name] if name in set(Level):
            return Budget(level=Level(name))
    return None


@dataclass(frozen=True, slots=True)
class Info:
    """Progress of a search.

    ``nodes`` are counted as in ``go nodes``, ``time`` is in milliseconds, ``value`` is the points
    of X minus those of O, ``proven`` or expected; ``line`` is the best line in notation.

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
class EngineOption:
    """An option of a program: an integer in a range, or a text.

    >>> print(EngineOption("threads", "number", "1", 1, 64))
    option threads number 1 1 64
    >>> print(EngineOption("table", "text", "none"))
    option table text none
    """

    name: str
    kind: str
    default: str
    minimum: int = 0
    maximum: int = 0

    @classmethod
    def read(cls, text: str) -> "EngineOption | None":
        """Parse the arguments of ``option``; None for an unknown kind.

        Raises ``ForfeitError`` if a number, or its range, is malformed.
        """
        match text.split():
            case [name, "number", default, minimum, maximum, *_] if are_numbers(
                default, minimum, maximum
            ) and int(minimum) <= int(maximum):
                return cls(name, "number", default, int(minimum), int(maximum))
            case [_, "number", *_]:
                raise ForfeitError(
                    f"malformed option {sanitize(text)!r}: "
                    "write NAME number DEFAULT LEAST MOST, with LEAST at most MOST"
                )
            case [name, "text", *default]:
                return cls(name, "text", " ".join(default))
            case _:
                return None

    def __str__(self) -> str:
        span = f" {self.minimum} {self.maximum}" if self.kind == "number" else ""
        return f"option {self.name} {self.kind} {self.default}{span}"

    def invalid_reason(self, value: str) -> str | None:
        """Return why ``value`` is invalid, or None if it is valid."""
        if self.kind == "text":
            return None
        if are_numbers(value) and self.minimum <= int(value) <= self.maximum:
            return None
        return f"{self.name} must be an integer from {self.minimum} to {self.maximum}"


def are_numbers(*texts: str) -> bool:
    """Return whether all are integers of at most ``MAX_DIGITS`` digits."""
    digits = [text.removeprefix("-") for text in texts]
    return all(t.isdecimal() and t.isascii() and len(t) <= MAX_DIGITS for t in digits)
