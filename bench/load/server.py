"""The server of ``qttt serve`` without the app: ``python -m bench.load.server STORE``.

It prints its port, a free one or that of ``--port=8000``. ``--unlimited`` lifts the message rate
limit: 200 clients are limited to 4,000 messages a second, below saturation. The limit of sockets
per address is raised, since all load comes from one address. ``--layers=FILE`` writes the share of
each layer in the processor time to a file of JSON at the end. STORE is a file or, for several
processes with ``--redis=URL``, a database.
"""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from qttt.server import create_app, listen, serve
from qttt.server.hub import clients
from qttt.server.operate.settings import ServerSettings

from .layers import profiled

MAX_SOCKETS = 100_000
UNLIMITED_RATE = (1_000_000, 1_000_000)


def main(store: str, *options: str) -> None:
    """Serve until Ctrl-C."""
    if "--unlimited" in options:
        clients.MESSAGE_RATE = UNLIMITED_RATE
    with TemporaryDirectory(prefix="qttt-load-") as folder:
        (Path(folder) / "index.html").write_text("<!doctype html><title>load</title>")
        values = dict(option.split("=", 1) for option in options if "=" in option)
        listening = listen("127.0.0.1", int(values.get("--port", 0)))
        port = listening.getsockname()[1]
        settings = ServerSettings(
            sockets_per_address=MAX_SOCKETS,
            sockets=MAX_SOCKETS,
            redis=values.get("--redis", ""),
        )
        application = create_app(Path(folder), data=store, settings=settings)
        with ExitStack() as stack:
            profile = stack.enter_context(profiled()) if "--layers" in values else None
            serve(
                application,
                listening,
                ready=lambda url: print(port, flush=True),
                settings=settings,
            )
        if profile:
            Path(values["--layers"]).write_text(json.dumps(profile.shares))


if __name__ == "__main__":
    main(*sys.argv[1:])
