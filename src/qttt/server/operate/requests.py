"""Middleware that gives requests an id, counts them, and logs the important ones.

Log lines contain the route's pattern instead of the path, which can include the code of an
invitation or the id of a private game; they contain no queries, headers or bodies.
"""

import logging
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from qttt.server.api.error_responses import internal_error
from qttt.server.telemetry import CONTEXT_KEY, RequestContext, Telemetry

SUSPICIOUS_CODES = frozenset(
    {"busy", "no-session", "too-big", "too-fast", "too-slow", "wrong-login", "wrong-origin"}
)
"""Error codes that can indicate an attack; they are logged at level info."""
ACCOUNT_PATHS = tuple(
    f"/api/{part}" for part in ("account", "login", "passkeys", "password", "recover", "tokens")
)
"""Paths whose requests are always logged: logins and changes of credentials."""
REPEAT_S = 60.0
"""The same error of the same address is logged once in this interval."""
MAX_LOGGED = 10_000
HEADER, ERROR_STATUS = b"x-request-id", 400
"""The header is added to responses with at least this status."""

log = logging.getLogger("qttt.server.requests")


class RequestTelemetry:
    """Passes requests to ``inner``, and handles unexpected exceptions."""

    def __init__(self, inner: ASGIApp, telemetry: Telemetry) -> None:
        self._inner = inner
        self._telemetry = telemetry
        self._logged: dict[tuple[str, str], float] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._inner(scope, receive, send)
            return
        name = secrets.token_hex(8)
        scope[CONTEXT_KEY] = RequestContext(name)
        with bound_contextvars(request=name):
            await self._record(scope, receive, send, name)

    async def _record(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        began, status = time.perf_counter(), 0

        async def recording_send(message: Message) -> None:
            nonlocal status
            match message["type"]:
                case "http.response.start":
                    status = message["status"]
                    if status >= ERROR_STATUS:
                        message["headers"] = [*message.get("headers", ()), (HEADER, name.encode())]
                case "websocket.accept":
                    status = 101
                case "websocket.close" if not (status or scope[CONTEXT_KEY].code):
                    self._telemetry.rejected_sockets.labels("origin").inc()
                    scope[CONTEXT_KEY].code = "wrong-origin"
                    self._log(scope, 403)
            await send(message)

        try:
            await self._inner(scope, receive, recording_send)
        except Exception:
            self._telemetry.errors.inc()
            log.exception("unexpected error", extra=_about(scope))
            if scope["type"] == "http" and not status:
                await internal_error(name)(scope, receive, recording_send)
        if scope["type"] == "http":
            self._finished(scope, status, time.perf_counter() - began)

    def _finished(self, scope: Scope, status: int, seconds: float) -> None:
        metrics, code = self._telemetry, scope[CONTEXT_KEY].code
        metrics.requests.labels(scope["method"], status).inc()
        metrics.request_seconds.observe(seconds)
        if code:
            metrics.problems.labels(code).inc()
        self._log(scope, status)

    def _log(self, scope: Scope, status: int) -> None:
        context: RequestContext = scope[CONTEXT_KEY]
        about = _about(scope)
        known = {**about, "status": status, "user": context.user, "code": context.code}
        fields = {name: value for name, value in known.items() if value}
        if context.code in SUSPICIOUS_CODES:
            if self._is_new(context.code, about["address"]):
                log.info("request rejected", extra=fields)
        elif scope["type"] == "http" and _is_account(scope):
            log.info("account", extra=fields)
        else:
            log.debug("request", extra=fields)

    def _is_new(self, code: str, address: str) -> bool:
        """Return whether that error was not logged recently."""
        now = time.monotonic()
        if now - self._logged.get((code, address), -REPEAT_S) < REPEAT_S:
            return False
        if len(self._logged) >= MAX_LOGGED:
            self._logged.clear()
        self._logged[code, address] = now
        return True


def _is_account(scope: Scope) -> bool:
    return scope["method"] not in ("GET", "HEAD") and scope["path"].startswith(ACCOUNT_PATHS)


def _about(scope: Scope) -> dict[str, str]:
    """Return what can be logged about a request; paths without a route are omitted."""
    route, root = scope.get("route"), scope.get("root_path", "")
    path = getattr(route, "path", "")
    client = scope.get("client")
    return {
        "method": scope.get("method", "WEBSOCKET"),
        "route": f"{root}{path}" if path else "",
        "address": client[0] if client else "",
    }
