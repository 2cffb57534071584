"""Every request gets a name, is counted, and leaves a line if it is worth one.

What a line tells is the pattern of the address and not the address itself, in which the code of an
invitation may be, or the name of a game that is for friends; never a query, a header or a body.
"""

import logging
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from qttt.server.api.problems import fault
from qttt.server.note import KEY, Note

from .lookout import Lookout

WORTH_A_LINE = frozenset(
    {"busy", "no-session", "too-big", "too-fast", "too-slow", "wrong-login", "wrong-origin"}
)
"""Refusals that may be somebody trying something."""
ACCOUNTS = tuple(
    f"/api/{part}" for part in ("account", "login", "passkeys", "password", "recover", "tokens")
)
"""What is done there is on record: who came in, whose password or token changed."""
QUIET = 60.0
"""Seconds in which the same refusal of the same address is told once, so that no log is flooded."""
MOST_TOLD = 10_000
HEADER, REFUSED = b"x-request-id", 400
"""An answer from that status on says under which name the log tells of it."""

log = logging.getLogger("qttt.server.requests")


class Requests:
    """Passes requests on to ``inner``, and answers those that end in a fault of the server."""

    def __init__(self, inner: ASGIApp, lookout: Lookout) -> None:
        self._inner = inner
        self._lookout = lookout
        self._told: dict[tuple[str, str], float] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and note how."""
        if scope["type"] not in ("http", "websocket"):
            await self._inner(scope, receive, send)
            return
        name = secrets.token_hex(8)
        scope[KEY] = Note(name)
        with bound_contextvars(request=name):
            carry = self._http if scope["type"] == "http" else self._socket
            await carry(scope, receive, send, name)

    async def _http(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        began, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if status >= REFUSED:
                    message["headers"] = [*message.get("headers", ()), (HEADER, name.encode())]
            await send(message)

        try:
            await self._inner(scope, receive, noted)
        except Exception:
            self._lookout.metrics.errors.inc()
            log.exception("unexpected error", extra=_about(scope))
            if not status:
                await fault(name)(scope, receive, noted)
        self._finished(scope, status, time.perf_counter() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        is_open = False

        async def noted(message: Message) -> None:
            nonlocal is_open
            is_open |= message["type"] == "websocket.accept"
            if message["type"] == "websocket.close" and not (is_open or scope[KEY].code):
                self._lookout.metrics.turned_away.labels("origin").inc()
                scope[KEY].code = "wrong-origin"
                self._tell(scope, 403)
            await send(message)

        try:
            await self._inner(scope, receive, noted)
        except Exception:
            self._lookout.metrics.errors.inc()
            log.exception("unexpected error", extra=_about(scope))

    def _finished(self, scope: Scope, status: int, seconds: float) -> None:
        metrics, code = self._lookout.metrics, scope[KEY].code
        metrics.requests.labels(scope["method"], status).inc()
        metrics.request_seconds.observe(seconds)
        if code:
            metrics.problems.labels(code).inc()
        self._tell(scope, status)

    def _tell(self, scope: Scope, status: int) -> None:
        note: Note = scope[KEY]
        about = _about(scope)
        known = {**about, "status": status, "user": note.user, "code": note.code}
        told = {name: value for name, value in known.items() if value}
        if note.code in WORTH_A_LINE:
            if self._is_new(note.code, about["address"]):
                log.info("refused", extra=told)
        elif scope["type"] == "http" and _is_account(scope):
            log.info("account", extra=told)
        else:
            log.debug("request", extra=told)

    def _is_new(self, code: str, address: str) -> bool:
        """Whether that was not told a moment ago."""
        now = time.monotonic()
        if now - self._told.get((code, address), -QUIET) < QUIET:
            return False
        if len(self._told) >= MOST_TOLD:
            self._told.clear()
        self._told[code, address] = now
        return True


def _is_account(scope: Scope) -> bool:
    return scope["method"] not in ("GET", "HEAD") and scope["path"].startswith(ACCOUNTS)


def _about(scope: Scope) -> dict[str, str]:
    """What may be told of a request. A path that no route has is somebody's guess."""
    route, root = scope.get("route"), scope.get("root_path", "")
    path = getattr(route, "path", "")
    client = scope.get("client")
    return {
        "method": scope.get("method", "WEBSOCKET"),
        "route": f"{root}{path}" if path else "",
        "address": client[0] if client else "",
    }
