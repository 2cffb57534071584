"""WebKitGTK, driven over WebDriver: `WebKitWebDriver` with its `MiniBrowser` on a display of Xvfb.

A driver has one session at a time, so each context is a driver with a browser of its own. Closed
contexts are emptied and used again, because starting a browser takes a second or two.
"""

import os
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import httpx

from tests.browser.webkit.installed import find, find_browser

TIMEOUT_S = 60
"""Timeout of starting, and of every condition; only failing tests reach it."""

STILL = "[Settings]\ngtk-enable-animations=0\n"
"""Settings of GTK: the system prefers reduced motion."""
NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }\n"
"""A style of GTK that lets the window be as narrow as a phone, in spite of its toolbar."""


class WebDriverError(Exception):
    """A command that the driver has rejected."""


class Session:
    """A driver, its browser, and one window."""

    def __init__(self, display: str, home: Path, **variables: str) -> None:
        self._resources = ExitStack()
        driver, port = find(), _free_port()
        assert driver
        environment = {**os.environ, **_places(home), "DISPLAY": display, **variables}
        self._process = subprocess.Popen(
            [driver, "--host=127.0.0.1", f"--port={port}"],  # "local" requires IPv6, too
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2 * TIMEOUT_S)
        self._path = ""
        self._wait_until_ready()
        options = {"binary": find_browser(), "args": ["--automation"]}
        wanted = {
            "webkitgtk:browserOptions": options,
            "unhandledPromptBehavior": "accept",
            "timeouts": {"script": 1000 * TIMEOUT_S},
        }
        begun = self.send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._path = f"/session/{begun['sessionId']}"
        self.version = str(begun["capabilities"]["browserVersion"])

    def send(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """Send a command; return its value.

        Raises:
            WebDriverError: The driver has rejected it.
        """
        sent = dict(body or {}) if method == "POST" else None
        answer = self._client.request(method, self._path + path, json=sent)
        value = answer.json()["value"]
        if answer.is_error:
            raise WebDriverError(f"{method} {path}: {value['error']}: {value['message']}")
        return value

    def close(self) -> None:
        if self._process.poll() is not None:
            return
        with suppress(WebDriverError, httpx.HTTPError):
            self.send("DELETE", "")
        self._client.close()
        self._process.terminate()
        self._process.wait(TIMEOUT_S)

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + TIMEOUT_S
        while True:
            try:
                self._client.get("/status")
                return
            except httpx.TransportError:
                assert self._process.poll() is None, "WebKitWebDriver has ended"
                assert time.monotonic() < end, "WebKitWebDriver does not answer"
                time.sleep(0.02)


class Display:
    """Xvfb, with a folder for the settings of its programs."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self.home = Path(self._folder.name)
        settings = self.home / "gtk-3.0"
        settings.mkdir()
        (settings / "settings.ini").write_text(STILL, "utf-8")
        (settings / "gtk.css").write_text(NARROW, "utf-8")
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
        )
        assert self._process.stdout
        number = self._process.stdout.readline().strip()
        assert number, f"Xvfb has ended with {self._process.wait(TIMEOUT_S)}"
        self.name = f":{number}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        with self._process:
            self._process.wait(TIMEOUT_S)
        self._folder.cleanup()


def _places(home: Path) -> dict[str, str]:
    """Return variables that lead a program to a writable folder, whatever the user's home is."""
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")
    return {
        **dict.fromkeys(names, str(home)),
        "LC_ALL": "C.UTF-8",
        "GDK_BACKEND": "x11",
        "GSETTINGS_BACKEND": "memory",
        "NO_AT_BRIDGE": "1",
    }


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
