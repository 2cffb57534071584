"""What every request has to pass before anybody reads it: origin, type and size.

A request that changes something needs an allowed origin, unless it bears a program's token, which
no page of another site can send along. So a browser is never made to act for its user unknowingly.
"""

import asyncio
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .origins import Origins
from .problems import ApiError, problem

READING = frozenset({"GET", "HEAD", "OPTIONS"})
MOST = 16 * 1024
"""How many bytes a request may send."""
PATIENCE = 10.0
"""Seconds in which it has to have sent them."""


class Guard:
    """Lets through to ``inner`` what may be read, with its body complete."""

    def __init__(self, inner: ASGIApp, origins: Origins) -> None:
        self._inner = inner
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or refuse it."""
        if scope["type"] != "http" or scope["method"] in READING:
            await self._inner(scope, receive, send)
            return
        try:
            self._check(scope["method"], Headers(scope=scope))
            body = await asyncio.wait_for(_body(receive), PATIENCE)
        except TimeoutError:
            refused = ApiError("too-slow", f"the request took more than {PATIENCE:.0f} seconds")
            await problem(refused.code, refused.message)(scope, receive, send)
        except ApiError as error:
            await problem(error.code, error.message)(scope, receive, send)
        else:
            await self._inner(scope, _again(body, receive), send)

    def _check(self, method: str, headers: Mapping[str, str]) -> None:
        origin, host = headers.get("origin"), headers.get("host")
        if not (is_bearer(headers) or self._origins.allows(origin, host)):
            raise ApiError(
                "wrong-origin",
                "only the app's own pages may do this; the server's --origin names their address",
            )
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method == "POST" and kind != "application/json":
            raise ApiError("wrong-type", "send application/json")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST:
            raise _too_big()


def is_bearer(headers: Mapping[str, str]) -> bool:
    """Whether the request bears a token of its own, and so no cookie counts."""
    return headers.get("authorization", "").lower().startswith("bearer ")


async def _body(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ApiError("unreadable", "the request ended before its end")
        body += message.get("body", b"")
        if len(body) > MOST:
            raise _too_big()
        if not message.get("more_body"):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Receives the body that was read, and then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


def _too_big() -> ApiError:
    return ApiError("too-big", f"a request has no more than {MOST} bytes")
