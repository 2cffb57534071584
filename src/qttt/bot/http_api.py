"""HTTP requests to a server: JSON in both directions, streams of lines, and retries."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from random import Random
from typing import Any
from urllib.parse import urlsplit

from qttt.copies import IndependentCopies

from .errors import BotError, RequestRejectedError, ServerUnreachableError

REQUEST_TIMEOUT_S = 20.0
"""Longer than the server's timeout."""
STREAM_TIMEOUT_S = 40.0
"""Streams have a keepalive line every 15 seconds."""
MAX_BYTES = 4 * 1024 * 1024
"""Maximum size of a response and of a line."""
FIRST_DELAY_S, MAX_DELAY_S = 1.0, 30.0
"""Delays before retries."""


class ServerApi(IndependentCopies):
    """The HTTP API of the server at ``url``, authenticated by ``token`` or ``cookie``.

    Raises ``BotError`` for an invalid URL.
    """

    def __init__(self, url: str, token: str = "", cookie: str = "") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BotError(f"invalid server URL {url!r}: write, for example, http://127.0.0.1:8000")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = cookie
        self._connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._address = (parts.hostname, parts.port)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": self.origin}

    def request(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """Return the JSON response, None if empty.

        Raises:
            RequestRejectedError: The server rejected the request.
            ServerUnreachableError: The server did not answer.
            BotError: The response is not one of a game server.
        """
        content = None if body is None else json.dumps(body)
        with closing(self._connect(*self._address, timeout=REQUEST_TIMEOUT_S)) as connection:
            response = self._send(connection, method, path, content)
            try:
                payload = response.read(MAX_BYTES)
            except (OSError, HTTPException) as error:
                raise self._unreachable(error) from error
        if 200 <= response.status < 300:
            return json.loads(payload) if payload else None
        raise self._error(response, payload)

    def stream(self, path: str) -> Iterator[str]:
        """Yield the lines of a stream until it ends, the first one empty. Raises as ``request``."""
        with closing(self._connect(*self._address, timeout=STREAM_TIMEOUT_S)) as connection:
            response = self._send(connection, "GET", path, None)
            if response.status != 200:
                raise self._error(response, response.read(MAX_BYTES))
            try:
                while line := response.readline(MAX_BYTES):
                    yield line.decode().rstrip("\n")
            except (OSError, HTTPException) as error:
                raise self._unreachable(error) from error

    def _send(
        self, connection: HTTPConnection, method: str, path: str, content: str | None
    ) -> HTTPResponse:
        headers = {**self._headers, **({"Cookie": self.cookie} if self.cookie else {})}
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, f"/api/{path}", content, headers)
            response = connection.getresponse()
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from error
        if cookie := response.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return response

    def _unreachable(self, error: Exception) -> ServerUnreachableError:
        return ServerUnreachableError(
            f"cannot reach {self.origin}: {str(error) or type(error).__name__}"
        )

    def _error(self, response: HTTPResponse, payload: bytes) -> BotError:
        try:
            body = json.loads(payload)
            code, message = str(body["error"]), str(body["message"])
        except (ValueError, LookupError, TypeError):
            if response.status in (502, 503, 504):  # from a proxy while the server is down
                return ServerUnreachableError(
                    f"{self.origin} is unavailable: status {response.status}"
                )
            return BotError(f"{self.origin} is not a game server: status {response.status}")
        wait = response.headers.get("Retry-After", "")
        return RequestRejectedError(code, message, float(wait) if wait.isdecimal() else 0)


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
