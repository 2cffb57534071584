"""Allowed origins of unsafe requests.

Browsers send the page's origin with such requests. The origins of ``--origin`` are allowed. Without
that setting, a request is allowed if its origin equals its host, and the host is an IP address,
``localhost``, or this machine's name. Other names are rejected because of DNS rebinding: their
owner can load a page and then point the name to this server, so that origin and host are equal.
"""

import socket
from collections.abc import Iterable
from typing import cast
from urllib.parse import urlsplit

from fastapi import Request

from qttt.server.errors import ServerError
from qttt.server.net.local_network import LocalNetwork, local_name
from qttt.server.text import parse_ip, parse_origin


class Origins:
    """The allowed origins; by default the server's own addresses.

    Raises ``ServerError`` for an invalid origin.
    """

    def __init__(
        self,
        allowed: Iterable[str] = (),
        own: Iterable[str] | None = None,
        network: LocalNetwork | None = None,
    ) -> None:
        self._network = network or LocalNetwork()
        self._allowed = tuple(map(parse_origin, allowed))
        self._own = frozenset(own_names() if own is None else own)

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Return whether requests from ``origin`` are allowed; ``host`` is the Host header."""
        if origin is None:
            return False
        try:
            normal = parse_origin(origin)
        except ServerError:
            return False
        return normal in self._allowed if self._allowed else self._is_own(normal, host)

    def link_base(self, origin: str | None, host: str) -> str:
        """Return the app's base URL for links: the page's origin if it is allowed.

        Otherwise the first allowed origin, or ``host``, the origin that the request was sent to. If
        that only works on this machine, and other machines reach the server, its URL for them.
        """
        if self._allowed:
            return origin if origin in self._allowed else self._allowed[0]
        base = origin or host
        return self._network.url.rstrip("/") or base if _is_localhost(base) else base

    def page_origin(self, host: str) -> str:
        """Return the origin of the page that a request to the origin ``host`` shows.

        If origins are allowed, it is the one that equals ``host``, otherwise the first.
        """
        if not self._allowed:
            return host
        return next((own for own in self._allowed if _same(own, host)), self._allowed[0])

    def has(self, origin: str, host: str) -> bool:
        """Return whether links at ``origin`` are this server's.

        ``host`` is the origin that the request was sent to. Raises ``ServerError`` if ``origin`` is
        invalid.
        """
        return parse_origin(origin) in (self._allowed or (parse_origin(host),))

    def _is_own(self, origin: str, host: str | None) -> bool:
        parts = urlsplit(origin)
        name = parts.hostname or ""
        is_same = host is not None and _same(origin, f"{parts.scheme}://{host}")
        return is_same and (parse_ip(name) is not None or name in self._own)


def own_names() -> set[str]:
    """Return the names that resolve to this machine only: localhost and the host names."""
    return {"localhost", socket.gethostname().lower(), local_name()}


def _same(origin: str, other: str) -> bool:
    try:
        return parse_origin(other) == origin
    except ServerError:
        return False


def _is_localhost(origin: str) -> bool:
    name = urlsplit(origin).hostname or ""
    address = parse_ip(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def app_url(request: Request, place: str) -> str:
    """Return the URL of a place in the app, such as ``room/K7MQ2X``."""
    origins = cast(Origins, request.app.state.origins)
    host = f"{request.url.scheme}://{request.url.netloc}"
    return f"{origins.link_base(request.headers.get('origin'), host)}/{place}"
