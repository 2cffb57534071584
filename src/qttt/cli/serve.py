"""``qttt serve``: the web app, for browsers on this machine or in its network."""

import os
import sys
import webbrowser
from threading import Thread

from .errors import Failure
from .output import note, show


def serve(host: str, port: int, *, browse: bool) -> None:
    """Serve the web app until Ctrl-C. Raises ``Failure`` if there is no app, or no such address."""
    from qttt.server import ServerError, app, listen
    from qttt.server import serve as run

    try:
        application = app()
        listening = listen(host, port)
    except ServerError as error:
        raise Failure("server", str(error)) from error
    run(application, listening, ready=lambda url: _tell(url, browse=browse))


def _tell(url: str, *, browse: bool) -> None:
    show([f"Quantum tic-tac-toe is at {url}", "Ctrl-C ends it."])
    sys.stdout.flush()
    if browse:
        # Some browsers keep whoever opens them waiting.
        Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    if not (_has_windows() and webbrowser.open(url)):
        note("there is no browser here to open; type the address into one")


def _has_windows() -> bool:
    """Whether a browser would be a window, and not take over this terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
