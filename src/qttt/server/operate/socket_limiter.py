"""Middleware that limits sockets, in total and per address, and rejects them during shutdown."""

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from qttt.server.net.address_limiter import AddressLimiter
from qttt.server.telemetry import Telemetry, context_of


class SocketLimiter:
    """Passes sockets to ``inner`` below the limits."""

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
        """Accept the socket, or reject it before it is open."""
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
