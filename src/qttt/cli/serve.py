"""``qttt serve``: the web app and online games."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

from qttt.extras import is_bundle

from .declared import Option, command, given_options
from .errors import CliError
from .interrupts import exit_on_signals
from .options import CoinName, CoinWait
from .output import note, show

if TYPE_CHECKING:
    import socket

    from qttt.play import Coin


Options = Mapping[str, object]

LOCALHOST = "127.0.0.1"
PORT = 8000
"""The default port. Browsers store data, such as saved games, per address."""

OTHER_PORT = (
    f"port {PORT} is in use, so the app is at another address; "
    "games and settings saved in your browser for the default address are not shown there"
)


@command(epilog="In a clone, `make web` builds the app.")
def serve(
    host: Annotated[
        str, Option(metavar="HOST", help="Address to listen on; 0.0.0.0 for all.")
    ] = LOCALHOST,
    port: Annotated[
        int,
        Option(metavar="N", min=0, max=65535, help="Port to listen on; 0 for any free one."),
    ] = PORT,
    browse: Annotated[bool, Option("--open/--no-open", help="Open the app in a browser.")] = True,
    data: Annotated[
        str | None, Option(metavar="FILE", help="Where games are stored: a file or database.")
    ] = None,
    origins: Annotated[
        list[str] | None,
        Option("--origin", metavar="URL", help="An origin of the app's pages."),
    ] = None,
    online: Annotated[
        bool, Option("--online/--offline", help="Whether online games are offered.")
    ] = True,
    announce: Annotated[
        bool,
        Option(
            "--announce/--no-announce", help="Whether to announce the server in the local network."
        ),
    ] = True,
    coin: CoinName = None,
    coin_wait: CoinWait = 30.0,
    config: Annotated[
        Path | None, Option(metavar="FILE", help="A TOML file with settings.")
    ] = None,
    check: Annotated[
        bool, Option("--check", help="Print and check the settings, then exit.")
    ] = False,
) -> None:
    given = {"host": host, "port": port, "data": data, "origins": origins, "online": online}
    given |= {"coin": coin, "coin_wait": coin_wait, "announce": announce}
    options = {name: given[name] for name in given_options() if name in given}
    if check:
        check_settings(options, config)
        return
    _serve(options, config, browse=browse)


def serve_locally(fragment: str = "") -> None:
    """Serve the web app and games to this machine until Ctrl-C, and open it.

    If another process of this user does so already, open that one. ``fragment`` is appended to the
    address.

    Raises:
        CliError: The app is missing, or games cannot be stored.
    """
    advice = "; qttt play --terminal does not need it"
    options = {"log_level": "warning"}
    try:
        _serve(options, None, browse=True, start=_listen_here, advice=advice, fragment=fragment)
    except CliError as error:
        from qttt.server import ServerRunningError

        cause = error.__cause__
        if not (isinstance(cause, ServerRunningError) and cause.url):
            raise
        url = cause.url + fragment
        show([f"Quantum tic-tac-toe is already at {url}"])
        _open_browser(url)


def check_settings(options: Options, file: Path | None) -> None:
    """Print the settings and check them. Raises ``CliError`` if a check fails."""
    from qttt.engine.kernel import library
    from qttt.server import read_settings, store_location
    from qttt.server.files import APP_FOLDER, read_app
    from qttt.server.operate.checks import CheckResult, check_settings

    with _server_failures():
        settings, sources = read_settings(options, file)
        show(f"{name:<20} {settings.display_value(name):<40} {sources[name]}" for name in sources)
        place = store_location(settings.data or None) if settings.online else None
        read_app(APP_FOLDER)
        library()
        results = [CheckResult("app", f"is in {APP_FOLDER}"), *check_settings(settings, place)]
    show(f"{check.name:<20} {check.message}" for check in results if not check.is_wrong)
    if wrong := [f"{check.name}: {check.message}" for check in results if check.is_wrong]:
        raise CliError("server", "; ".join(wrong))


@exit_on_signals()
def _serve(
    options: Options,
    file: Path | None,
    *,
    browse: bool,
    start: "Callable[[], socket.socket] | None" = None,
    advice: str = "",
    fragment: str = "",
) -> None:
    """Serve the web app and online games until Ctrl-C or SIGTERM.

    Args:
        options: Settings from the command line.
        file: A file with more settings.
        browse: Whether to open a browser.
        start: Opens the socket; by default according to the settings.
        advice: Appended to the error if the app is missing.
        fragment: Appended to the address.

    Raises:
        CliError: Invalid settings, a missing app, an unavailable address, or an unusable store.
        DeviceError: The coin is unavailable.
        KernelError: The kernel cannot be loaded.
    """
    with _without_collections():
        from qttt import __version__
        from qttt.server import claim_store, create_app, listen, read_settings, store_location
        from qttt.server import serve as run
        from qttt.server.net.local_network import LocalNetwork
        from qttt.server.operate.logs import configure_logging, log_lifetime
        from qttt.server.operate.open_files import raise_file_limit
        from qttt.server.telemetry import Telemetry, serve_metrics

    with _server_failures():
        settings = read_settings(options, file).settings
    configure_logging(settings.log_level, settings.log_format)
    raise_file_limit(settings.sockets)
    telemetry, network = Telemetry(__version__), LocalNetwork()
    with _server_failures(advice), _without_collections():
        data = store_location(settings.data or None) if settings.online else None
        application = create_app(
            coin=_coin(settings.coin, settings.coin_wait),
            data=data,
            settings=settings,
            telemetry=telemetry,
            network=network,
        )
    with _server_failures(), ExitStack() as stack:
        enter = stack.enter_context
        publish = enter(claim_store(data, has_bus=bool(settings.redis)) if data else nullcontext())
        listening = start() if start else listen(settings.host, settings.port)
        if settings.announce:
            enter(network.joined(listening, is_announced=bool(data), on_url=_show_url))
        enter(serve_metrics(telemetry, settings.metrics_address))
        enter(log_lifetime(__version__, data))

        def ready(url: str) -> None:
            if publish:
                publish(url)
            _announce(url + fragment, network.url, browse=browse)

        run(application, listening, ready=ready, settings=settings)


def _coin(name: str, wait: float) -> "Coin | None":
    """Return the coin of pages and games, if one is named."""
    from qttt.play import named_coin

    return named_coin(name, timeout_s=wait) if name else None


@contextmanager
def _without_collections() -> Iterator[None]:
    """Collect no garbage while the server is imported: that takes a fifth of the start."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _server_failures(advice: str = "") -> Iterator[None]:
    """Convert ``ServerError`` to ``CliError``, appending ``advice``."""
    from qttt.server import ServerError

    try:
        yield
    except ServerError as error:
        raise CliError("server", f"{error}{advice}") from error


