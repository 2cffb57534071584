"""HTTP requests to a server: JSON in both directions, streams of lines, and retries."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http.client import (
    HTTP_PORT,
    HTTPS_PORT,
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    IncompleteRead,
)
from random import Random
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from qttt.copies import IndependentCopies
from qttt.notation.escapes import printable

from .errors import BotError, RequestRejectedError, ServerUnreachableError

REQUEST_TIMEOUT_S = 20.0
"""Longer than the server's timeout."""
STREAM_TIMEOUT_S = 40.0
"""Streams have a keepalive line every 15 seconds."""
MAX_BYTES = 4 * 1024 * 1024
"""Maximum size of a response and of a line."""
FIRST_DELAY_S, MAX_DELAY_S = 1.0, 30.0
"""Delays before retries."""
MAX_RETRY_AFTER_S = 86_400.0
"""The longest delay that a server can ask for."""
JSON_LINES = "application/x-ndjson"
"""The content type of streams."""

T = TypeVar("T")


class ServerApi(IndependentCopies):
    """The HTTP API of the server at ``url``, authenticated by ``token`` or ``cookie``.

    Raises ``BotError`` for an invalid URL or token.
    """

    def __init__(self, url: str, token: str = "", cookie: str = "") -> None:
        try:
            scheme, host, port = _split_url(url)
            # The port is given, or the last number of an IPv6 address would be taken for it.
            default_port = HTTPS_PORT if scheme == "https" else HTTP_PORT
            self._address = (host, default_port if port is None else port)
            HTTPConnection(*self._address)
        except (ValueError, HTTPException) as error:
            message = f"invalid server URL {url!r}: write, for example, http://127.0.0.1:8000"
            raise BotError(message) from error
        if not (token.isascii() and token.isprintable()):
            raise BotError("invalid token: it may have only printable ASCII characters")
        authority = f"[{host}]" if ":" in host else host
        self.origin = f"{scheme}://{authority}" + (f":{port}" if port is not None else "")
        self.cookie = cookie
        self._connect = HTTPSConnection if scheme == "https" else HTTPConnection
        self._headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": self.origin}

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        parse: Callable[[Any], T] = lambda response: response,
    ) -> T:
        """Return what ``parse`` makes of the JSON response, None if empty.

        Raises:
            RequestRejectedError: The server rejected the request.
            ServerUnreachableError: The server did not answer.
            BotError: The response is not one of a game server.
        """
        content = None if body is None else json.dumps(body)
        with closing(self._connect(*self._address, timeout=REQUEST_TIMEOUT_S)) as connection:
            response = self._send(connection, method, path, content)
            payload = self._read(response)
        if 200 <= response.status < 300:
            return self.parse(payload, parse)
        raise self._error(response, payload)

    def stream(self, path: str) -> Iterator[bytes]:
        """Yield the lines of a stream until it ends, the first one empty. Raises as ``request``."""
        with closing(self._connect(*self._address, timeout=STREAM_TIMEOUT_S)) as connection:
            response = self._send(connection, "GET", path, None)
            if response.status != 200:
                raise self._error(response, self._read(response))
            if response.headers.get_content_type() != JSON_LINES:
                raise self._not_a_game_server(self._read(response))
            while line := self._read_line(response):
                yield line.removesuffix(b"\n")

    def parse(self, text: bytes, parse: Callable[[Any], T]) -> T:
        """Return what ``parse`` makes of a JSON text of the server, None if empty.

        Raises ``BotError`` if the text is not JSON, or not what ``parse`` expects.
        """
        try:
            return parse(json.loads(text) if text else None)
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise self._not_a_game_server(text) from error

    def _send(
        self, connection: HTTPConnection, method: str, path: str, content: str | None
    ) -> HTTPResponse:
        headers = {**self._headers, **({"Cookie": self.cookie} if self.cookie else {})}
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, quote(f"/api/{path}", errors="replace"), content, headers)
            response = connection.getresponse()
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from error
        if cookie := response.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return response

    def _read(self, response: HTTPResponse) -> bytes:
        """Read the body, at most ``MAX_BYTES``."""
        try:
            payload = response.read(MAX_BYTES)
            if response.length and len(payload) < MAX_BYTES:
                raise IncompleteRead(payload, response.length)
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from error
        return payload

    def _read_line(self, response: HTTPResponse) -> bytes:
        """Read a line with its end, at most ``MAX_BYTES``; an empty one is the end of the body."""
        try:
            line = response.readline(MAX_BYTES)
            if line and not line.endswith(b"\n") and len(line) < MAX_BYTES:
                raise IncompleteRead(line)
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from error
        return line

    def _not_a_game_server(self, payload: bytes) -> BotError:
        text = printable(payload[:60].decode(errors="replace"))
        return BotError(f"{self.origin} is not a game server, or a newer one: it sent {text!r}")

    def _unreachable(self, error: Exception) -> ServerUnreachableError:
        return ServerUnreachableError(
            f"cannot reach {self.origin}: {str(error) or type(error).__name__}"
        )

    def _error(self, response: HTTPResponse, payload: bytes) -> BotError:
        try:
            body = json.loads(payload)
            code, message = str(body["error"]), str(body["message"])
        except (ValueError, LookupError, TypeError, RecursionError):
            if response.status in (502, 503, 504):  # from a proxy while the server is down
                return ServerUnreachableError(
                    f"{self.origin} is unavailable: status {response.status}"
                )
            return BotError(f"{self.origin} is not a game server: status {response.status}")
        wait = response.headers.get("Retry-After", "")
        wait_s = min(float(wait), MAX_RETRY_AFTER_S) if wait.isdecimal() else 0
        return RequestRejectedError(code, message, wait_s)


def _split_url(url: str) -> tuple[str, str, int | None]:
    """Return the scheme, host and port of ``url``. Raises ``ValueError``."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("no host, or not of HTTP")
    return parts.scheme, parts.hostname.encode("idna").decode(), parts.port


class Backoff(IndependentCopies):
    """Delays between retries: doubled each time up to ``MAX_DELAY_S``, plus up to 50 % jitter."""

    def __init__(self) -> None:
        self._next = FIRST_DELAY_S
        self._rng = Random()

    def retry_or_raise(self, error: BotError) -> None:
        """Sleep if a retry can help, otherwise raise ``error``."""
        if isinstance(error, RequestRejectedError) and error.is_temporary:
            self.sleep(error.retry_after_s)
        elif isinstance(error, ServerUnreachableError):
            self.sleep()
        else:
            raise error

    def sleep(self, minimum_s: float = 0) -> None:
        """Sleep before the next retry, for at least ``minimum_s`` seconds."""
        delay, self._next = max(self._next, minimum_s), min(MAX_DELAY_S, 2 * self._next)
        time.sleep(delay * (1 + self._rng.random() / 2))

    def reset(self) -> None:
        """Start again with the initial delay, after a success."""
        self._next = FIRST_DELAY_S
