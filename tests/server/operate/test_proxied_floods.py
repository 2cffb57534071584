"""Clients that send without pause through a proxy do not delay others at the server."""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.server.net.test_floods import FLOODS, attack, endure

from .processes import ServerProcess, serving
from .test_proxies import HOST, ORIGIN, PROXIES, ProxiedServer, proxied, skip_without

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc"),
]


class ProxiedTarget(NamedTuple):
    """A server under attack, its proxy, and the cookie of a session."""

    server: ServerProcess
    site: ProxiedServer
    cookie: str

    @property
    def upgrade(self) -> bytes:
        """A request to open a WebSocket."""
        return (
            f"GET /api/socket HTTP/1.1\r\nHost: {HOST}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: {ORIGIN}\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: qttt.1\r\n"
            f"Cookie: {self.cookie}\r\n\r\n"
        ).encode()


@pytest.fixture(scope="module", params=PROXIES)
def target(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[ProxiedTarget]:
    skip_without(request.param)
    folder = tmp_path_factory.mktemp("target")
    environment = {"QTTT_ORIGINS": ORIGIN}
    with (
        serving(folder, str(folder / "games.db"), environment=environment) as server,
        proxied(folder, request.param, server) as site,
    ):
        session = site.ask("POST", "/api/session")
        yield ProxiedTarget(server, site, session.headers["Set-Cookie"].partition(";")[0])


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_through_a_proxy_delays_nobody_else(
    target: ProxiedTarget, flood: str
) -> None:
    async with target.site.connect(target.cookie) as victim:
        await endure(
            victim,
            target.server.process.pid,
            lambda: attack(target.site.port, flood, target.upgrade, HOST),
        )
