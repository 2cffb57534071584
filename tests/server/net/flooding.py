"""Floods: a process that sends without pause and reads nothing."""

import multiprocessing
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event

TIMEOUT_S = 60


@contextmanager
def flooding(port: int, *texts: bytes, tls_host: str = "") -> Iterator[None]:
    """Flood a local port from another process, with TLS if a host is named.

    ``texts`` are the request to open a WebSocket, if any, what follows once, and what is repeated.
    """
    context = multiprocessing.get_context("spawn")
    is_sending = context.Event()
    process = context.Process(
        target=_send_endlessly, args=(is_sending, port, tls_host, *texts), daemon=True
    )
    process.start()
    try:
        assert is_sending.wait(TIMEOUT_S)
        yield
    finally:
        process.kill()
        process.join()


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
