"""How often somebody may do something, counted over a sliding window.

Where processes share a Redis, they count together in it. While that is away each counts for itself,
and nobody is refused for it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from operator import methodcaller
from time import monotonic, time
from typing import Any, TypeVar

from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError

from .problems import ApiError

T = TypeVar("T")
Turned = Callable[[bool, str], None]
"""Is told when counting together begins (True) or ends, and why."""

PATIENCE = 0.5
"""Seconds in which a Redis has to answer."""
AGAIN = 5.0
"""Seconds until it is asked again after it did not."""

# By address, where a whole school can be behind one: what costs the server something, or guesses.
# By user, where it is known who asks.
LIMITS: Mapping[str, str] = {
    "request": "6000/minute",
    "session": "90/minute; 1000/hour",
    "login": "30/minute",
    "login-name": "10/minute; 100/day",
    "account": "40/hour",
    "password": "10/minute",
    "token": "20/hour",
    "seek": "30/minute",
    "challenge": "20/minute; 200/day",
    "code": "60/minute",
    "room": "20/hour",
    "join": "30/minute",
    "guess": "60/minute; 600/hour",
    "game": "30/minute",
    "decision": "20/second",
    "record": "120/minute",
    "archive": "10/minute",
    "stream": "60/minute",
    "coin": "120/minute",
}


class Rates:
    """Counts who did what, and refuses what is too much.

    ``pool`` leads to the Redis in which processes count together, ``turned`` is told whether they
    do (``shared_rates``).
    """

    def __init__(
        self,
        limits: Mapping[str, str] = LIMITS,
        pool: Any = None,
        turned: Turned = lambda together, why: None,
    ) -> None:
        self._limits: dict[str, list[RateLimitItem]] = {
            what: parse_many(text) for what, text in limits.items()
        }
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._together = _counter(pool) if pool else None
        self._turned = turned
        self._is_together = True
        self._again = 0.0

    async def count(self, what: str, by: str) -> None:
        """Note that ``by`` does that once more. Raises ``ApiError`` if it is too often."""
        for limit in self._limits[what]:
            if not await self._asked(methodcaller("hit", limit, what, by)):
                raise await self._too_fast(limit, what, by)

    async def check(self, what: str, by: str) -> None:
        """Raises ``ApiError`` if ``by`` has done that too often to do it once more."""
        for limit in self._limits[what]:
            if not await self._asked(methodcaller("test", limit, what, by)):
                raise await self._too_fast(limit, what, by)

    async def _too_fast(self, limit: RateLimitItem, what: str, by: str) -> ApiError:
        window = await self._asked(methodcaller("get_window_stats", limit, what, by))
        wait = max(1, ceil(window.reset_time - time()))
        told = f"this is too often; try again in {wait} s"
        return ApiError("too-fast", told, {"Retry-After": str(wait)})

    async def _asked(self, question: Callable[[MovingWindowRateLimiter], Awaitable[T]]) -> T:
        """The answer of whoever counts now."""
        if self._together and monotonic() >= self._again:
            try:
                answer = await question(self._together)
            except (StorageError, OSError) as error:
                self._again = monotonic() + AGAIN
                self._turn(False, str(error.__cause__ or error))
            else:
                self._turn(True)
                return answer
        return await question(self._alone)

    def _turn(self, together: bool, why: str = "") -> None:
        if together != self._is_together:
            self._is_together = together
            self._turned(together, why)


@asynccontextmanager
async def shared_rates(
    limits: Mapping[str, str], redis: str, turned: Turned
) -> AsyncIterator[Rates]:
    """Limits that processes count together in the Redis of that address, there or not.

    Without an address this process counts alone.
    """
    if not redis:
        yield Rates(limits)
        return
    from redis.asyncio import ConnectionPool
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    pool = ConnectionPool.from_url(
        redis,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
    )
    try:
        yield Rates(limits, pool, turned)
    finally:
        await pool.aclose()


def _counter(pool: Any) -> MovingWindowRateLimiter:
    from limits.aio.storage import RedisStorage

    storage = RedisStorage(
        "async+redis://",
        wrap_exceptions=True,
        implementation="redispy",
        key_prefix="qttt.rate",
        connection_pool=pool,
    )
    return MovingWindowRateLimiter(storage)


def network(address: str) -> str:
    """The address as it is counted: of IPv6 the part that a provider gives to one customer.

    >>> network("2001:db8:1:2:3::4"), network("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