def _listen_here() -> "socket.socket":
    """Open a socket at the default port, or at any free one."""
    from qttt.server import ServerError, listen

    try:
        return listen(LOCALHOST, PORT)
    except ServerError:
        listening = listen(LOCALHOST, 0)
        note(OTHER_PORT)
        return listening


def _show_url(url: str) -> None:
    show([f"In this network it is also at {url}"])
    sys.stdout.flush()


def _announce(url: str, network_url: str, *, browse: bool) -> None:
    reach = [f"Other machines in this network reach it at {network_url}"] if network_url else []
    show([f"Quantum tic-tac-toe is at {url}", *reach, "Press Ctrl-C to stop."])
    sys.stdout.flush()
    if browse:
        # Opening some browsers blocks.
        Thread(target=_open_browser, args=(url,), daemon=True).start()


def _open_browser(url: str) -> None:
    if not (_can_open_window() and _start_browser(url)):
        note("cannot open a browser: open the address yourself")


def _start_browser(url: str) -> bool:
    """Return whether a browser could be started; its output is discarded, except in a bundle."""
    if is_bundle():  # sys.executable is this program, not a Python
        import webbrowser

        return webbrowser.open(url)
    script = "import sys, webbrowser; sys.exit(not webbrowser.open(sys.argv[1]))"
    null = subprocess.DEVNULL
    command = [sys.executable, "-c", script, url]
    done = subprocess.run(command, stdin=null, stdout=null, stderr=null)  # noqa: S603
    return done.returncode == 0


def _can_open_window() -> bool:
    """Return whether a browser would open a window instead of taking over this terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
