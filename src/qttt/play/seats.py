"""Seats: who plays X and who plays O, as data."""

import re
import unicodedata
from dataclasses import dataclass

from qttt.engine.levels import Level

from .errors import SeatError

HUMAN = "human"
"""The kind of a seat that a person has."""

_KIND = re.compile(r"[a-z][a-z0-9-]*")
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_OVERRIDES = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's ``name`` and ``kind``: ``human``, a level, or a door's own word.

    Raises ``SeatError`` for an empty name, one with line breaks, control or direction characters,
    and a kind that is not a small word.

    >>> Seat("Ann").level, Seat.computer(Level.HARD)
    (None, Seat(name='Hard', kind='hard'))
    """

    name: str
    kind: str = HUMAN

    def __post_init__(self) -> None:
        if not self.name.strip() or any(map(_is_unsafe, self.name)):
            raise SeatError(f"{self.name!r} is not a name: give one line of visible text")
        if not _KIND.fullmatch(self.kind):
            known = ", ".join([HUMAN, *Level])
            raise SeatError(f"{self.kind!r} is not a kind of player; there are {known}")

    @classmethod
    def computer(cls, level: Level, name: str | None = None) -> "Seat":
        """A computer of that level, called by it unless it has a ``name``."""
        return cls(name or level.title, level.value)

    @property
    def is_human(self) -> bool:
        """True for a person."""
        return self.kind == HUMAN

    @property
    def level(self) -> Level | None:
        """The level of a computer; None for anybody else."""
        return Level(self.kind) if self.kind in set(Level) else None


def _is_unsafe(character: str) -> bool:
    """True for what would break a line or turn the text around it."""
    return (
        unicodedata.category(character) in _UNSAFE
        or unicodedata.bidirectional(character) in _OVERRIDES
    )
