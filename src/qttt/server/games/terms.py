"""What is settled about a game before its first entry, and never changes."""

import json
import secrets
from dataclasses import asdict, dataclass, field
from hashlib import blake2b

from qttt.game import Player

GAME_LENGTH = 10
"""How many letters and digits name a game."""

GONE = "Gone"
"""How somebody is called in games who has left for good; nobody can take that name."""

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def game_id() -> str:
    """A name for a new game, which nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(GAME_LENGTH))


def is_game_id(text: str) -> bool:
    """True for what ``game_id`` could have returned."""
    return len(text) == GAME_LENGTH and text.isascii() and text.isalnum()


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who plays or watches.

    ``user`` is the account's or the guest's, and empty for a computer, whose ``level`` is given
    instead. ``bot`` is true for a program that plays through an account. ``session`` names that by
    which somebody is here now, so that they can be sent away when it ends; no game keeps it.
    """

    user: str
    name: str
    level: str = ""
    bot: bool = False
    session: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """A game's name, rules and players, and what they agreed on.

    ``start`` is a position as text, ``clock`` a time control as text. ``created`` is in
    milliseconds. ``private`` keeps the game out of lists. ``before`` is the game of which this is
    the rematch, ``room`` the class room to which it belongs; both can be empty. Whether rules,
    start and clock can be played at all is found out by ``Game``.
    """

    game: str
    rules: str
    start: str
    x: Who
    o: Who
    clock: str
    rated: bool
    created: int
    private: bool = False
    before: str = ""
    room: str = ""

    def seat(self, user: str) -> Player | None:
        """The seat that ``user`` has in this game; the empty name has none."""
        if not user:
            return None
        return Player.X if self.x.user == user else Player.O if self.o.user == user else None

    def level(self, seat: str) -> str:
        """The level of the computer in that seat; empty if a person or a bot sits there."""
        return self.x.level if seat == "X" else self.o.level

    def to_json(self) -> str:
        """All of it as one line, always the same for the same terms."""
        told = asdict(self)
        del told["x"]["session"], told["o"]["session"]
        return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Terms":
        """What ``to_json`` wrote."""
        read = json.loads(text)
        return cls(**{**read, "x": Who(**read["x"]), "o": Who(**read["o"])})

    @property
    def digest(self) -> bytes:
        """With what the chain of the game's entries begins."""
        return blake2b(self.to_json().encode(), digest_size=32).digest()
