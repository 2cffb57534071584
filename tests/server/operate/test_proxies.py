"""The files for nginx and Caddy do what the documents say: one plays through each of them."""

import asyncio
import json
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import websockets
from websockets.typing import Origin, Subprotocol

from tests.selection import by_day
from tests.server.services import find, free_port, missing

from .processes import Process, serving
from .test_deploy import text

HOST = "play.example"
ORIGIN = f"https://{HOST}"
PATIENCE = 60
UPSTREAMS = ("127.0.0.1:8001", "127.0.0.1:8002")


def certificate(folder: Path) -> None:
    """A certificate that nobody vouches for."""
    command = (
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
        *("-subj", f"/CN={HOST}", "-keyout", "privkey.pem", "-out", "fullchain.pem"),
    )
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def nginx(folder: Path, port: int, told: str) -> tuple[str, ...]:
    """The command for nginx in the foreground, with our file in a frame of its own."""
    certificate(folder)
    told = told.replace("/etc/letsencrypt/live/play.example", str(folder))
    told = re.sub(r" *listen \[::\].*\n", "", told)  # a machine may have no IPv6
    told = told.replace("listen 443", f"listen 127.0.0.1:{port}")
    told = told.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    ours, frame = folder / "qttt.conf", folder / "nginx.conf"
    ours.write_text(told)
    kept = " ".join(
        f"{kind}_temp_path {folder};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    frame.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        f"http {{ access_log off; {kept} include {ours}; }}\n"
    )
    return (find("nginx") or "nginx", "-e", str(folder / "log"), "-c", str(frame))


def caddy(folder: Path, port: int, told: str) -> tuple[str, ...]:
    """The command for Caddy, which makes its certificate itself."""
    options = (
        f"{{\n admin off\n local_certs\n skip_install_trust\n https_port {port}\n"
        f" http_port {free_port()}\n storage file_system {folder}/storage\n}}\n"
    )
    (folder / "Caddyfile").write_text(options + told)
    file = str(folder / "Caddyfile")
    return (find("caddy") or "caddy", "run", "--adapter", "caddyfile", "--config", file)


Proxy = Callable[[Path, int, str], tuple[str, ...]]
PROXIES: dict[str, tuple[str, Proxy]] = {
    "nginx": ("nginx.conf", nginx),
    "caddy": ("Caddyfile", caddy),
}


class Site:
    """The server as it is seen from outside, through a proxy."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.trusting = ssl.create_default_context()
        self.trusting.check_hostname, self.trusting.verify_mode = False, ssl.CERT_NONE

    def ask(self, method: str, path: str, body: object = None, **more: str) -> httpx.Response:
        headers = {"Host": HOST, "Origin": ORIGIN, "Content-Type": "application/json", **more}
        with httpx.Client(verify=self.trusting, timeout=PATIENCE) as client:
            return client.request(
                method,
                f"https://127.0.0.1:{self.port}{path}",
                headers=headers,
                content=json.dumps(body or {}) if method == "POST" else None,
                extensions={"sni_hostname": HOST},
            )

    def line(self, cookie: str = "") -> websockets.connect:
        return websockets.connect(
            f"wss://{HOST}/api/socket",
            host="127.0.0.1",
            port=self.port,
            ssl=self.trusting,
            origin=Origin(ORIGIN),
            additional_headers={"Cookie": cookie},
            subprotocols=[Subprotocol("qttt.1")],
        )


@contextmanager
def proxied(folder: Path, name: str, server: Process) -> Iterator[Site]:
    """The server behind that proxy; of the two that its file names one is not there."""
    file, prepare = PROXIES[name]
    told, port = text(file), free_port()
    for place, there in zip(UPSTREAMS, (server.url[7:], f"127.0.0.1:{free_port()}"), strict=True):
        assert place in told
        told = told.replace(place, there)
    process = subprocess.Popen(prepare(folder, port, told), stderr=subprocess.PIPE, text=True)
    try:
        site, until = Site(port), time.monotonic() + PATIENCE
        while not answers(site):
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.1)
        yield site
    finally:
        process.terminate()
        process.communicate()


def answers(site: Site) -> bool:
    try:
        return site.ask("GET", "/readyz").status_code == 200
    except httpx.HTTPError:
        return False


@pytest.fixture(params=by_day(["caddy"], PROXIES))
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    if not find(request.param):
        pytest.skip(missing(request.param))
    if not shutil.which("openssl"):
        pytest.skip("no openssl here for the certificate; on Debian: apt-get install openssl")
    told = {"QTTT_ORIGINS": ORIGIN}
    data = str(tmp_path / "games.db")
    with (
        serving(tmp_path, data, environment=told) as server,
        proxied(tmp_path, request.param, server) as site,
    ):
        yield site


async def test_a_game_is_played_through_it(site: Site) -> None:
    begun = site.ask("POST", "/api/session")
    cookie = begun.headers["Set-Cookie"].partition(";")[0]
    assert cookie.startswith("__Host-")
    assert "Secure" in begun.headers["Set-Cookie"]
    game = site.ask("POST", "/api/games", {"level": "easy", "side": "X"}, Cookie=cookie)
    name = game.json()["game"]
    async with site.line(cookie) as line, asyncio.timeout(PATIENCE):
        said = json.loads(await line.recv())
        assert (said["t"], said["who"]["name"]) == ("hello", begun.json()["name"])
        await line.send(json.dumps({"t": "watch", "game": name, "have": 0}))
        move = {"t": "do", "game": name, "id": "first", "at": 0, "kind": "move", "body": "12"}
        await line.send(json.dumps(move))
        seats: list[str] = []
        while len(seats) < 2:
            seats += [entry["s"] for entry in json.loads(await line.recv()).get("entries", ())]
    assert seats == ["X", "O"]


async def test_pages_of_others_are_not_let_in(site: Site) -> None:
    assert site.ask("POST", "/api/session", Origin="https://other.example").status_code == 403
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with websockets.connect(
            f"wss://{HOST}/api/socket",
            host="127.0.0.1",
            port=site.port,
            ssl=site.trusting,
            origin=Origin("https://other.example"),
            subprotocols=[Subprotocol("qttt.1")],
        ):
            pass
    assert refused.value.response.status_code == 403


def test_the_app_is_served_encrypted(site: Site) -> None:
    answer = site.ask("GET", "/")
    assert (answer.status_code, answer.text) == (200, "the app")
    assert "max-age" in answer.headers["Strict-Transport-Security"]
