#!/usr/bin/env bash
# What: if a worker's script and a chunk that it imports later share a module, Vite leaves that module
#       in the script, which the chunk then imports. WebKit evaluates the script again, so later
#       messages get two answers.
# Versions: vite 8.3.8, Node 20; WebKitGTK 2.50.6 of Debian 12, with its driver and Xvfb installed
#           (webkit2gtk-driver, xvfb).
# Date: 2026-11-28.
# Who: authors of games whose engine is a worker that loads its solver when it is first needed.

set -euo pipefail
for program in node npx python3 Xvfb WebKitWebDriver; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vite@8.3.8 >npm.log 2>&1 || { cat npm.log; exit 2; }

echo '<!doctype html><script type="module" src="/page.js"></script>' >index.html
cat >page.js <<'JS'
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const answers = [];
worker.onmessage = ({ data }) => {
  answers.push(data);
  document.title = answers.join(" ");
  if (data === "solved") for (const request of ["again", "last"]) worker.postMessage(request);
};
worker.postMessage("solve");
JS
cat >worker.js <<'JS'
import { answer } from "./shared.js";
addEventListener("message", async ({ data }) => {
  if (data === "solve") answer((await import("./solver.js")).solve());
  else answer(data);
});
JS
echo 'export const answer = (text) => postMessage(text);' >shared.js
cat >solver.js <<'JS'
import { answer } from "./shared.js";
export const solve = () => (answer("solving"), "solved");
JS
echo 'export default { worker: { format: "es" } };' >vite.config.js
npx vite build --logLevel error

echo "vite 8.3.8, node $(node --version)"
imported=$(grep -lE 'import ?\{[^}]*\} ?from ?"\./worker-' dist/assets/solver-*.js || true)
echo "the solver's chunk imports the worker's script: ${imported:-no}"
exec 3< <(Xvfb -displayfd 1 -nolisten tcp 2>/dev/null)
read -r display <&3
DISPLAY=":$display" HOME="$folder" XDG_RUNTIME_DIR="$folder" python3 - <<'PY'
import json
import socket
import subprocess
import sys
import time
from functools import partial
from glob import glob
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.error import URLError
from urllib.request import Request, urlopen


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


with socket.create_server(("127.0.0.1", 0)) as free:
    PORT = free.getsockname()[1]
site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory="dist"))
Thread(target=site.serve_forever, daemon=True).start()
driver = subprocess.Popen(["WebKitWebDriver", f"--port={PORT}"], stderr=subprocess.DEVNULL)


def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://127.0.0.1:{PORT}{path}", data, method=method)
    return json.load(urlopen(request, timeout=60))["value"]


try:
    for _ in range(300):
        try:
            send("GET", "/status")
            break
        except URLError:
            time.sleep(0.1)
    browser = glob("/usr/lib/*/webkit2gtk-4.?/MiniBrowser")[-1]
    options = {"binary": browser, "args": ["--automation"]}
    wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
    session = send("POST", "/session", {"capabilities": wanted})
    print("WebKitGTK", session["capabilities"]["browserVersion"])
    path = f"/session/{session['sessionId']}"
    send("POST", f"{path}/url", {"url": f"http://127.0.0.1:{site.server_port}/"})
    title, end = "", time.monotonic() + 60
    while "last" not in title and time.monotonic() < end:
        time.sleep(0.2)
        title = send("GET", f"{path}/title")
    send("DELETE", path)
finally:
    driver.terminate()
print("requests: solve again last; answers:", title)
sys.exit(title.split()[:4] != ["solving", "solved", "again", "again"])
PY
[[ -n "$imported" ]]
