"""Appends: compared with a model, from concurrent processes, and cancelled."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from threading import Event

import pytest
from sqlalchemy import Connection

from qttt.play.log import LogEntry
from qttt.server.errors import StoreUnavailable
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.store import database
from qttt.server.store.entities import User
from qttt.server.store.postgres import POSTGRES_CONNECTIONS
from qttt.server.store.schema import users
from qttt.server.store.store import Store, open_store
from tests.server.conftest import STORE_TIMEOUT_S
from tests.server.store.check.common import make_move, make_terms

TURNS = 40
GAMES = tuple(f"game{i:06}" for i in range(4))


async def begin(store: Store) -> None:
    for name in ("anna", "bert"):
        await store.people.add_user(User(name, name, 1, key=name))
    for game in GAMES:
        await store.games.create(make_terms(game))


def answer(logs: dict[str, list[LogEntry]], append: AppendRequest) -> AppendResult:
    """Apply one append to logs in memory and return its result."""
    log = logs.get(append.game, [])
    old, new = ([entry.id for entry in some if entry.id] for some in (log, append.entries))
    if len({*old, *new}) < len(old) + len(new):
        return "duplicate"
    if append.game not in logs or append.entries[0].version != len(log) + 1:
        return "conflict"
    log += append.entries
    return "stored"


def some_batch(rng: Random, logs: dict[str, list[LogEntry]]) -> list[AppendRequest]:
    """Return random appends: many fit, some have a wrong version or a known id."""
    lengths = {game: len(log) for game, log in logs.items()} | {"nosuchgame": 0}
    batch = []
    for _ in range(rng.randint(0, 6)):
        game = rng.choice(sorted(lengths))
        first = max(1, lengths[game] + rng.choice((1, 1, 1, 1, 0, 2)))
        ids = [rng.choice(("", f"{rng.randrange(60)}")) for _ in range(rng.randint(1, 3))]
        entries = tuple(make_move(first + i, id) for i, id in enumerate(ids))
        batch.append(AppendRequest(game, entries, rng.choice((None, first))))
        lengths[game] = entries[-1].version
    return batch


async def test_appends_match_the_model(store: Store) -> None:
    await begin(store)
    rng, seen = Random(6), set[AppendResult]()
    logs: dict[str, list[LogEntry]] = {game: [] for game in GAMES}
    for _ in range(150):
        batch = some_batch(rng, logs)
        wanted = [answer(logs, append) for append in batch]
        assert await store.games.append(batch) == wanted
        seen |= set(wanted)
    assert seen == {"stored", "conflict", "duplicate"}
    loaded = await store.games.load_all(GAMES)
    assert [list(log.entries) for log in loaded] == [logs[game] for game in GAMES]
    for game in GAMES:
        await store.games.verify(game)


async def test_two_processes_append_to_the_same_games(url: str) -> None:
    """Each reloads the games after a conflict, as a server does."""
    async with open_store(url) as one, open_store(url) as other:
        await begin(one)
        stored = await asyncio.gather(*(_rival(s, n) for s, n in ((one, "1"), (other, "2"))))
        assert sum(stored) >= TURNS
        logs = await one.games.load_all(GAMES)
        assert sum(len(log.entries) for log in logs) == sum(stored)
        for game in GAMES:
            await other.games.verify(game)


async def _rival(store: Store, name: str) -> int:
    stored, lengths = 0, dict.fromkeys(GAMES, 0)
    for turn in range(TURNS):
        batch = [
            AppendRequest(game, (make_move(length + 1, f"{name}-{turn}"),))
            for game, length in Random(turn).sample(sorted(lengths.items()), len(lengths))
        ]
        answers = await store.games.append(batch)
        stored += answers.count("stored")
        for log in await store.games.load_all(GAMES):
            lengths[log.terms.game] = len(log.entries)
    return stored


async def test_a_cancelled_append_is_stored_whole_or_not_at_all(
    store: Store,
) -> None:
    await begin(store)
    rng, game, late = Random(1), GAMES[0], 0
    for turn in range(60):
        length = await _length(store, game)
        entries = tuple(make_move(length + i, f"{turn}-{i}") for i in (1, 2, 3))
        task = asyncio.create_task(store.games.append([AppendRequest(game, entries)]))
        await asyncio.sleep(rng.uniform(0, 0.004))
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=STORE_TIMEOUT_S / 2)
        late += not done
        assert late < 3, "a cancelled append still holds the lock"
        await asyncio.wait([task])
        assert await _length(store, game) in (length, length + 3)
    await store.games.verify(game)


async def test_closing_a_store_finishes_pending_writes(url: str) -> None:
    begun, names = Event(), [f"user{number}" for number in range(500)]

    def add_users(connection: Connection) -> None:
        begun.set()
        for name in names:
            connection.execute(users.insert(), asdict(User(name, name, 1)))

    async with open_store(url) as store:
        task = asyncio.create_task(store.database.write(add_users))
        await asyncio.to_thread(begun.wait)
        task.cancel()
    async with open_store(url) as store:
        assert await store.people.user(names[-1])


async def test_a_transaction_times_out_in_the_queue(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "ANSWER_TIMEOUT_S", 0.05)
    begun, released = Event(), Event()

    def block(_: Connection) -> None:
        begun.set()
        released.wait()

    busy = [store.database.write(block) for _ in range(POSTGRES_CONNECTIONS)]
    answers = asyncio.gather(*busy, return_exceptions=True)
    await asyncio.to_thread(begun.wait)
    try:
        with pytest.raises(StoreUnavailable, match=r"no answer within 0\.05 s; it is unknown"):
            await store.people.set_listed("anna", True)
    finally:
        released.set()
    assert all(isinstance(answer, StoreUnavailable) for answer in await answers)


async def _length(store: Store, game: str) -> int:
    log = await store.games.load(game)
    assert log is not None
    return len(log.entries)


async def test_many_games_and_entries_in_one_batch(store: Store) -> None:
    """More values than fit into one statement."""
    await begin(store)
    games = [make_terms() for _ in range(1100)]
    for terms in games:
        await store.games.create(terms)
    batch = [AppendRequest(terms.game, (make_move(1, "a"),)) for terms in games]
    assert await store.games.append(batch) == ["stored"] * len(games)
    assert await store.games.append(batch) == ["duplicate"] * len(games)
    logs = await store.games.load_all([terms.game for terms in games])
    assert [log.terms for log in logs] == games


@pytest.mark.parametrize(
    ("entries", "versions"),
    [((), "none"), ((make_move(1), make_move(3)), "1, 3"), ((make_move(2), make_move(1)), "2, 1")],
)
async def test_entries_that_are_not_consecutive(
    store: Store, entries: Sequence[LogEntry], versions: str
) -> None:
    wanted = f"entries of game {GAMES[0]} are not consecutive: {versions}"
    with pytest.raises(ValueError, match=wanted):
        await store.games.append([AppendRequest(GAMES[0], tuple(entries))])
