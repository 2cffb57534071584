"""HTTP edge cases: methods, lengths, proxies and schemes."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from qttt.server import ServerError, claim_store, create_app
from tests.server.conftest import write_app

from .processes import ServerProcess, serving


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that uses https."""
    application = create_app(write_app(tmp_path), data=str(tmp_path / "games.db"))
    async with (
        application.router.lifespan_context(application),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(application),
            base_url="https://localhost",
            headers={"Origin": "https://localhost"},
        ) as opened,
    ):
        yield opened


PATHS = ("/", "/none", "/healthz", "/readyz", "/api/session", "/api/lobby", "/api/none")


@pytest.mark.parametrize("path", PATHS)
async def test_hsts_is_sent_over_https_only(browser: httpx.AsyncClient, path: str) -> None:
    policy = "max-age=31536000; includeSubDomains"
    assert (await browser.get(path)).headers["strict-transport-security"] == policy
    plain = await browser.get(f"http://localhost{path}")
    assert "strict-transport-security" not in plain.headers


@pytest.mark.parametrize("path", PATHS)
async def test_cors_allows_no_other_origin(browser: httpx.AsyncClient, path: str) -> None:
    for method in ("GET", "OPTIONS", "POST"):
        headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        answer = await browser.request(method, path, headers=headers, json={})
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "X"])
async def test_unusual_methods_are_rejected(browser: httpx.AsyncClient, method: str) -> None:
    for path in PATHS:
        answer = await browser.request(method, path, headers={"X-Secret": "in the headers"})
        assert answer.status_code in (403, 404, 405), path
        assert "in the headers" not in answer.text


@pytest.mark.parametrize("path", [*PATHS, "/api", "/api/", "//evil.example", "/assets/"])
async def test_there_are_no_redirects_to_other_hosts(browser: httpx.AsyncClient, path: str) -> None:
    for address in (path, path + "/"):
        answer = await browser.get(address, headers={"Host": "evil.example"})
        assert "evil.example" not in answer.headers.get("location", "")


# --- over the wire ---------------------------------------------------------------------------

WRONG = {"name": "Anna", "password": "a wrong one"}


def logged_address(server: ServerProcess) -> str:
    """Return the address that the server logs for a login with a forwarding header."""
    headers = {"Origin": server.url, "X-Forwarded-For": "192.0.2.77"}
    assert httpx.post(f"{server.url}/api/login", json=WRONG, headers=headers).status_code == 403
    assert server.stop() == 0
    (line,) = [each for each in server.lines if each["event"] == "request rejected"]
    return str(line["address"])


def test_only_trusted_proxies_can_set_the_client_address(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    with serving(tmp_path, data, environment={"QTTT_PROXIES": "192.0.2.1"}) as server:
        httpx.get(f"{server.url}/healthz", headers={"X-Forwarded-For": "192.0.2.77"})
        assert logged_address(server) == "127.0.0.1"
        (warning,) = [line for line in server.lines if line["event"] == "untrusted proxy"]
        assert (warning["level"], warning["address"]) == ("warning", "127.0.0.1")
    with serving(tmp_path, data, environment={"QTTT_PROXIES": "127.0.0.0/8"}) as server:
        assert logged_address(server) == "192.0.2.77"
        assert "untrusted proxy" not in server.events


def test_a_killed_server_holds_no_lock(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    with serving(tmp_path, data) as server:
        with pytest.raises(ServerError, match="another server uses"), claim_store(data):
            pass
        server.kill()
        with serving(tmp_path, data) as again:
            assert again.stop() == 0


def test_a_request_with_two_lengths_is_rejected(tmp_path: Path) -> None:
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        port = int(server.url.rpartition(":")[2])
        hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
        head = (
            f"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {server.url}\r\n"
            "Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"
            "\r\n0\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
            line.sendall((head + hidden).encode())
            line.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert answer.count(b"HTTP/1.1") == 1
        assert server.stop() == 0
