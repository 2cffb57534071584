"""Playing a game through nginx and Caddy with the configuration files of ``deploy``."""

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
from tests.server.postgres import Cluster
from tests.server.services import find, free_port, skip_reason

from .processes import ServerProcess, serving
from .test_deploy import text

HOST = "play.example"
ORIGIN = f"https://{HOST}"
TIMEOUT_S = 60
UPSTREAMS = ("127.0.0.1:8001", "127.0.0.1:8002")


def certificate(folder: Path) -> None:
    """Create a self-signed certificate."""
    command = (
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
        *("-subj", f"/CN={HOST}", "-keyout", "privkey.pem", "-out", "fullchain.pem"),
    )
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def nginx(folder: Path, port: int, config: str) -> tuple[str, ...]:
    """Return the command that runs nginx in the foreground with that site configuration."""
    certificate(folder)
    config = config.replace("/etc/letsencrypt/live/play.example", str(folder))
    config = re.sub(r" *listen \[::\].*\n", "", config)  # a machine may have no IPv6
    config = config.replace("listen 443", f"listen 127.0.0.1:{port}")
    config = config.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    site, main = folder / "qttt.conf", folder / "nginx.conf"
    site.write_text(config)
    temporary = " ".join(
        f"{kind}_temp_path {folder};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        f"http {{ access_log off; {temporary} include {site}; }}\n"
    )
    return (find("nginx") or "nginx", "-e", str(folder / "log"), "-c", str(main))


def caddy(folder: Path, port: int, config: str) -> tuple[str, ...]:
    """Return the command that runs Caddy with that configuration; it creates its certificate."""
    options = (
        f"{{\n admin off\n local_certs\n skip_install_trust\n https_port {port}\n"
        f" http_port {free_port()}\n storage file_system {folder}/storage\n"
    )
    assert config.count("\n{\n") == 1  # the file's own options, which these begin
    (folder / "Caddyfile").write_text(config.replace("\n{\n", f"\n{options}", 1))
    file = str(folder / "Caddyfile")
    return (find("caddy") or "caddy", "run", "--adapter", "caddyfile", "--config", file)


Proxy = Callable[[Path, int, str], tuple[str, ...]]
PROXIES: dict[str, tuple[str, Proxy]] = {
    "nginx": ("nginx.conf", nginx),
    "caddy": ("Caddyfile", caddy),
}


