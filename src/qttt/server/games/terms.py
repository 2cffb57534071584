"""A game's immutable terms: its id, rules, players and time control."""

import json
from dataclasses import asdict, dataclass, field
from hashlib import blake2b

from qttt.game import Player
from qttt.server.codes import random_text

GAME_ID_LENGTH = 10
"""Letters and digits in a game id."""

DELETED_NAME = "Gone"
"""Replaces the name of a deleted account in its games; a reserved name."""

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def new_game_id() -> str:
    return random_text(_LETTERS, GAME_ID_LENGTH)


def is_live(clock: str) -> bool:
    """Return whether the players of a game with that clock stay until it is over."""
    return "+" in clock


def is_game_id(text: str) -> bool:
    return len(text) == GAME_ID_LENGTH and text.isascii() and text.isalnum()


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of a player or spectator.

    ``user`` is the user id of an account or guest; empty for an engine, which has a ``level``.
    ``bot`` is true for a program that plays through an account. ``session`` identifies the current
    login, so that its connections can be closed when it ends; it is not stored with a game.
    """

    user: str
    name: str
    level: str = ""
    bot: bool = False
    session: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """A game's id, rules, players and settings, validated by ``GameState``.

    ``start`` is a position and ``clock`` a time control, both as text. ``created`` is in
    milliseconds. ``private`` hides the game from lists. ``before`` is the game that this is a
    rematch of, ``room`` the code of its class room; both may be empty.
    """

    game: str
    rules: str
    start: str
    x: Identity
    o: Identity
    clock: str
    rated: bool
    created: int
    private: bool = False
    before: str = ""
    room: str = ""

    def seat_of(self, user: str, *, by_bot: bool = False) -> Player | None:
        """Return the seat of ``user``, None for spectators and for the empty id.

        ``by_bot``: a program acts, which has only seats that a program has taken.
        """
        for seat, identity in ((Player.X, self.x), (Player.O, self.o)):
            if user and identity.user == user:
                return None if by_bot and not identity.bot else seat
        return None

    def seat_for(self, sender: Identity | None) -> Player | None:
        """Return the seat in which ``sender`` can act, None for spectators."""
        return self.seat_of(sender.user, by_bot=sender.bot) if sender else None

    def level_of(self, seat: str) -> str:
        """Return the level of the engine in that seat; empty for a user."""
        return self.x.level if seat == "X" else self.o.level

    def user_of(self, seat: str) -> str:
        """Return the user in that seat; empty for an engine."""
        return self.x.user if seat == "X" else self.o.user

    def to_json(self) -> str:
        """Return canonical JSON in one line, without sessions, as hashed (P24)."""
        fields = asdict(self)
        del fields["x"]["session"], fields["o"]["session"]
        return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @property
    def digest(self) -> bytes:
        """The start of the digest chain of the game's entries (P24)."""
        return blake2b(self.to_json().encode(), digest_size=32).digest()
