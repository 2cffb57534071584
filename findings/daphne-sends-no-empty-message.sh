#!/usr/bin/env bash
# What: Daphne sends no websocket message whose text or bytes are empty, and when an app closes a connection with a code
#       and a reason, the client gets the code only. ASGI has both, and uvicorn sends them. Nothing is reported.
# Versions: daphne 4.2.3, uvicorn 0.54.0, websockets 17.4, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: game servers in Django that confirm with an empty message, or tell a player why: "room is full".

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check daphne==4.2.3 uvicorn==0.54.0 websockets==17.4; } || exit 2
cd "$folder"
cat >app.py <<'PY'
async def application(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": ""})
    await send({"type": "websocket.send", "bytes": b""})
    await send({"type": "websocket.send", "text": "end"})
    await send({"type": "websocket.close", "code": 4001, "reason": "room is full"})
PY
env/bin/python -W ignore - <<'PY'
import socket
import subprocess
import sys
import time
from importlib.metadata import version

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

for name in ("daphne", "uvicorn", "websockets"):
    print(name, version(name))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def open_client(port, process):
    while process.poll() is None:
        try:
            return connect(f"ws://127.0.0.1:{port}/")
        except OSError:
            time.sleep(0.1)
    sys.exit(2)


seen = {}
for name, options in {
    "daphne": ("-v", "0", "-b", "127.0.0.1", "-p", "{port}", "app:application"),
    "uvicorn": ("--port", "{port}", "--log-level", "error", "--lifespan", "off", "app:application"),
}.items():
    port = free_port()
    command = [sys.executable, "-m", name, *(option.format(port=port) for option in options)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        messages = []
        with open_client(port, process) as client:
            try:
                while True:
                    messages.append(client.recv(timeout=20))
            except ConnectionClosed as closed:
                seen[name] = messages, closed.rcvd.code, closed.rcvd.reason
    finally:
        process.terminate()
        process.wait()
    print(f"{name}: messages {seen[name][0]}, closed with {seen[name][1]} {seen[name][2]!r}")
sys.exit(seen != {"daphne": (["end"], 4001, ""), "uvicorn": (["", b"", "end"], 4001, "room is full")})
PY
