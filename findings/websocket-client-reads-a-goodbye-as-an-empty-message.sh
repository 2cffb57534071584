#!/usr/bin/env bash
# What: recv() of websocket-client returns an empty text when the server closes the connection, as it does for an empty
#       message, and the code and the reason are lost: the next call raises "Connection to remote host was lost".
#       websockets raises an error with both at once.
# Versions: websocket-client 1.9.2, websockets 17.4, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: programs that play on a server: the end of a game is a message that cannot be parsed, its reason unknown.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check websocket-client==1.9.2 websockets==17.4; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
import threading
from importlib.metadata import version

import websocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import serve

for name in ("websocket-client", "websockets"):
    print(name, version(name))


def greet_and_close(connection):
    connection.send("hello")
    connection.close(4001, "room is full")


def messages(receive, error):
    texts = []
    while True:
        try:
            texts.append(receive())
        except error as closed:
            return texts, str(closed)


with serve(greet_and_close, "127.0.0.1", 0) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}/"
    client = websocket.create_connection(url, timeout=20)
    seen = {"websocket-client": messages(client.recv, websocket.WebSocketConnectionClosedException)}
    client.close()
    with connect(url) as other:
        seen["websockets"] = messages(lambda: other.recv(timeout=20), ConnectionClosed)
    server.shutdown()
for name, (texts, error) in seen.items():
    print(f"{name}: messages {texts}, then {error!r}")
texts = {name: texts for name, (texts, _) in seen.items()}
knows_reason = ["room is full" in error for _, error in seen.values()]
sys.exit((texts, knows_reason) != ({"websocket-client": ["hello", ""], "websockets": ["hello"]}, [False, True]))
PY
