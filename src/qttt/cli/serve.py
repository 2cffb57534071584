"""``qttt serve``: the web app for browsers, and games between those who use it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from .commands import command_app
from .errors import Failure
from .interrupts import catch_ends
from .options import CoinName, CoinWait, typed
from .output import note, show

if TYPE_CHECKING:
    import socket

    from qttt.play import Coin

app = command_app()

Options = Mapping[str, object]

HERE = "127.0.0.1"
PORT = 8000
"""The usual port. What a browser keeps of a page, saved games too, belongs to one address."""

MOVED = (
    f"port {PORT} is in use, so the app is at another address; "
    "what your browser keeps for the usual one, saved games too, is not shown there"
)


@app.command(epilog="`make web` builds the app, where it did not come with qttt.")
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Where; 0.0.0.0 lets the network in.")
    ] = HERE,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="Which port; 0 is any."),
    ] = PORT,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in a browser, if there is one.")
    ] = True,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help="Where games are kept: a file, or a database."),
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="An address at which the app is reached."),
    ] = None,
    online: Annotated[
        bool, typer.Option("--online/--offline", help="Whether people can play each other.")
    ] = True,
    coin: CoinName = None,
    coin_wait: CoinWait = 30.0,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings, in a TOML file.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Tell the settings and what is wrong; serve nobody.")
    ] = False,
) -> None:
    """Serve the web app, for browsers, and games over the network."""
    given = {"host": host, "port": port, "data": data, "origins": origins, "online": online}
    given |= {"coin": coin, "coin_wait": coin_wait}
    options = {name: given[name] for name in typed(context) if name in given}
    if check:
        tell_settings(options, config)
        return
    catch_ends()
    _serve(options, config, browse=browse)


def play_in_browser(fragment: str = "") -> None:
    """Open the web app and serve it until Ctrl-C, to this machine only, with games.

    ``fragment`` ends its address and says what it shows.

    Raises ``Failure`` if there is no app, or no place for games.
    """
    advice = "; qttt play --terminal needs none"
    options = {"log_level": "warning"}
    _serve(options, None, browse=True, start=_listen_here, advice=advice, fragment=fragment)


def tell_settings(options: Options, file: Path | None) -> None:
    """Tell what would be served; changes nothing.

    Raises ``Failure`` for all that is wrong with it.
    """
    from qttt.server import place_for_games, read_settings
    from qttt.server.files import APP, read_app
    from qttt.server.operate import Finding, check

    with _told():
        settings, said = read_settings(options, file)
        show(f"{name:<20} {settings.shown(name):<40} {said[name]}" for name in said)
        place = place_for_games(settings.data or None) if settings.online else None
        read_app(APP)
        found = [Finding("app", f"is in {APP}"), *check(settings, place)]
    show(f"{each.what:<20} {each.told}" for each in found if not each.is_wrong)
    if wrong := [f"{each.what}: {each.told}" for each in found if each.is_wrong]:
        raise Failure("server", "; ".join(wrong))


def _serve(
    options: Options,
    file: Path | None,
    *,
    browse: bool,
    start: "Callable[[], socket.socket] | None" = None,
    advice: str = "",
    fragment: str = "",
) -> None:
    """Serve the web app, and games over the network, until Ctrl-C or SIGTERM.

    ``options`` are settings that were given in the command, ``file`` may hold others. It is served
    at the socket that ``start`` opens; ``advice`` follows if there is no app.

    Raises ``Failure`` for settings, or if there is no app, no such address, or no place for games,
    and ``DeviceError`` for the coin.
    """
    from qttt import __version__
    from qttt.server import app, listen, place_for_games, read_settings, try_out
    from qttt.server import serve as run
    from qttt.server.operate import Lookout, Metrics, keep_logs, running, served

    with _told():
        settings = read_settings(options, file).settings
    keep_logs(settings.log_level, settings.log_format)
    coin = _coin(settings.coin, settings.coin_wait)
    lookout = Lookout(Metrics(__version__))
    with _told(advice):
        data = place_for_games(settings.data or None) if settings.online else None
        application = app(
            coin=coin, data=data, origins=settings.origins, settings=settings, lookout=lookout
        )
    with _told():
        if data:
            try_out(data)
        listening = start() if start else listen(settings.host, settings.port)
        with served(lookout.metrics, settings.metrics_address), running(__version__, data):
            run(
                application,
                listening,
                ready=lambda url: _tell(url + fragment, browse=browse),
                proxies=settings.proxies,
                patience=settings.patience,
            )


def _coin(name: str, wait: float) -> "Coin | None":
    """The coin that pages and games are to have, if one is named."""
    from .chance import Choice

    return Choice(name, None, wait).coin() if name else None


@contextmanager
def _told(advice: str = "") -> Iterator[None]:
    """Tell what the server cannot do; ``advice`` follows."""
    from qttt.server import ServerError

    try:
        yield
    except ServerError as error:
        raise Failure("server", f"{error}{advice}") from error


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
    if not (_has_windows() and _opens(url)):
        note("there is no browser here to open; type the address into one")


def _opens(url: str) -> bool:
    """Whether a browser could be started; what it and its launcher print is dropped."""
    script = "import sys, webbrowser; sys.exit(not webbrowser.open(sys.argv[1]))"
    null = subprocess.DEVNULL
    command = [sys.executable, "-c", script, url]
    done = subprocess.run(command, stdin=null, stdout=null, stderr=null)  # noqa: S603
    return done.returncode == 0


def _has_windows() -> bool:
    """Whether a browser would be a window, and not take over this terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
