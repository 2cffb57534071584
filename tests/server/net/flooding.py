"""Floods: processes that send without pause, or have many sockets, and read nothing."""

import multiprocessing
import signal
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event

TIMEOUT_S = 60


@contextmanager
def flooding(port: int, *texts: bytes, tls_host: str = "") -> Iterator[None]:
    """Flood a local port from another process, with TLS if a host is named.

    ``texts`` are the request to open a WebSocket, if any, what follows once, and what is repeated.
    """
    with _running(_send_endlessly, port, tls_host, *texts):
        yield


@contextmanager
def occupying(port: int, upgrade: bytes, texts: Sequence[bytes]) -> Iterator[None]:
    """Open a WebSocket at a local port for each of ``texts``, then send them all at once."""
    with _running(_occupy, port, upgrade, texts):
        yield


@contextmanager
def _running(attack: Callable[..., None], *args: object) -> Iterator[None]:
    """Run an attack in another process, once it has begun."""
    context = multiprocessing.get_context("spawn")
    has_begun = context.Event()
    process = context.Process(target=attack, args=(has_begun, *args), daemon=True)
    process.start()
    try:
        assert has_begun.wait(TIMEOUT_S)
        yield
    finally:
        process.kill()
        process.join()


def _occupy(has_begun: Event, port: int, upgrade: bytes, texts: Sequence[bytes]) -> None:
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in texts]
    for line in lines:
        line.sendall(upgrade)
        assert line.recv(12) == b"HTTP/1.1 101"
    has_begun.set()
    for line, text in zip(lines, texts, strict=True):
        line.sendall(text)
    signal.pause()


def _send_endlessly(
    is_sending: Event, port: int, tls_host: str, upgrade: bytes, beginning: bytes, repeated: bytes
) -> None:
    """Send without pause; connect again if the server closes."""
    while True:
        with suppress(OSError), _connected(port, tls_host) as line:
            if upgrade:
                line.sendall(upgrade)
                assert line.recv(12) == b"HTTP/1.1 101"
            line.sendall(beginning)
            is_sending.set()
            while True:
                line.sendall(repeated)


def _connected(port: int, tls_host: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port))
    if not tls_host:
        return line
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(line, server_hostname=tls_host)
