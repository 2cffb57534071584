"""A TCP proxy between browser and server that can be interrupted."""

import contextlib
import socket
import threading
from typing import Self
from urllib.parse import urlsplit

CHUNK = 65_536


class Cable:
    """Forwards connections to ``url`` to the server at ``target``."""

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._plugged = threading.Event()
        self._plugged.set()
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Closing alone would not wake up accept().
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.pull()

    def pull(self) -> None:
        """Break every connection, and reject new ones."""
        self._plugged.clear()
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        """Accept connections again."""
        self._plugged.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if not self._plugged.is_set():
                near.close()
                continue
            far = socket.create_connection(self._target)
            threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with near, far:
            with self._lock:
                self._ends |= {near, far}
            back = threading.Thread(target=forward, args=(far, near), daemon=True)
            back.start()
            forward(near, far)
            back.join()
            with self._lock:
                self._ends -= {near, far}


def forward(source: socket.socket, sink: socket.socket) -> None:
    """Forward all data, and the end of the stream."""
    with contextlib.suppress(OSError):
        while data := source.recv(CHUNK):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
