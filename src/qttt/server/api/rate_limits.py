"""Rate limits over sliding windows, in memory or shared by processes through Redis.

While Redis is unavailable, each process counts by itself, and no request fails for that reason.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from math import ceil
from operator import methodcaller
from time import monotonic, time
from typing import TYPE_CHECKING, Any, TypeVar

from limits import RateLimitItem, parse_many
from limits.errors import StorageError

from qttt.server.errors import RequestError
from qttt.server.net.redis_bus import create_client
from qttt.server.rates import LIMITS

from .local_limits import LocalLimiter

if TYPE_CHECKING:
    from limits.aio.strategies import MovingWindowRateLimiter

T = TypeVar("T")
OnShared = Callable[[bool, str], None]
"""Called when shared counting starts (True) or stops, with the reason."""

REDIS_TIMEOUT_S = 0.5
"""Timeout for a response of Redis."""
RETRY_S = 5.0
"""Delay before Redis is used again after a failure."""


class RateLimiter:
    """Counts operations and rejects those above their limit.

    Args:
        limits: For each operation its limits, in the syntax of package ``limits``.
        pool: Connection pool of the Redis that processes share, if any.
        on_shared: Called when shared counting stops or starts again.
    """

    def __init__(
        self,
        limits: Mapping[str, str] = LIMITS,
        pool: Any = None,
        on_shared: OnShared = lambda is_shared, reason: None,
    ) -> None:
        self._limits: dict[str, list[RateLimitItem]] = {
            what: parse_many(text) for what, text in limits.items()
        }
        self._local = LocalLimiter()
        self._shared = _redis_limiter(pool) if pool else None
        self._on_shared = on_shared
        self._is_shared = True
        self._retry_at = 0.0

    async def hit(self, operation: str, client: str) -> None:
        """Count one operation of ``client``. Raises ``RequestError`` above the limit."""
        await self._apply("hit", operation, client)

    async def check(self, operation: str, client: str) -> None:
        """Raise ``RequestError`` if another operation of ``client`` would be above the limit."""
        await self._apply("test", operation, client)

    async def mark(self, operation: str, client: str) -> None:
        """Remember ``client`` for the period of the limit."""
        for limit in self._limits[operation]:
            await self._call(methodcaller("hit", limit, operation, client))

    async def is_marked(self, operation: str, client: str) -> bool:
        """Return whether ``client`` was marked within the period."""
        return not all(
            [
                await self._call(methodcaller("test", limit, operation, client))
                for limit in self._limits[operation]
            ]
        )

    @asynccontextmanager
    async def limit_failures(
        self, codes: Collection[str], *counts: tuple[str, str]
    ) -> AsyncIterator[None]:
        """Count a request for these operations and clients if it is rejected with such a code.

        Raises ``RequestError`` if another one would be above a limit.
        """
        for operation, client in counts:
            await self.check(operation, client)
        try:
            yield
        except RequestError as error:
            if error.code in codes:
                for operation, client in counts:
                    await self.hit(operation, client)
            raise

    async def _apply(self, method: str, operation: str, client: str) -> None:
        for limit in self._limits[operation]:
            if not await self._call(methodcaller(method, limit, operation, client)):
                stats = methodcaller("get_window_stats", limit, operation, client)
                wait = max(1, ceil((await self._call(stats)).reset_time - time()))
                message = f"too many requests; try again in {wait} s"
                raise RequestError("too-fast", message, {"Retry-After": str(wait)})

    async def _call(
        self, method: "Callable[[MovingWindowRateLimiter | LocalLimiter], Awaitable[T]]"
    ) -> T:
        """Call a method of the shared limiter, or of the local one if Redis is unavailable."""
        if self._shared and monotonic() >= self._retry_at:
            try:
                result = await method(self._shared)
            except (StorageError, OSError) as error:
                self._retry_at = monotonic() + RETRY_S
                self._set_shared(False, str(error.__cause__ or error))
            else:
                self._set_shared(True)
                return result
        return await method(self._local)

    def _set_shared(self, is_shared: bool, reason: str = "") -> None:
        if is_shared != self._is_shared:
            self._is_shared = is_shared
            self._on_shared(is_shared, reason)


@asynccontextmanager
async def open_rate_limiter(
    limits: Mapping[str, str], redis: str, on_shared: OnShared
) -> AsyncIterator[RateLimiter]:
    """Open a limiter shared through the Redis at that URL, or a local one without a URL."""
    if not redis:
        yield RateLimiter(limits)
        return
    client = create_client(redis, REDIS_TIMEOUT_S)
    try:
        yield RateLimiter(limits, client.connection_pool, on_shared)
    finally:
        await client.aclose()


def _redis_limiter(pool: Any) -> "MovingWindowRateLimiter":
    from limits.aio.storage import RedisStorage
    from limits.aio.strategies import MovingWindowRateLimiter

    storage = RedisStorage(
        "async+redis://",
        wrap_exceptions=True,
        implementation="redispy",
        key_prefix="qttt.rate",
        connection_pool=pool,
    )
    return MovingWindowRateLimiter(storage)
