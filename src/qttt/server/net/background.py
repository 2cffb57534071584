"""Background tasks of the server."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress

from qttt.server.errors import StoreUnavailable

CANCEL_AGAIN_S = 1.0
"""When to repeat a cancellation: timeouts of libraries, such as redis-py's, can swallow one."""
RETRY_S = 600.0
"""How soon, at the latest, a task is repeated for which the store was unavailable."""
POLL_INTERVAL_S = 0.01

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that run until they end or are cancelled; their errors are logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, coroutine: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def repeat(self, seconds: float, action: Callable[[], Coroutine[None, None, object]]) -> None:
        """Run an action periodically, also after errors; one that recurs is logged once."""
        self.start(_repeat(seconds, action))

    async def wait_all(self, timeout_s: float) -> None:
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=timeout_s)

    async def cancel_all(self) -> None:
        """Cancel all tasks and wait for them; a cancellation that is swallowed is repeated."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(tuple(self._tasks), timeout=CANCEL_AGAIN_S)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("background task failed", exc_info=error)


async def _repeat(seconds: float, action: Callable[[], Coroutine[None, None, object]]) -> None:
    last = ""
    while True:
        delay = seconds
        try:
            await action()
        except StoreUnavailable as error:
            log.debug("postponed: the store is unavailable: %s", error)
            delay = min(seconds, RETRY_S)
        except Exception as error:
            if repr(error) != last:
                log.exception("periodic task failed")
            last = repr(error)
        else:
            last = ""
        await asyncio.sleep(delay)


async def wait_until(is_done: Callable[[], bool], timeout_s: float) -> None:
    """Wait until a condition holds, or for the timeout."""
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout_s):
            while not is_done():
                await asyncio.sleep(POLL_INTERVAL_S)
