"""The services of online play: their construction, periodic tasks and shutdown."""

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, closing, nullcontext

from qttt.play import Coin, named_coin

from .api.dependencies import Services
from .api.rate_limits import open_rate_limiter
from .errors import CommandRejected, StoreCorrupt, StoreError, StoreUnavailable
from .game_errors import log_game_error
from .games.terms import DELETED_NAME, Identity
from .lobby.lobby import Lobby
from .net import streams
from .net.background import BackgroundTasks
from .net.heartbeats import MAX_CLOCK_MS
from .net.redis_bus import redis_bus
from .net.runner import HubRunner
from .operate.open_files import watch_files
from .operate.settings import ServerSettings
from .people.accounts import Accounts
from .people.passkeys import Passkeys
from .people.passwords import Passwords
from .people.people import People
from .people.ratings import update_ratings
from .push.pusher import Pusher
from .rates import LIMITS
from .retention import DAY_MS, retention_ms
from .rooms.homework import HomeworkService
from .rooms.polls import Polls
from .rooms.rooms import Rooms
from .store.store import Store, open_store
from .telemetry import Telemetry

RATING_INTERVAL_S = 1.0
PAIRING_INTERVAL_S = 1.0
"""Interval of pairing players in class rooms."""
ANONYMIZING_INTERVAL_S = 5.0
"""Interval of removing deleted users' names from their games."""
FOLDING_INTERVAL_S = 60.0
"""Interval of folding finished games."""
UNFOLDED_MS, MAX_FOLDED = DAY_MS, 200
"""How long finished games stay as they are, and how many are folded in one transaction."""
PUSH_INTERVAL_S = 1.0
"""Interval of looking for notifications to send."""
CLEANUP_INTERVAL_S = 600.0
"""Interval of deleting expired data."""
UNUSED_INTERVAL_S = 86_400.0
"""Interval of deleting games and guests that are not used any more, which reads all of them."""
KEEP_NOTICES_MS = DAY_MS
"""How long a notification can be sent after its move."""
KEEP_LESSONS_MS = 60 * 60 * 1000
"""How long expired class rooms, homework and names of deleted accounts are kept while it runs."""
KEEP_EXPIRED_MS = 7 * DAY_MS
"""How long expired sessions are kept while the server runs, in case its clock is wrong."""

log = logging.getLogger(__name__)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def run_services(
    data: str, coin: Coin | None, settings: ServerSettings, telemetry: Telemetry
) -> AsyncIterator[Services]:
    """Run the services of online play on the store at ``data``.

    ``coin`` decides random collapses; by default the operating system's. Raises ``StoreError`` if
    the store cannot be opened.
    """
    async with AsyncExitStack() as stack:
        services = await _open_services(stack, data, coin, settings, telemetry)
        tasks = BackgroundTasks()
        stack.push_async_callback(tasks.cancel_all)
        tasks.start(telemetry.measure_lag())
        tasks.start(watch_files())
        _start_upkeep(tasks, services, retention_ms(settings.retention))
        yield services


async def _open_services(
    stack: AsyncExitStack,
    data: str,
    coin: Coin | None,
    settings: ServerSettings,
    telemetry: Telemetry,
) -> Services:
    """Open the services; ``stack`` closes them."""
    store = await stack.enter_async_context(open_store(data))
    bus = redis_bus(settings.redis, telemetry) if settings.redis else nullcontext()
    connected = await stack.enter_async_context(bus)
    coin, timeout_s = coin or named_coin("os"), settings.shutdown_timeout_s / 2
    runner = await stack.enter_async_context(
        HubRunner(store, coin, now_ms, connected, telemetry, timeout_s, settings.chat)
    )

    def clock() -> int:
        return runner.now

    passwords = stack.enter_context(closing(Passwords()))
    keep = retention_ms(settings.retention)
    people = People(store.people, passwords, clock, keep["session"])
    passkeys = Passkeys(store.accounts, clock)
    rate_limiter = await stack.enter_async_context(
        open_rate_limiter({**LIMITS, **settings.rates}, settings.redis, telemetry.set_limits_shared)
    )
    pusher: Pusher | None = None
    if settings.push != "off":
        pusher = Pusher(store.push, clock, settings.push, settings.push_services, telemetry)
        await stack.enter_async_context(aclosing(pusher))
    return Services(
        store,
        people,
        Accounts(
            *(store.accounts, store.people, store.ratings, people, passkeys, passwords, clock),
            runner.on_rooms_closed,
        ),
        passkeys,
        Lobby(
            *(store.lobby, store.games, store.ratings, clock),
            *(runner.announce_game, runner.on_lobby_changed, keep),
        ),
        Rooms(
            *(store.rooms, clock, runner.announce_game),
            *(runner.on_called_off, runner.on_room_changed),
            retention=keep,
        ),
        Polls(store.polls, clock, runner.on_poll_changed),
        HomeworkService(store.homework, clock),
        runner,
        pusher,
        rate_limiter,
        clock,
    )


