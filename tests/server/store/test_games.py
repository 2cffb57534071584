"""Appending, against a model of it; by several at once; and broken off in the middle."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from qttt.server.games import Append, Appended, Entry
from qttt.server.store import SqlStore, User, open_store
from qttt.server.store.check.common import move, terms_of
from qttt.server.store.database import PATIENCE

TURNS = 40
GAMES = tuple(f"game{i:06}" for i in range(4))


async def begin(store: SqlStore) -> None:
    for name in ("anna", "bert"):
        await store.people.add_user(User(name, name, 1, key=name))
    for game in GAMES:
        await store.games.create(terms_of(game))


def answer(logs: dict[str, list[Entry]], append: Append) -> Appended:
    """What becomes of one append to logs in memory, said as plainly as possible."""
    log = logs.get(append.game, [])
    old, new = ([entry.id for entry in some if entry.id] for some in (log, append.entries))
    if len({*old, *new}) < len(old) + len(new):
        return "duplicate"
    if append.game not in logs or append.entries[0].version != len(log) + 1:
        return "conflict"
    log += append.entries
    return "stored"


def some_batch(rng: Random, logs: dict[str, list[Entry]]) -> list[Append]:
    """Appends of which many fit, some come too early or late, and some are known."""
    lengths = {game: len(log) for game, log in logs.items()} | {"nosuchgame": 0}
    batch = []
    for _ in range(rng.randint(0, 6)):
        game = rng.choice(sorted(lengths))
        first = max(1, lengths[game] + rng.choice((1, 1, 1, 1, 0, 2)))
        ids = [rng.choice(("", f"{rng.randrange(60)}")) for _ in range(rng.randint(1, 3))]
        made = tuple(move(first + i, each) for i, each in enumerate(ids))
        batch.append(Append(game, made, rng.choice((None, first))))
        lengths[game] = made[-1].version
    return batch


async def test_appends_do_what_a_model_of_them_does(store: SqlStore) -> None:
    await begin(store)
    rng, told = Random(6), set[Appended]()
    logs: dict[str, list[Entry]] = {game: [] for game in GAMES}
    for _ in range(150):
        batch = some_batch(rng, logs)
        wanted = [answer(logs, append) for append in batch]
        assert await store.games.append(batch) == wanted
        told |= set(wanted)
    assert told == {"stored", "conflict", "duplicate"}
    found = await store.games.load_all(GAMES)
    assert [list(log.entries) for log in found] == [logs[game] for game in GAMES]
    for game in GAMES:
        await store.games.verify(game)


async def test_two_processes_append_to_the_same_games(url: str) -> None:
    """Each goes on from what it finds when it loses, as a server does."""
    async with open_store(url) as one, open_store(url) as other:
        await begin(one)
        stored = await asyncio.gather(*(_rival(s, n) for s, n in ((one, "1"), (other, "2"))))
        assert sum(stored) >= TURNS
        logs = await one.games.load_all(GAMES)
        assert sum(len(log.entries) for log in logs) == sum(stored)
        for game in GAMES:
            await other.games.verify(game)


async def _rival(store: SqlStore, name: str) -> int:
    stored, lengths = 0, dict.fromkeys(GAMES, 0)
    for turn in range(TURNS):
        batch = [
            Append(game, (move(length + 1, f"{name}-{turn}"),))
            for game, length in Random(turn).sample(sorted(lengths.items()), len(lengths))
        ]
        answers = await store.games.append(batch)
        stored += answers.count("stored")
        for log in await store.games.load_all(GAMES):
            lengths[log.terms.game] = len(log.entries)
    return stored


async def test_an_append_that_is_broken_off_is_stored_whole_or_not_at_all(
    store: SqlStore,
) -> None:
    await begin(store)
    rng, game, late = Random(1), GAMES[0], 0
    for turn in range(60):
        length = await _length(store, game)
        entries = tuple(move(length + i, f"{turn}-{i}") for i in (1, 2, 3))
        task = asyncio.create_task(store.games.append([Append(game, entries)]))
        await asyncio.sleep(rng.uniform(0, 0.004))
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=PATIENCE / 2)
        late += not done
        assert late < 3, "somebody holds the lock"
        await asyncio.wait([task])
        assert await _length(store, game) in (length, length + 3)
    await store.games.verify(game)


async def test_a_store_that_is_closed_finishes_what_is_under_way(url: str) -> None:
    async with open_store(url) as store:
        await begin(store)
        batch = [Append(GAMES[0], tuple(move(version) for version in range(1, 500)))]
        task = asyncio.create_task(store.games.append(batch))
        await asyncio.sleep(0.001)
        task.cancel()
    async with open_store(url) as store:
        assert await _length(store, GAMES[0]) == 499


async def _length(store: SqlStore, game: str) -> int:
    log = await store.games.load(game)
    assert log is not None
    return len(log.entries)


async def test_many_games_and_entries_in_one_batch(store: SqlStore) -> None:
    """More than one statement can name."""
    await begin(store)
    made = [terms_of() for _ in range(1100)]
    for terms in made:
        await store.games.create(terms)
    batch = [Append(terms.game, (move(1, "a"),)) for terms in made]
    assert await store.games.append(batch) == ["stored"] * len(made)
    assert await store.games.append(batch) == ["duplicate"] * len(made)
    found = await store.games.load_all([terms.game for terms in made])
    assert [log.terms for log in found] == made


@pytest.mark.parametrize(
    ("entries", "told"),
    [((), "none"), ((move(1), move(3)), "1, 3"), ((move(2), move(1)), "2, 1")],
)
async def test_entries_that_do_not_follow_one_another(
    store: SqlStore, entries: Sequence[Entry], told: str
) -> None:
    wanted = f"entries of game {GAMES[0]} do not follow one another: {told}"
    with pytest.raises(ValueError, match=wanted):
        await store.games.append([Append(GAMES[0], tuple(entries))])
