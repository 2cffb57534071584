"""Seats: the name and kind of a player."""

import re
import unicodedata
from dataclasses import dataclass

from qttt.engine.levels import Level
from qttt.game.arguments import checked_class

from .errors import SeatError

HUMAN = "human"
"""The kind of a person's seat."""

_KIND = re.compile(r"[a-z][a-z0-9-]*")
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_OVERRIDES = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


@checked_class
@dataclass(frozen=True, slots=True)
class Seat:
    """A player's ``name`` and ``kind``: ``human``, a level, or the caller's own word.

    Raises:
        SeatError: The name is empty or has line breaks, control or bidirectional characters, or the
            kind is not a lower-case word.

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
            raise SeatError(
                f"invalid kind of player {self.kind!r}: write a lower-case word, such as {known}"
            )

    @classmethod
    def computer(cls, level: Level, name: str | None = None) -> "Seat":
        """Return the seat of a computer, named after its level by default."""
        return cls(name or level.title, level.value)

    @property
    def is_human(self) -> bool:
        """Whether the player is a person."""
        return self.kind == HUMAN

    @property
    def level(self) -> Level | None:
        """The level of a computer; None for other kinds."""
        return Level(self.kind) if self.kind in set(Level) else None


def _is_unsafe(character: str) -> bool:
    """Whether a character would break the line or change the text direction."""
    return (
        unicodedata.category(character) in _UNSAFE
        or unicodedata.bidirectional(character) in _OVERRIDES
    )
