"""Planning of a batch of appends: which are stored, and the rows to write.

Independent of the database. Rows of ``entries`` are complete; rows of ``games`` have the columns
``HEAD_COLUMNS`` or ``END_COLUMNS``, those of ``open_games`` ``OPEN_COLUMNS``, followed by the id.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from qttt.play.log import entry_digest
from qttt.server.games.game import AppendRequest, AppendResult, Notice
from qttt.server.games.terms import Terms

NO_RESULT = "*"
"""Result of an aborted game, which is not rated."""

HEAD_COLUMNS = ("version", "digest", "at", "deadline", "turn")
END_COLUMNS = ("result", "termination")
OPEN_COLUMNS = ("check_at", "ended", "awaits_rating")

Row = tuple[Any, ...]


class LogHead(NamedTuple):
    """The last version and digest of a game's log, whether it is rated, and its next check."""

    version: int
    digest: bytes
    rated: bool
    check_at: int | None = None
    is_folded: bool = False


class AppendPlan(NamedTuple):
    """The rows to write for a batch, and the result of each append.

    ``created`` lists the terms of the games that the batch creates, ``notices`` those to queue.
    """

    results: list[AppendResult]
    entries: list[Row]
    heads: dict[str, Row]
    ends: list[Row]
    opens: dict[str, Row]
    created: list[Terms]
    notices: list[Notice]


def continues_log(append: AppendRequest, head: LogHead | None) -> bool:
    return head is not None and append.entries[0].version == head.version + 1


def plan_batch(
    batch: Sequence[AppendRequest], heads: dict[str, LogHead], known: set[tuple[str, str]]
) -> AppendPlan:
    """Decide each append in order.

    Args:
        batch: The appends.
        heads: The state of each existing game; updated.
        known: The (game, id) pairs of the batch that are stored already; updated.
    """
    plan = AppendPlan([], [], {}, [], {}, [], [])
    for append in batch:
        head = heads.get(append.game)
        ids = [(append.game, entry.id) for entry in append.entries if entry.id]
        if len(set(ids)) < len(ids) or not known.isdisjoint(ids):
            plan.results.append("duplicate")
        elif head is None or not continues_log(append, head):
            plan.results.append("conflict")
        else:
            plan.results.append("stored")
            heads[append.game] = _add(plan, append, head)
            known.update(ids)
    return plan


def check_versions(batch: Sequence[AppendRequest]) -> None:
    """Raise ``ValueError`` if the versions of an append are not consecutive."""
    for append in batch:
        versions = [entry.version for entry in append.entries]
        if not versions or versions != list(range(versions[0], versions[0] + len(versions))):
            numbers = ", ".join(map(str, versions)) or "none"
            raise ValueError(f"entries of game {append.game} are not consecutive: {numbers}")


def _add(plan: AppendPlan, append: AppendRequest, head: LogHead) -> LogHead:
    """Add the rows of one append to the plan; return the new head of the log."""
    last = head.digest
    for entry in append.entries:
        last = entry_digest(last, entry)
        plan.entries.append((append.game, *entry, last))
    version, at = entry.version, entry.at
    plan.heads[append.game] = (version, last, at, append.deadline, append.turn, append.game)
    check_at = head.check_at
    if append.result:
        awaits_rating = head.rated and append.result != NO_RESULT
        plan.ends.append((append.result, append.termination, append.game))
        check_at = None
        plan.opens[append.game] = (None, at, awaits_rating, append.game)
    elif append.deadline is not None and (check_at is None or append.deadline < check_at):
        # A check that is too early is harmless, so a later deadline changes nothing here.
        check_at = append.deadline
        plan.opens[append.game] = (check_at, None, False, append.game)
    if append.rematch:
        plan.created.append(append.rematch)
    plan.notices.extend(append.notices)
    return LogHead(version, last, head.rated, check_at)
