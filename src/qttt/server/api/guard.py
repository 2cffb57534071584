"""Middleware that checks origin, content type and size of requests.

Unsafe methods require an allowed origin, against cross-site request forgery; requests with a bearer
token are exempt, because other sites' pages cannot send one.
"""

import asyncio
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qttt.server.errors import RequestError

from .error_responses import SAFE_METHODS, ErrorResponse
from .origins import Origins

MAX_BYTES = 16 * 1024
"""Maximum size of a request body."""
TIMEOUT_S = 10.0
"""Timeout for receiving the body."""


class RequestGuard:
    """Passes valid requests to ``inner`` after reading the whole body."""

    def __init__(self, inner: ASGIApp, origins: Origins) -> None:
        self._inner = inner
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, and pass it on or reject it."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self._inner(scope, receive, send)
            return
        try:
            self._check(scope["method"], Headers(scope=scope))
            body = await asyncio.wait_for(_body(receive), TIMEOUT_S)
        except TimeoutError:
            message = f"the request took more than {TIMEOUT_S:.0f} seconds"
            await ErrorResponse("too-slow", message)(scope, receive, send)
        except RequestError as error:
            await ErrorResponse(error.code, error.message)(scope, receive, send)
        else:
            await self._inner(scope, _replay(body, receive), send)

    def _check(self, method: str, headers: Mapping[str, str]) -> None:
        origin, host = headers.get("origin"), headers.get("host")
        if not (is_bearer(headers) or self._origins.allows(origin, host)):
            raise RequestError(
                "wrong-origin",
                "requests from this origin are not allowed; set the server's --origin to allow it",
            )
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method == "POST" and kind != "application/json":
            raise RequestError("wrong-type", "the content type must be application/json")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            raise _too_big()


def is_bearer(headers: Mapping[str, str]) -> bool:
    """Return whether the request has a bearer token; cookies are then ignored."""
    return headers.get("authorization", "").lower().startswith("bearer ")


async def _body(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestError("unreadable", "the request body is incomplete")
        body += message.get("body", b"")
        if len(body) > MAX_BYTES:
            raise _too_big()
        if not message.get("more_body"):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that yields the body, and then later messages."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


def _too_big() -> RequestError:
    return RequestError("too-big", f"a request can have at most {MAX_BYTES} bytes")
