"""A game's log: what happened in it, one entry for each thing, numbered from 1.

Entries are only ever added. Each is chained to all before it: its digest is made of theirs and of
its own text, so that no entry can be changed, lost or exchanged without being noticed.
"""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import Literal, NamedTuple

from .terms import Terms


class Kind(StrEnum):
    """What an entry tells; in brackets what its body says, if it has one.

    A toss, a flag, downtime and some aborts are the server's own. An accepted rematch's body is the
    new game; downtime's is how many milliseconds are given back.
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


class Entry(NamedTuple):
    """One line of a game's log.

    ``seat`` is who did it: ``X``, ``O``, or empty for the server; of a flag it is whose time was
    up. ``at`` is the server's time in milliseconds. ``spent`` is charged to the clock that ran
    until then, so that reading the log needs no clock. ``id`` is what the client called its wish.
    """

    version: int
    kind: Kind
    seat: str
    body: str
    at: int
    spent: int = 0
    id: str = ""

    @property
    def text(self) -> str:
        """One line of JSON, as it is sent and as it is chained."""
        return (
            f'{{"v":{self.version},"k":"{self.kind}","s":"{self.seat}",'
            f'"b":{encode_basestring_ascii(self.body)},'
            f'"at":{self.at},"spent":{self.spent},"id":"{self.id}"}}'
        )


_FIELDS = {"v": int, "k": str, "s": str, "b": str, "at": int, "spent": int, "id": str}


def read_entry(value: object) -> Entry:
    """The entry whose ``text`` was read as JSON. Raises ``ValueError`` for anything else."""
    if not isinstance(value, dict) or value.keys() != _FIELDS.keys():
        raise ValueError(f"an entry is an object with {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if type(value[name]) is not kind:
            raise ValueError(f"{name!r} of an entry is {kind.__name__}, not {value[name]!r}")
    version, kind, *others = (value[name] for name in _FIELDS)
    return Entry(version, Kind(kind), *others)


def digest(previous: bytes, entry: Entry) -> bytes:
    """The digest of ``entry`` after one with the digest ``previous``.

    That of the first entry follows the digest of the game's terms.
    """
    return blake2b(previous + entry.text.encode(), digest_size=32).digest()


def chain(start: bytes, entries: Iterable[Entry]) -> bytes:
    """The digest of the last of ``entries``, after ``start``."""
    for entry in entries:
        start = digest(start, entry)
    return start


class Append(NamedTuple):
    """Entries that are to be added to a game, all or none.

    They go on where the game stands if the first one's version is the next. ``deadline`` is when
    somebody has to look at the game again if nothing happens until then; None if never. ``result``
    and ``termination`` are those of a record, for a game that these entries end (``*`` and
    ``aborted`` without a result); they are empty while it goes on, and for what happens afterwards.
    ``begins`` is the game that begins with these entries, a rematch.
    """

    game: str
    entries: tuple[Entry, ...]
    deadline: int | None = None
    result: str = ""
    termination: str = ""
    begins: Terms | None = None


Appended = Literal["stored", "conflict", "duplicate"]
"""What became of it: the game stood elsewhere, or had an entry with one of these ids already."""
