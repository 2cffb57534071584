"""Heartbeats of the server's processes in the database, and the outages between them."""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, delete, func, select

from qttt.server.games.commands import Downtime

from .database import StorePart, reads, upsert, writes
from .schema import processes


class ProcessStore(StorePart):
    """Heartbeats of the server's processes."""

    @writes
    def record_heartbeat(
        self, connection: Connection, process: str, now: int, since: int | None = None
    ) -> None:
        """Record that the process is alive; its first beat is its start, unless ``since`` is."""
        row = {"id": process, "started": now if since is None else since, "beat": now}
        upsert(connection, processes, [row], changed=["beat"])

    @reads
    def outages(self, connection: Connection, after: int) -> list[Downtime]:
        """Return the spans without a running process that ended after ``after``, in order.

        A span lasts from the last heartbeat before it to the first of the next process. A process
        that starts beside others sees a false outage since their last heartbeat, until their next
        one: ignore outages that ended less than two heartbeat intervals ago.
        """
        query = select(processes.c.started, processes.c.beat).order_by(processes.c.started)
        lives = [(started, beat) for started, beat in connection.execute(query)]
        return [gap for gap in gaps_between(lives) if gap.end > after]

    @reads
    def beats(self, connection: Connection) -> dict[str, int]:
        """Return the last heartbeat of each process, by its own clock."""
        rows = connection.execute(select(processes.c.id, processes.c.beat))
        return {row.id: row.beat for row in rows}

    @writes
    def delete_old(self, connection: Connection, before: int) -> None:
        """Delete processes that ended before that time, except the last of them."""
        ended = processes.c.beat < before
        last = select(func.max(processes.c.beat)).where(ended).scalar_subquery()
        connection.execute(delete(processes).where(ended, processes.c.beat < last))


def gaps_between(lives: Iterable[tuple[int, int]]) -> Iterator[Downtime]:
    """Yield the gaps between lives, which are sorted by start."""
    last = None
    for started, beat in lives:
        if last is not None and started > last:
            yield Downtime(last, started)
        last = beat if last is None else max(last, beat)
