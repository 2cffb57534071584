"""Game records for download, one or many."""

from collections.abc import AsyncGenerator

from qttt.notation import Record, write_record
from qttt.server.games.record import game_to_record
from qttt.server.store.games import GameStore

RECORD_TYPE = "application/x-qtn; charset=utf-8"
PAGE_SIZE = 50


def record_text(record: Record) -> str:
    """Return the text of a record with a final newline."""
    return write_record(record).rstrip("\n") + "\n"


async def archive_text(games: GameStore, user: str, *, private: bool) -> AsyncGenerator[str, None]:
    """Yield the records of all finished games of a user, newest first.

    Games are read in pages, so memory is bounded.
    """
    before, separator = "", ""
    while page := await games.archive(user, PAGE_SIZE, before, private=private):
        for log in await games.load_all([each.terms.game for each in page]):
            yield separator + record_text(game_to_record(log.terms, log.entries))
            separator = "\n"
        before = page[-1].terms.game


def attachment_headers(name: str) -> dict[str, str]:
    """Return the headers of a download with that ASCII file name."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
