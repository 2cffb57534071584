"""Play over a network, put together: store, people, lobby and the games that run."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager

from qttt.play import Coin, named_coin

from .api import LIMITS, Service, shared_rates
from .lobby import Lobby
from .net import Runner, redis_bus
from .operate import Lookout, Readiness, Settings
from .people import Accounts, Passkeys, Passwords, People, settle
from .rooms import Rooms
from .store import StoreError, open_store

RATING, PAIRING, FORGETTING, SWEEPING = 1.0, 1.0, 5.0, 600.0
"""Seconds between looking for games to be rated, for who is to be paired in class rooms, for
names of those who have left, and for what has expired."""

log = logging.getLogger(__name__)


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def online(
    data: str, coin: Coin | None, settings: Settings, lookout: Lookout
) -> AsyncIterator[Service]:
    """All that serves players from the store at ``data``, until the end of the context.

    Collapses by chance are decided by ``coin``, or the operating system's if there is none. The
    bus and the limits are those of ``settings``. Raises ``StoreError`` if there can be no such
    store.
    """
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(data))
        bus = redis_bus(settings.redis, lookout) if settings.redis else None
        joined = await stack.enter_async_context(bus) if bus else None
        thrown, patience = coin or named_coin("os"), settings.patience / 2
        made = Runner(store, thrown, now, joined, lookout, patience, settings.chat)
        runner = await stack.enter_async_context(made)
        lookout.metrics.ask(lambda: runner.online, lambda: runner.games, lambda: runner.waiting)

        def clock() -> int:
            return runner.now

        passwords = Passwords()
        people = People(store.people, passwords, clock)
        passkeys = Passkeys(store.accounts, clock)
        accounts = Accounts(store, people, passkeys, passwords, clock)
        lobby = Lobby(store, clock, runner.started, runner.lobby_changed)
        rooms = Rooms(store, clock, runner.started, runner.room_changed)
        counting = shared_rates({**LIMITS, **settings.rates}, settings.redis, lookout.limits_are)
        rates = await stack.enter_async_context(counting)
        chores = [
            asyncio.create_task(lookout.measure_lag()),
            asyncio.create_task(_every(RATING, lambda: settle(store.people))),
            asyncio.create_task(_every(PAIRING, rooms.pair)),
            asyncio.create_task(_every(SWEEPING, lambda: store.people.sweep(runner.now))),
            asyncio.create_task(_every(SWEEPING, rooms.sweep)),
            asyncio.create_task(_every(SWEEPING, accounts.sweep)),
            asyncio.create_task(_every(FORGETTING, accounts.forget_names)),
        ]
        try:
            problem = Readiness(store, runner).problem
            yield Service(
                store, people, accounts, passkeys, lobby, rooms, runner, rates, clock, problem
            )
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            passwords.close()


async def _every(seconds: float, chore: Callable[[], Coroutine[None, None, object]]) -> None:
    """Do the chore again and again; what the store cannot do now is left for the next time."""
    while True:
        try:
            await chore()
        except StoreError:
            log.exception("a chore of the server was not done")
        await asyncio.sleep(seconds)
