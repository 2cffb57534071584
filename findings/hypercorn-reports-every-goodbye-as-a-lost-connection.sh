#!/usr/bin/env bash
# What: An app under Hypercorn is told the code 1006, connection lost, of every websocket that its client closes,
#       whichever code the client sends: 1000, 1001 as a browser that leaves the page, or 4001. By ASGI the code is that
#       of the websocket protocol; uvicorn gives it.
# Versions: hypercorn 0.18.0, uvicorn 0.54.0, websockets 17.4, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: game servers that keep the seat of a player whose connection was lost, and free that of one who left.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check hypercorn==0.18.0 uvicorn==0.54.0 \
    websockets==17.4; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import asyncio
import socket
import sys
from importlib.metadata import version

import hypercorn.asyncio
import uvicorn
from hypercorn.config import Config
from websockets.asyncio.client import connect

for name in ("hypercorn", "uvicorn", "websockets"):
    print(name, version(name))
CODES = (1000, 1001, 4001)


def bound_socket():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


async def codes_seen(serve):
    codes = asyncio.Queue()

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            while (await receive())["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            return await send({"type": "lifespan.shutdown.complete"})
        await receive()
        await send({"type": "websocket.accept"})
        message = await receive()
        await codes.put(message["code"])

    listener = bound_socket()
    stopping = asyncio.Event()
    server = asyncio.create_task(serve(app, listener, stopping))
    seen = []
    for code in CODES:
        async with connect(f"ws://127.0.0.1:{listener.getsockname()[1]}/") as client:
            await client.close(code)
        seen.append(await codes.get())
    stopping.set()
    await server
    return seen


async def by_hypercorn(app, listener, stopping):
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    config.errorlog = None
    await hypercorn.asyncio.serve(app, config, shutdown_trigger=stopping.wait)


async def by_uvicorn(app, listener, stopping):
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    await stopping.wait()
    server.should_exit = True
    await task


async def main():
    seen = {"hypercorn": await codes_seen(by_hypercorn), "uvicorn": await codes_seen(by_uvicorn)}
    print("clients close with", *CODES)
    for name, codes in seen.items():
        print(f"{name} tells the app", *codes)
    return seen != {"hypercorn": [1006] * 3, "uvicorn": list(CODES)}


sys.exit(asyncio.run(asyncio.wait_for(main(), 30)))
PY