class ProxiedServer:
    """A client of the server behind a proxy."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.context = ssl.create_default_context()
        self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE

    def ask(self, method: str, path: str, body: object = None, **more: str) -> httpx.Response:
        headers = {"Host": HOST, "Origin": ORIGIN, "Content-Type": "application/json", **more}
        with httpx.Client(verify=self.context, timeout=TIMEOUT_S) as client:
            return client.request(
                method,
                f"https://127.0.0.1:{self.port}{path}",
                headers=headers,
                content=json.dumps(body or {}) if method == "POST" else None,
                extensions={"sni_hostname": HOST},
            )

    def connect(self, cookie: str = "") -> websockets.connect:
        return websockets.connect(
            f"wss://{HOST}/api/socket",
            host="127.0.0.1",
            port=self.port,
            ssl=self.context,
            origin=Origin(ORIGIN),
            additional_headers={"Cookie": cookie},
            subprotocols=[Subprotocol("qttt.1")],
        )


@contextmanager
def proxied(
    folder: Path, name: str, server: ServerProcess, other: ServerProcess | None = None
) -> Iterator[ProxiedServer]:
    """Run the proxy in front of the servers; without ``other`` that upstream is not running."""
    file, prepare = PROXIES[name]
    config, port = text(file), free_port()
    addresses = (server.url[7:], other.url[7:] if other else f"127.0.0.1:{free_port()}")
    for upstream, address in zip(UPSTREAMS, addresses, strict=True):
        assert upstream in config
        config = config.replace(upstream, address)
    process = subprocess.Popen(prepare(folder, port, config), stderr=subprocess.PIPE, text=True)
    try:
        site, until = ProxiedServer(port), time.monotonic() + TIMEOUT_S
        while not is_ready(site):
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.1)
        yield site
    finally:
        process.terminate()
        process.communicate()


def is_ready(site: ProxiedServer) -> bool:
    try:
        return site.ask("GET", "/readyz").status_code == 200
    except httpx.HTTPError:
        return False


def skip_without(proxy: str) -> None:
    """Skip a test if the proxy or its certificate are not available."""
    if not find(proxy):
        pytest.skip(skip_reason(proxy))
    if not shutil.which("openssl"):
        pytest.skip("no openssl for the certificate; on Debian: apt-get install openssl")


@pytest.fixture(params=by_day(["caddy"], PROXIES))
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ProxiedServer]:
    skip_without(request.param)
    environment = {"QTTT_ORIGINS": ORIGIN}
    data = str(tmp_path / "games.db")
    with (
        serving(tmp_path, data, environment=environment) as server,
        proxied(tmp_path, request.param, server) as site,
    ):
        yield site


async def test_a_game_through_a_proxy(site: ProxiedServer) -> None:
    session = site.ask("POST", "/api/session")
    cookie = session.headers["Set-Cookie"].partition(";")[0]
    assert cookie.startswith("__Host-")
    assert "Secure" in session.headers["Set-Cookie"]
    game = site.ask("POST", "/api/games", {"level": "easy", "side": "X"}, Cookie=cookie)
    name = game.json()["game"]
    async with site.connect(cookie) as socket, asyncio.timeout(TIMEOUT_S):
        hello = json.loads(await socket.recv())
        assert (hello["t"], hello["who"]["name"]) == ("hello", session.json()["name"])
        await socket.send(json.dumps({"t": "watch", "game": name, "have": 0}))
        move = {"t": "do", "game": name, "id": "first", "at": 0, "kind": "move", "body": "12"}
        await socket.send(json.dumps(move))
        seats: list[str] = []
        while len(seats) < 2:
            seats += [entry["s"] for entry in json.loads(await socket.recv()).get("entries", ())]
    assert seats == ["X", "O"]


async def test_other_origins_are_rejected(site: ProxiedServer) -> None:
    assert site.ask("POST", "/api/session", Origin="https://other.example").status_code == 403
    with pytest.raises(websockets.InvalidStatus) as error:
        async with websockets.connect(
            f"wss://{HOST}/api/socket",
            host="127.0.0.1",
            port=site.port,
            ssl=site.context,
            origin=Origin("https://other.example"),
            subprotocols=[Subprotocol("qttt.1")],
        ):
            pass
    assert error.value.response.status_code == 403


def test_the_app_is_served_over_https(site: ProxiedServer) -> None:
    answer = site.ask("GET", "/")
    assert (answer.status_code, answer.text[-7:]) == (200, "the app")
    assert "max-age" in answer.headers["Strict-Transport-Security"]


@pytest.mark.parametrize("proxy", by_day(["caddy"], PROXIES))
async def test_a_proxy_serves_the_app_without_the_store(
    tmp_path: Path, own_cluster: Cluster, proxy: str
) -> None:
    skip_without(proxy)
    environment = {"QTTT_ORIGINS": ORIGIN, "QTTT_LOG_LEVEL": "debug"}
    with (
        serving(tmp_path, own_cluster.create("away"), environment=environment) as server,
        proxied(tmp_path, proxy, server, server) as site,
    ):
        own_cluster.stop("immediate")
        async with asyncio.timeout(TIMEOUT_S):
            while httpx.get(f"{server.url}/readyz").text != "store-away\n":
                await asyncio.sleep(0.1)
        if "health_uri" in text(PROXIES[proxy][0]):
            await wait_for_checks(server, 2)  # the second one follows the result of the first
        for path, status in (*[("/g/0123456789", 503)] * 3, ("/", 200)):
            answer = site.ask("GET", path)
            assert (answer.status_code, answer.text[-7:]) == (status, "the app")
        own_cluster.start()


async def wait_for_checks(server: ServerProcess, count: int) -> None:
    """Wait until the proxy has sent that many requests for the server's health."""

    def checks() -> int:
        return sum(line.get("route") == "/readyz" for line in server.lines)

    last = checks() + count
    async with asyncio.timeout(TIMEOUT_S):
        while checks() < last:
            await asyncio.sleep(0.1)


@pytest.mark.nightly
async def test_a_proxy_cuts_off_a_request_whose_head_does_not_end(site: ProxiedServer) -> None:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", site.port, ssl=site.context, server_hostname=HOST
    )
    writer.write(f"GET / HTTP/1.1\r\nHost: {HOST}\r\nx: ".encode())
    async with asyncio.timeout(40):  # the proxies' own timeouts are 60 seconds or none
        await reader.read()
    writer.close()
