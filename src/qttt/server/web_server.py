"""The listening socket, and running the server on it."""

import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from math import ceil
from typing import TYPE_CHECKING

from .errors import ServerError
from .operate.settings import ServerSettings

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Server

MAX_WEBSOCKET_BYTES = 16 * 1024
"""A WebSocket that sends a larger message is closed."""
FULL_COLLECTION = 3_000
"""Collections of the middle generation before a full one, which stops all requests."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket listening at that address; port 0 is any free one.

    The system queues connections until the server runs.

    Raises:
        ServerError: The address cannot be used; the message gives the cause and the remedy.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise ServerError(_message(error, host, port)) from error


def url(listening: socket.socket) -> str:
    """Return the URL for a browser on this machine.

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
    settings: ServerSettings | None = None,
) -> None:
    """Run the server on the socket until Ctrl-C, SIGTERM or SIGHUP, from the main thread.

    ``ready`` is called with the URL before serving. The socket is closed at the end.
    """
    from uvicorn import Config, Server

    from .net.connection_limits import AddressLimiter, Proxies
    from .net.http_connection import HttpConnection
    from .net.websocket_connection import WebSocketConnection

    options = settings or ServerSettings()
    limiter = AddressLimiter(options.sockets_per_address, Proxies(options.proxies))
    config = Config(
        application,
        lifespan="on",
        http=partial(HttpConnection, limiter=limiter),  # type: ignore[arg-type]
        ws=WebSocketConnection,
        ws_max_size=MAX_WEBSOCKET_BYTES,
        ws_per_message_deflate=False,  # little gain on small messages, for 300 KB per socket
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=list(options.proxies),
        timeout_graceful_shutdown=ceil(options.shutdown_timeout_s / 2),
    )
    server = with_shutdown_hook(application, Server)(config)
    with listening, _stopped_by_signals(server), _rare_collections():
        ready(url(listening))
        server.run(sockets=[listening])


@contextmanager
def _stopped_by_signals(server: "Server") -> Iterator[None]:
    """Stop the server on signals, also those that arrive before uvicorn handles them itself.

    A closed terminal sends SIGHUP, unless ``nohup`` ignores it. The handler raises no exception,
    which finalizers could swallow.
    """
    stopping = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        stopping.append(signal.SIGHUP)
    before = [(number, signal.signal(number, server.handle_exit)) for number in stopping]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Make full garbage collections run every few minutes instead of seconds.

    With 2,000 players one takes 0.3 s, during which no request is served. The others stay as small
    as they are: larger ones, which are rarer, delay one move in a hundred by 20 ms.
    """
    before = gc.get_threshold()
    gc.freeze()  # what the start has left behind is not worth a collection
    gc.set_threshold(*before[:2], FULL_COLLECTION)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def with_shutdown_hook(application: "FastAPI", server: "type[Server]") -> "type[Server]":
    """Return a server class that awaits the application's ``on_shutdown`` first."""

    class WithShutdownHook(server):  # type: ignore[misc, valid-type]
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if on_shutdown := getattr(application.state, "on_shutdown", None):
                await on_shutdown()
            await super().shutdown(sockets)

    return WithShutdownHook


def _message(error: OSError | UnicodeError, host: str, port: int) -> str:
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is in use; stop the program that uses it, "
            "or choose another port: --port 0 takes any free one"
        )
    if code in (errno.EACCES, errno.EPERM):
        return f"only the administrator can use port {port}; choose another: --port 8000"
    return (
        f"{host} is not an address of this machine; "
        "use --host 127.0.0.1 for this machine only, --host 0.0.0.0 for all networks"
    )