def _start_upkeep(tasks: BackgroundTasks, services: Services, keep: Mapping[str, int]) -> None:
    """Start what is done periodically; ``keep`` has the retention periods in milliseconds."""
    store, accounts = services.store, services.accounts
    if services.pusher:
        tasks.repeat(PUSH_INTERVAL_S, services.pusher.send_due)
    tasks.repeat(RATING_INTERVAL_S, lambda: update_ratings(store.ratings))
    tasks.repeat(PAIRING_INTERVAL_S, services.rooms.pair_arenas)
    tasks.repeat(FOLDING_INTERVAL_S, lambda: fold_finished(store, services.clock()))
    tasks.repeat(CLEANUP_INTERVAL_S, lambda: delete_expired(store, services.runner))
    tasks.repeat(UNUSED_INTERVAL_S, lambda: delete_unused(store, services.runner, keep))
    tasks.start(accounts.delete_again())
    tasks.repeat(ANONYMIZING_INTERVAL_S, lambda: end_games_of_deleted_users(services))
    tasks.repeat(ANONYMIZING_INTERVAL_S, accounts.anonymize_games)


async def fold_finished(store: Store, now: int) -> None:
    """Fold all games that ended more than a day ago."""
    while await store.games.fold(now - UNFOLDED_MS, MAX_FOLDED) == MAX_FOLDED:
        pass


async def end_games_of_deleted_users(services: Services) -> None:
    """Resign for deleted users, who can be in a rematch that began at that moment."""
    store = services.store
    for user, game in await store.accounts.games_of_deleted_users():
        try:
            if summary := await store.games.summary(game):
                await streams.leave_game(services.runner, Identity(user, DELETED_NAME), summary)
        except StoreCorrupt as error:
            log_game_error(str(error))
        except CommandRejected as rejection:
            log.debug("postponed: %s", rejection)


async def delete_expired(store: Store, runner: HubRunner) -> None:
    """Delete what has expired, and heartbeats that no clock depends on.

    The time in which the server was down does not count, in case its clock is wrong.
    """

    async def close_rooms() -> None:
        while (closed := await store.rooms.delete_expired(lessons_before, runner.now)).codes:
            runner.on_rooms_closed(closed)

    lessons_before = runner.uptime_ago(KEEP_LESSONS_MS)
    await _attempt_all(
        runner,
        lambda: store.people.delete_expired(runner.uptime_ago(KEEP_EXPIRED_MS)),
        lambda: store.accounts.delete_expired(lessons_before),
        close_rooms,
        lambda: store.homework.delete_expired(lessons_before),
        lambda: store.push.delete_old(runner.uptime_ago(KEEP_NOTICES_MS)),
        lambda: store.processes.delete_old(runner.now - MAX_CLOCK_MS),
    )


async def delete_unused(store: Store, runner: HubRunner, keep: Mapping[str, int]) -> None:
    """Delete games without an account, and then guests, that are older than ``keep``."""
    await _attempt_all(
        runner,
        lambda: store.games.delete_guest_games(runner.uptime_ago(keep["guest-game"])),
        lambda: store.people.delete_unused_guests(runner.uptime_ago(keep["guest"])),
    )


async def _attempt_all(runner: HubRunner, *steps: Callable[[], Awaitable[None]]) -> None:
    """Do these steps of the clean-up; one that fails does not stop the others.

    Raises ``StoreUnavailable`` during an outage, which would stop all of them.
    """
    for step in steps:
        try:
            await step()
        except StoreError as error:
            if isinstance(error, StoreUnavailable) and not runner.is_store_up:
                raise
            log.warning("cleanup failed", extra={"problem": str(error)})
        except Exception as error:
            log.exception("cleanup failed", extra={"problem": repr(error)})
