"""Which pages may change something here.

A browser says with every such request from which site the page is that sends it. Allowed are the
sites that the server was told (``--origin``). If it was told none, a page may talk to the address
that it came from, provided that this address cannot be anybody else's: a number, ``localhost``, or
this machine's own name. Any other name is not believed. Whoever owns one can let it point at this
server, after their page was loaded from another (*DNS rebinding*); then origin and host are the
same, and yet the page is a stranger's.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from qttt.server.errors import ServerError

DEFAULT_PORTS = {"http": 80, "https": 443}


class Origins:
    """The sites whose pages may change something; without any, the server's own addresses.

    Raises ``ServerError`` for what is no origin.
    """

    def __init__(self, allowed: Iterable[str] = (), own: Iterable[str] | None = None) -> None:
        self._allowed = tuple(map(read_origin, allowed))
        self._own = frozenset(own_names() if own is None else own)

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of ``origin`` may; ``host`` is the header of that name."""
        if origin is None:
            return False
        try:
            normal = read_origin(origin)
        except ServerError:
            return False
        return normal in self._allowed if self._allowed else self._is_own(normal, host)

    def link_base(self, origin: str | None, host: str) -> str:
        """The app's address to be sent to others: the page's own, if that is known to be one.

        ``host`` is where the request came to, as an origin.
        """
        if origin is not None and origin in (self._allowed or (origin,)):
            return origin
        return self._allowed[0] if self._allowed else host

    def _is_own(self, origin: str, host: str | None) -> bool:
        parts = urlsplit(origin)
        name = parts.hostname or ""
        is_same = host is not None and _same(origin, f"{parts.scheme}://{host}")
        return is_same and (_is_number(name) or name in self._own)


def own_names() -> set[str]:
    """The names by which only this machine is known: to itself, and in its own network."""
    name = socket.gethostname().lower()
    return {"localhost"} | ({name, f"{name}.local"} if "." not in name else {name})


def read_origin(text: str) -> str:
    """The origin in its normal form, without the port that its scheme has anyway.

    Raises ``ServerError`` for what is none.

    >>> read_origin("https://Play.example:443")
    'https://play.example'
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    is_bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or not is_bare:
        raise ServerError(
            f"{text!r} is no origin; one is written https://play.example or http://192.0.2.1:8000"
        )
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown = "" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{name}{shown}"


def _same(origin: str, other: str) -> bool:
    try:
        return read_origin(other) == origin
    except ServerError:
        return False


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
