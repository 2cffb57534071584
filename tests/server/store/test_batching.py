"""Requests of many callers are executed in few transactions."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from qttt.server.errors import StoreUnavailable
from qttt.server.store.batching import Batcher
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.store import Store
from tests.server.store.check.common import NOW

GUESTS = 300


class Slow:
    """Returns the length of each key, once it is released."""

    def __init__(self) -> None:
        self.batches: list[list[bytes]] = []
        self.released = asyncio.Event()
        self.error: Exception | None = None

    async def execute(self, keys: Sequence[bytes]) -> Mapping[bytes, int]:
        self.batches.append([*keys])
        await self.released.wait()
        if self.error:
            raise self.error
        return {key: len(key) for key in keys if key}


async def test_keys_that_arrive_during_a_batch_form_the_next() -> None:
    slow = Slow()
    batcher = Batcher(slow.execute)
    first = [asyncio.create_task(batcher.get(key)) for key in (b"bb", b"a", b"bb")]
    async with asyncio.timeout(60):
        while not slow.batches:
            await asyncio.sleep(0)
    second = [asyncio.create_task(batcher.get(key)) for key in (b"ccc", b"", b"a")]
    await asyncio.sleep(0)
    slow.released.set()
    assert await asyncio.gather(*first) == [2, 1, 2]
    assert await asyncio.gather(*second) == [3, None, 1]
    assert slow.batches == [[b"bb", b"a"], [b"ccc", b"", b"a"]]


async def test_an_error_reaches_all_callers_of_its_batch_and_nobody_else() -> None:
    slow = Slow()
    batcher = Batcher(slow.execute)
    slow.released.set()
    slow.error = StoreUnavailable("down")
    for outcome in await asyncio.gather(
        batcher.get(b"a"), batcher.get(b"b"), return_exceptions=True
    ):
        assert outcome is slow.error
    slow.error = None
    assert await batcher.get(b"a") == 1


async def test_a_cancelled_caller_does_not_cancel_the_others() -> None:
    slow = Slow()
    batcher = Batcher(slow.execute)
    first, second = (asyncio.create_task(batcher.get(key)) for key in (b"a", b"bb"))
    async with asyncio.timeout(60):
        while not slow.batches:
            await asyncio.sleep(0)
    first.cancel()
    slow.released.set()
    assert await second == 2
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_many_clients_connect_with_few_transactions(store: Store) -> None:
    held = [AuthToken(b"%03d" % n, f"guest{n}", "session", NOW, NOW + 9) for n in range(GUESTS)]
    for token in held:
        await store.people.add_guest(User(token.user, "Guest", NOW), token)
    begun: list[Any] = []
    for engine in {store.database.writer, store.database.reader}:
        event.listen(engine, "begin", begun.append)
    found = await asyncio.gather(*(store.people.token_and_user(t.hash, NOW) for t in held))
    assert [each and each[0] for each in found] == held
    await asyncio.gather(*(store.people.renew_token(t.hash, NOW + 100) for t in held))
    assert len(begun) == 2
    again = await store.people.token_and_user(held[7].hash, NOW + 99)
    assert again == (replace(held[7], expires=NOW + 100), User("guest7", "Guest", NOW))


async def test_what_each_client_asks_is_compiled_once(store: Store) -> None:
    async def connect(user: str) -> None:
        await store.people.token_and_user(user.encode(), NOW)
        await store.lobby.collect_matches([user])
        await store.games.load(user)

    await connect("anna")
    compiled: list[Any] = []
    for engine in {store.database.writer, store.database.reader}:
        event.listen(engine, "before_execute", lambda _1, what, *_: compiled.append(what))
    await connect("bert")
    await connect("carl")
    half = len(compiled) // 2
    assert half
    assert all(a is b for a, b in zip(compiled[:half], compiled[half:], strict=True))
