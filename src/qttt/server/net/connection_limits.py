"""Limits of what clients have open at a time, in total and per address, except for proxies."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from qttt.server.telemetry import Telemetry, context_of
from qttt.server.text import parse_ip

MAX_SOCKETS_PER_USER = 20
"""Sockets of one user: tabs and devices."""
MAX_REPORTED_PROXIES = 10
"""How many untrusted proxies are logged."""

log = logging.getLogger("qttt.server")


class Proxies:
    """The trusted proxies: addresses or networks, each of which forwards many clients."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        self._networks = [ip_network(network) for network in networks]
        self._reported = set[str]()

    def __contains__(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self._networks)

    def report_forwarding(self, address: str) -> None:
        """Log an address that forwards requests, once, unless it is trusted."""
        is_reported = address in self._reported or len(self._reported) == MAX_REPORTED_PROXIES
        if not is_reported and address not in self:
            self._reported.add(address)
            log.warning("untrusted proxy", extra={"address": address})


class AddressLimiter:
    """Counts by network, as an IPv6 client has many addresses; ``proxies`` have no limit."""

    def __init__(self, maximum: int, proxies: Proxies | None = None) -> None:
        self._maximum = maximum
        self.proxies = proxies or Proxies()
        self._counts: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Count one more, or return False if the maximum is reached."""
        key = self._key(address)
        if key and self._counts[key] >= self._maximum:
            return False
        self._counts[key] += 1
        return True

    def release(self, address: str) -> None:
        key = self._key(address)
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    def _key(self, address: str) -> str:
        return "" if address in self.proxies else network(address)


class SocketShares:
    """Divides the sockets of an address among its clients.

    A user can have ``MAX_SOCKETS_PER_USER``; all without a stored session share ``max_strangers``
    of each address.
    """

    def __init__(self, max_strangers: int) -> None:
        self._by_user = AddressLimiter(MAX_SOCKETS_PER_USER)
        self._strangers = AddressLimiter(max_strangers)

    @contextmanager
    def share(self, user: str, address: str) -> Iterator[bool]:
        """Count a socket meanwhile, and yield whether it can open; a stranger has no ``user``."""
        limiter, key = (self._by_user, user) if user else (self._strangers, address)
        is_admitted = limiter.admit(key)
        try:
            yield is_admitted
        finally:
            if is_admitted:
                limiter.release(key)


class SocketLimiter:
    """Middleware that passes sockets to ``inner`` below the limits, and none during shutdown."""

    def __init__(
        self,
        inner: ASGIApp,
        telemetry: Telemetry,
        max_sockets: int,
        max_per_address: int,
        is_shutting_down: Callable[[], bool],
    ) -> None:
        self._inner = inner
        self._telemetry = telemetry
        self._max_sockets = max_sockets
        self._is_shutting_down = is_shutting_down
        self._by_address = AddressLimiter(max_per_address)
        self._count = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._inner(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        if reason := self._admit(address):
            self._telemetry.rejected_sockets.labels(reason).inc()
            context_of(scope).code = "unavailable"
            await send({"type": "websocket.close"})
            return
        self._count += 1
        try:
            await self._inner(scope, receive, send)
        finally:
            self._count -= 1
            self._by_address.release(address)

    def _admit(self, address: str) -> str:
        """Count the socket, or return why it is rejected."""
        if self._is_shutting_down():
            return "stopping"
        if self._count >= self._max_sockets:
            return "full"
        return "" if self._by_address.admit(address) else "address"


def network(address: str) -> str:
    """Return the network of an address for counting: the /64 prefix of an IPv6 address.

    >>> network("2001:db8:1:2:3::4"), network("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    parsed = parse_ip(address)
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
