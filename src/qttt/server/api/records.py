"""Records for downloading, one or many, and the header with which they are kept as files."""

from collections.abc import AsyncIterator

from qttt.notation import Record, write_record
from qttt.server.games import to_record
from qttt.server.store import GameStore

RECORD = "application/x-qtn; charset=utf-8"
PAGE = 50


def record_text(record: Record) -> str:
    """The text of one record, ending its last line."""
    return write_record(record).rstrip("\n") + "\n"


async def archive_text(games: GameStore, user: str, *, private: bool) -> AsyncIterator[str]:
    """The records of all of somebody's games that have ended, the latest first.

    They are read page by page, so that a long archive takes no more memory than a short one.
    """
    before, gap = "", ""
    while page := await games.archive(user, PAGE, before, private=private):
        for log in await games.load_all([each.terms.game for each in page]):
            yield gap + record_text(to_record(log.terms, log.entries))
            gap = "\n"
        before = page[-1].terms.game


def attached(name: str) -> dict[str, str]:
    """The headers of an answer that a browser keeps as a file of that name, in ASCII."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
