"""How many sockets there may be, in all and from one address; and none while the server stops."""

from collections import Counter
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from qttt.server.api.rates import network
from qttt.server.note import note_of

from .lookout import Lookout


class Crowd:
    """Lets sockets through to ``inner`` while there is room."""

    def __init__(
        self,
        inner: ASGIApp,
        lookout: Lookout,
        most: int,
        most_per_address: int,
        is_leaving: Callable[[], bool],
    ) -> None:
        self._inner = inner
        self._lookout = lookout
        self._most = most
        self._most_per_address = most_per_address
        self._is_leaving = is_leaving
        self._here: Counter[str] = Counter()
        self._count = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or refuse it before it is open; clients come again later."""
        if scope["type"] != "websocket":
            await self._inner(scope, receive, send)
            return
        client = scope.get("client")
        address = network(client[0]) if client else ""
        if why := self._reason(address):
            self._lookout.metrics.turned_away.labels(why).inc()
            note_of(scope).code = "unavailable"
            await send({"type": "websocket.close"})
            return
        self._count += 1
        self._here[address] += 1
        try:
            await self._inner(scope, receive, send)
        finally:
            self._count -= 1
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address]

    def _reason(self, address: str) -> str:
        if self._is_leaving():
            return "stopping"
        if self._count >= self._most:
            return "full"
        return "address" if self._here[address] >= self._most_per_address else ""
