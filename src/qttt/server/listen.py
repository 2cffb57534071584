"""Listening at an address: first the socket, whose errors are told, then the server."""

import errno
import gc
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from math import ceil
from typing import TYPE_CHECKING

from .errors import ServerError

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Server

MOST = 16 * 1024
"""Whoever sends a larger message over a socket is cut off at once."""
PATIENCE = 6.0
"""So many seconds it may take to end the server in order."""
COLLECTIONS = (20_000, 10, 100)
"""After so many new objects Python looks for garbage among them, after so many looks among older
ones too, and after so many of those everywhere, which holds up everybody (``gc.set_threshold``)."""
LOOPBACK = ("127.0.0.1", "::1")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at that address; port 0 is any that is free.

    Browsers may connect from now on: they are answered as soon as the server runs.

    Raises:
        ServerError: if nobody can listen there; it says why and what to do.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise ServerError(_reason(error, host, port)) from error


def url(listening: socket.socket) -> str:
    """What to type into a browser on this machine.

    >>> with listen("127.0.0.1", 0) as here:
    ...     url(here) == f"http://127.0.0.1:{here.getsockname()[1]}/"
    True
    """
    host, port, *_ = listening.getsockname()
    if ip_address(host).is_unspecified:
        host = "::1" if ":" in host else "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    application: "FastAPI",
    listening: socket.socket,
    *,
    ready: Callable[[str], None],
    proxies: Sequence[str] = LOOPBACK,
    patience: float = PATIENCE,
) -> None:
    """Answer at the socket until Ctrl-C or SIGTERM; ``ready`` is told the address before.

    What ``proxies`` say of where a request comes from is believed.

    Ctrl-C must be an exception when this is called (``signal.default_int_handler``).
    """
    from uvicorn import Config, Server

    from .net.connections import Http, Line

    config = Config(
        application,
        lifespan="on",
        http=Http,
        ws=Line,
        ws_max_size=MOST,
        ws_per_message_deflate=False,  # small messages gain little, and each socket needs 300 KB
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=ceil(patience / 2),
    )
    # The server ends in order, and then raises the signal once more for whoever called it.
    with listening, _seldom_held_up(), suppress(KeyboardInterrupt):
        ready(url(listening))
        polite(application, Server)(config).run(sockets=[listening])


@contextmanager
def _seldom_held_up() -> Iterator[None]:
    """Have Python look for garbage among all that lives once in minutes, and not in seconds.

    With 2,000 players that takes 0.3 s, in which nobody is answered.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def polite(application: "FastAPI", server: "type[Server]") -> "type[Server]":
    """A server that lets the application say good-bye before connections end."""

    class Polite(server):  # type: ignore[misc, valid-type]
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if farewell := getattr(application.state, "farewell", None):
                await farewell()
            await super().shutdown(sockets)

    return Polite


def _reason(error: OSError | UnicodeError, host: str, port: int) -> str:
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is in use; end the program that listens there, "
            "or choose another port: --port 0 takes any that is free"
        )
    if code in (errno.EACCES, errno.EPERM):
        return f"nobody but the administrator may use port {port}; choose another: --port 8000"
    return (
        f"{host} is no address of this machine; "
        "--host 127.0.0.1 is for this machine alone, --host 0.0.0.0 for its whole network"
    )
