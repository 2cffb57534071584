"""Backups by command under load, and a server on a restored backup."""

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from sqlite3 import connect

import pytest

from qttt.server.store.entities import GameLog
from qttt.server.store.store import open_store

from .players import all_playing, make_players
from .processes import serving

MIN_MOVES = 50
"""Acknowledged moves before the backup."""


async def command(*arguments: str | Path) -> tuple[int, str]:
    """Run `qttt` in a process; return its exit code and output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "qttt", *map(str, arguments)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode()


async def games(place: Path) -> dict[str, GameLog]:
    with connect(place) as connection:
        names = [name for (name,) in connection.execute("SELECT id FROM games")]
    async with open_store(str(place)) as store:
        return {log.terms.game: log for log in await store.games.load_all(names)}


@pytest.mark.nightly
async def test_a_backup_under_load_is_restored_with_every_game(tmp_path: Path) -> None:
    data, copy, again = (tmp_path / name for name in ("games.db", "copy.db", "again.db"))
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, str(data)))
        players = await make_players(stack, [server.url], 5)
        async with all_playing(players):
            async with asyncio.timeout(120):
                while sum(len(player.acknowledged) for player in players) < MIN_MOVES:
                    await asyncio.sleep(0.01)
            before = {id_: at for player in players for id_, at in player.acknowledged.items()}
            code, output = await command("store", "backup", copy, "--data", data)
            assert (code, f" games backed up to {copy}\n" in output) == (0, True), output
        assert server.stop() == 0
    code, output = await command("store", "restore", copy, "--data", again)
    assert (code, f" games restored to {again}\n" in output) == (0, True), output
    restored, last = await games(again), await games(data)
    assert restored.keys() <= last.keys()
    for name, log in restored.items():
        whole = last[name]
        assert log == (whole.terms, whole.entries[: len(log.entries)])
    stored = {entry.id for log in restored.values() for entry in log.entries}
    assert before.keys() <= stored
    with serving(tmp_path, str(again)) as server:
        assert server.stop() == 0
