"""The tested server: an installed `qttt serve` in a separate process.

Its games are stored in a temporary folder.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Self

TIMEOUT_S = 60
"""Timeout of starting and stopping."""


class Server:
    """A running `qttt serve` on a free port, with these environment variables."""

    def __init__(self, **settings: str) -> None:
        self._folder = TemporaryDirectory()
        data = str(Path(self._folder.name) / "games.db")
        options = ("--no-open", "--port", "0", "--data", data)
        command = [sys.executable, "-m", "qttt", "serve", *options]
        environment = {**os.environ, "QTTT_CHAT": "on", **settings}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, encoding="utf-8", env=environment
        )
        assert self._process.stdout
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found, f"qttt serve has ended with {self._process.wait(TIMEOUT_S)}"
        self.url = found[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop it like Ctrl-C; its port is then closed."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        with self._process:
            self._process.wait(TIMEOUT_S)
        self._folder.cleanup()


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder, whose files can change, as a plain web server would; yield its URL."""
    answering = partial(_Silent, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), answering) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class _Silent(SimpleHTTPRequestHandler):
    """Log no requests."""

    def log_message(self, *_: object) -> None:
        pass
