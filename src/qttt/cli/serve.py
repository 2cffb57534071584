"""``qttt serve``: the web app for browsers, and games between those who use it."""

import os
import sys
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from .coins import Choice
from .errors import Failure
from .output import note, show

if TYPE_CHECKING:
    import socket

    from qttt.play import Coin

HERE = "127.0.0.1"
NO_COIN = Choice()
PORT = 8000
"""The usual port. What a browser keeps of a page, saved games too, belongs to one address."""

MOVED = (
    f"port {PORT} is in use, so the app is at another address; "
    "what your browser keeps for the usual one, saved games too, is not shown there"
)


class Games(NamedTuple):
    """Play over the network: where games are kept, and at which addresses the app is reached.

    ``data`` is a file or a database's address; None is the file in the user's own folder.
    """

    data: str | None = None
    origins: tuple[str, ...] = ()


def serve(
    host: str, port: int, *, browse: bool, games: Games | None, chance: Choice = NO_COIN
) -> None:
    """Serve the web app until Ctrl-C, with ``games`` over the network, if any.

    A coin decides in them, and for pages, if ``chance`` names one.

    Raises ``Failure`` if there is no app, no such address, or no place for games, and
    ``DeviceError`` for the coin.
    """
    from qttt.server import listen

    coin = chance.coin() if chance.name else None
    _serve(lambda: listen(host, port), "", games, browse=browse, coin=coin)


def play_in_browser() -> None:
    """Open the web app and serve it until Ctrl-C, to this machine only, with games.

    Raises ``Failure`` if there is no app, or no place for games.
    """
    _serve(_listen_here, "; qttt play --terminal needs none", Games(), browse=True)


def _serve(
    start: "Callable[[], socket.socket]",
    advice: str,
    games: Games | None,
    *,
    browse: bool,
    coin: "Coin | None" = None,
) -> None:
    """Serve at the socket that ``start`` opens; ``advice`` follows if there is no app."""
    from qttt.server import ServerError, app, place_for_games, try_out
    from qttt.server import serve as run

    try:
        data = place_for_games(games.data) if games else None
        application = app(coin=coin, data=data, origins=games.origins if games else ())
    except ServerError as error:
        raise Failure("server", f"{error}{advice}") from error
    try:
        if data:
            try_out(data)
        listening = start()
    except ServerError as error:
        raise Failure("server", str(error)) from error
    run(application, listening, ready=lambda url: _tell(url, browse=browse))


def _listen_here() -> "socket.socket":
    """A socket at the usual port, or at any that is free."""
    from qttt.server import ServerError, listen

    try:
        return listen(HERE, PORT)
    except ServerError:
        listening = listen(HERE, 0)
        note(MOVED)
        return listening


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
