#!/usr/bin/env bash
# What: in a frame with `sandbox="allow-scripts"`, the policy `script-src 'self'` of the frame's own
#       page matches nothing in WebKitGTK: no script of the page's server runs. The CSP says that
#       'self' is the origin of the page's URL, sandboxed or not. Naming that origin helps.
# Versions: WebKitGTK 2.50.6 of Debian 12, with its driver and Xvfb installed (webkit2gtk-driver, xvfb).
# Date: 2026-11-28.
# Who: authors of pages with a strict policy that other sites embed in sandboxed frames.

set -euo pipefail
for program in python3 Xvfb WebKitWebDriver; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
exec 3< <(Xvfb -displayfd 1 -nolisten tcp 2>/dev/null)
read -r display <&3
DISPLAY=":$display" HOME="$folder" XDG_RUNTIME_DIR="$folder" python3 - <<'PY'
import json
import socket
import subprocess
import sys
import time
from glob import glob
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.error import URLError
from urllib.request import Request, urlopen

SANDBOX = 'sandbox="allow-scripts"'
CASES = {
    "self": ("", "'self'"),
    "self-sandboxed": (SANDBOX, "'self'"),
    "origin-sandboxed": (SANDBOX, "http://127.0.0.1:{port}"),
}
PAGE = """<!doctype html><script>
const seen = [];
addEventListener("message", ({ data }) => seen.push(data));
let loaded = 0;
function done() {
  if (++loaded === 3) setTimeout(() => (document.title = "ran: " + seen.sort()), 500);
}
</script>""" + "".join(
    f'<iframe onload="done()" {box} src="/{name}"></iframe>' for name, (box, _) in CASES.items()
)


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path[1:].removesuffix(".js")
        text, kind = PAGE, "text/html"
        if self.path.endswith(".js"):
            text, kind = f'parent.postMessage("{name}", "*")', "text/javascript"
        elif name in CASES:
            text = f'<!doctype html><script src="/{name}.js"></script>'
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if name in CASES:
            source = CASES[name][1].format(port=self.server.server_port)
            self.send_header("Content-Security-Policy", f"script-src {source}")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


with socket.create_server(("127.0.0.1", 0)) as free:
    PORT = free.getsockname()[1]
site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
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
    while not title and time.monotonic() < end:
        time.sleep(0.2)
        title = send("GET", f"{path}/title")
    send("DELETE", path)
finally:
    driver.terminate()
print(title)
sys.exit(title != "ran: origin-sandboxed,self")
PY
