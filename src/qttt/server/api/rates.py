"""How often somebody may do something, counted in this process over a sliding window."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import time

from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from .problems import ApiError

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
}


class Rates:
    """Counts who did what, and refuses what is too much."""

    def __init__(self, limits: Mapping[str, str] = LIMITS) -> None:
        self._limits: dict[str, list[RateLimitItem]] = {
            what: parse_many(text) for what, text in limits.items()
        }
        self._counter = MovingWindowRateLimiter(MemoryStorage())

    async def count(self, what: str, by: str) -> None:
        """Note that ``by`` does that once more. Raises ``ApiError`` if it is too often."""
        for limit in self._limits[what]:
            if not await self._counter.hit(limit, what, by):
                raise await self._too_fast(limit, what, by)

    async def check(self, what: str, by: str) -> None:
        """Raises ``ApiError`` if ``by`` has done that too often to do it once more."""
        for limit in self._limits[what]:
            if not await self._counter.test(limit, what, by):
                raise await self._too_fast(limit, what, by)

    async def _too_fast(self, limit: RateLimitItem, what: str, by: str) -> ApiError:
        window = await self._counter.get_window_stats(limit, what, by)
        wait = max(1, ceil(window.reset_time - time()))
        told = f"this is too often; try again in {wait} s"
        return ApiError("too-fast", told, {"Retry-After": str(wait)})


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
