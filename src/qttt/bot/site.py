"""Requests to a server: JSON there and back, and streams of lines."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from .errors import BotError, Refused, Unreachable

PATIENCE = 20.0
"""So many seconds an answer may take; the server itself gives up earlier."""
SILENCE = 40.0
"""A stream in which so many seconds nothing came is lost; every 15 comes an empty line."""
LONGEST = 4 * 1024 * 1024
"""No answer and no line has more bytes."""


class Site:
    """A server at ``url``; ``token`` and ``cookie`` say who asks.

    Raises ``BotError`` for what is no address of one.
    """

    def __init__(self, url: str, token: str = "", cookie: str = "") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BotError(f"{url!r} is no address of a server; one is http://127.0.0.1:8000")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = cookie
        self._make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._place = (parts.hostname, parts.port)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": self.origin}

    def ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """What the server answers, None for nothing. Raises ``Refused`` or ``Unreachable``."""
        content = None if body is None else json.dumps(body)
        with closing(self._make(*self._place, timeout=PATIENCE)) as connection:
            answer = self._send(connection, method, path, content)
            try:
                told = answer.read(LONGEST)
            except (OSError, HTTPException) as error:
                raise self._lost(error) from error
        if 200 <= answer.status < 300:
            return json.loads(told) if told else None
        raise self._refusal(answer, told)

    def lines(self, path: str) -> Iterator[str]:
        """The lines of a stream, from an empty one on, until it ends. Raises as ``ask``."""
        with closing(self._make(*self._place, timeout=SILENCE)) as connection:
            answer = self._send(connection, "GET", path, None)
            if answer.status != 200:
                raise self._refusal(answer, answer.read(LONGEST))
            try:
                while line := answer.readline(LONGEST):
                    yield line.decode().rstrip("\n")
            except (OSError, HTTPException) as error:
                raise self._lost(error) from error

    def _send(
        self, connection: HTTPConnection, method: str, path: str, content: str | None
    ) -> HTTPResponse:
        headers = {**self._headers, **({"Cookie": self.cookie} if self.cookie else {})}
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, f"/api/{path}", content, headers)
            answer = connection.getresponse()
        except (OSError, HTTPException) as error:
            raise self._lost(error) from error
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def _lost(self, error: Exception) -> Unreachable:
        return Unreachable(f"{self.origin} is not reached: {str(error) or type(error).__name__}")

    def _refusal(self, answer: HTTPResponse, told: bytes) -> BotError:
        try:
            said = json.loads(told)
            code, message = str(said["error"]), str(said["message"])
        except (ValueError, LookupError, TypeError):
            if answer.status in (502, 503, 504):  # a proxy says so while the server is away
                return Unreachable(f"{self.origin} is away, it answers {answer.status}")
            return BotError(f"{self.origin} answers {answer.status}, and not as a game server")
        wait = answer.headers.get("Retry-After", "")
        return Refused(code, message, float(wait) if wait.isdecimal() else 0)
