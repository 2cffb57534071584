"""The server as ``qttt serve`` runs it, without the app: ``python -m bench.load.server STORE``.

It says its port when it listens: any that is free, or that of ``--port=8000``. With ``--unlimited``
clients may say as much as they can: 200 of them are allowed 4,000 messages a second, and saturation
is beyond that. There may be many sockets of one address, as that is where the load comes from.
"""

import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from qttt.server import create_app, listen, serve
from qttt.server.hub import clients
from qttt.server.operate import ServerSettings

MOST = 100_000
ENOUGH = (1_000_000, 1_000_000)


def main(store: str, *options: str) -> None:
    """Serve until Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "--unlimited" in options:
        clients.MESSAGE_RATE = ENOUGH
    with TemporaryDirectory(prefix="qttt-load-") as folder:
        (Path(folder) / "index.html").write_text("<!doctype html><title>load</title>")
        wanted = [each for each in options if each.startswith("--port=")]
        listening = listen("127.0.0.1", int(wanted[0].partition("=")[2]) if wanted else 0)
        port = listening.getsockname()[1]
        settings = ServerSettings(sockets_per_address=MOST, sockets=MOST)
        application = create_app(Path(folder), data=store, settings=settings)
        serve(application, listening, ready=lambda url: print(port, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
