"""What a batch of appends does to the games it concerns: decided first, then written at once.

Nothing here knows a database: what is to be written is rows: whole
ones of entries, and of games those columns of ``HEAD`` or ``END``, then the id.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from qttt.server.games import Append, Appended, Terms, digest

UNDECIDED = "*"
"""The result of a game that was broken off: it counts for nobody."""

HEAD = ("version", "digest", "at", "deadline")
END = ("result", "termination", "owed")

Row = tuple[Any, ...]


class Head(NamedTuple):
    """How a game's log stands, and whether its end will change ratings."""

    version: int
    digest: bytes
    rated: bool


class Plan(NamedTuple):
    """What is to be written for a batch, and what is answered to each append in it.

    ``begun`` are the games that begin with it.
    """

    answers: list[Appended]
    entries: list[Row]
    heads: dict[str, Row]
    ends: list[Row]
    begun: list[Terms]


def fits(append: Append, head: Head | None) -> bool:
    """Whether the entries go on where the log ends."""
    return head is not None and append.entries[0].version == head.version + 1


def plan(batch: Sequence[Append], heads: dict[str, Head], known: set[tuple[str, str]]) -> Plan:
    """Decide on each append in turn.

    ``heads`` tells how the games stand, ``known`` which of the batch's ids they have already; both
    go along with what is decided.
    """
    made = Plan([], [], {}, [], [])
    for append in batch:
        head = heads.get(append.game)
        ids = [(append.game, entry.id) for entry in append.entries if entry.id]
        if len(set(ids)) < len(ids) or not known.isdisjoint(ids):
            made.answers.append("duplicate")
        elif head is None or not fits(append, head):
            made.answers.append("conflict")
        else:
            made.answers.append("stored")
            heads[append.game] = _grow(made, append, head)
            known.update(ids)
    return made


def check(batch: Sequence[Append]) -> None:
    """Raise ``ValueError`` for entries that do not follow one another."""
    for append in batch:
        versions = [entry.version for entry in append.entries]
        if not versions or versions != list(range(versions[0], versions[0] + len(versions))):
            told = ", ".join(map(str, versions)) or "none"
            raise ValueError(f"entries of game {append.game} do not follow one another: {told}")


def _grow(made: Plan, append: Append, head: Head) -> Head:
    """Add what is to be written for one append; how the log stands after it."""
    last = head.digest
    for entry in append.entries:
        last = digest(last, entry)
        made.entries.append((append.game, *entry, last))
    version, at = entry.version, entry.at
    made.heads[append.game] = (version, last, at, append.deadline, append.game)
    if append.result:
        owed = head.rated and append.result != UNDECIDED
        made.ends.append((append.result, append.termination, owed, append.game))
    if append.begins:
        made.begun.append(append.begins)
    return Head(version, last, head.rated)
