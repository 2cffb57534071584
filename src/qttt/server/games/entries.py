"""A game's append-only log: entries numbered from 1, chained by digests.

Each digest covers the previous digest and the entry's text, which makes tampering, loss and
reordering detectable (P24).
"""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import Literal, NamedTuple

from .terms import Terms


class EntryKind(StrEnum):
    """The kind of an entry (P20).

    Only the server writes tosses, flags and downtimes; it may also abort. The body of an accepted
    rematch is the new game's id, that of a downtime the refund in milliseconds.
    """

    MOVE = "move"
    TOSS = "toss"
    RESIGN = "resign"
    OFFER_DRAW = "offer-draw"
    ACCEPT_DRAW = "accept-draw"
    DECLINE_DRAW = "decline-draw"
    OFFER_TAKEBACK = "offer-takeback"
    ACCEPT_TAKEBACK = "accept-takeback"
    DECLINE_TAKEBACK = "decline-takeback"
    ABORT = "abort"
    FLAG = "flag"
    DOWNTIME = "downtime"
    OFFER_REMATCH = "offer-rematch"
    ACCEPT_REMATCH = "accept-rematch"
    DECLINE_REMATCH = "decline-rematch"
    CLAIM_WIN = "claim-win"
    CLAIM_DRAW = "claim-draw"


class LogEntry(NamedTuple):
    """One line of a game's log.

    ``seat`` is ``X``, ``O`` or empty for the server; for a flag it is the player whose time ran
    out. ``at`` is the server's time in milliseconds. ``spent`` milliseconds are charged to the
    clock that was running, so that a log can be replayed without a clock. ``id`` is the id of the
    client's command.
    """

    version: int
    kind: EntryKind
    seat: str
    body: str
    at: int
    spent: int = 0
    id: str = ""

    @property
    def text(self) -> str:
        """One line of JSON, as sent to clients and as hashed."""
        return (
            f'{{"v":{self.version},"k":"{self.kind}","s":"{self.seat}",'
            f'"b":{encode_basestring_ascii(self.body)},'
            f'"at":{self.at},"spent":{self.spent},"id":"{self.id}"}}'
        )


def entry_digest(previous: bytes, entry: LogEntry) -> bytes:
    """Return the 32-byte digest of ``entry``, given the previous entry's digest.

    The first entry follows the digest of the game's terms.
    """
    return blake2b(previous + entry.text.encode(), digest_size=32).digest()


def chain_digest(start: bytes, entries: Iterable[LogEntry]) -> bytes:
    """Return the digest of the last of ``entries``, starting from the digest ``start``."""
    for entry in entries:
        start = entry_digest(start, entry)
    return start


class AppendRequest(NamedTuple):
    """A request to append entries to a game atomically.

    It conflicts unless the version of the first entry is the game's next. ``deadline`` is when the
    game has to be checked again if nothing happens, None for never. ``result`` and ``termination``
    are set only by entries that end the game, as in a record (``*`` and ``aborted`` without a
    result). ``rematch`` are the terms of the game that these entries start.
    """

    game: str
    entries: tuple[LogEntry, ...]
    deadline: int | None = None
    result: str = ""
    termination: str = ""
    rematch: Terms | None = None


AppendResult = Literal["stored", "conflict", "duplicate"]
"""``conflict``: the version does not follow; ``duplicate``: an id is already in the game."""
