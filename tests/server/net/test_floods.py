"""Clients that send without pause, or never read, do not delay others and cost little memory.

Delays are measured in the server's processor time between a well-behaved client's ping and its
pong, so that they do not depend on how busy the machine is.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import pytest
import websockets

from bench.load.driving import ours, serving
from bench.load.stock import stock
from tests.selection import by_day

from .flooding import flooding
from .test_bad_clients import MAX_GROWTH_MIB, Target, frame, resident_mib

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc")

ATTACK_S = 5.0


class Limits(NamedTuple):
    """The limits for 95 % of the delays, for all delays, and for the growth of memory."""

    usual_ms: float = 50
    worst_ms: float = 250
    growth_mib: float = MAX_GROWTH_MIB


FLOOD_LIMITS = Limits()
HEAD = b"GET / HTTP/1.1\r\nHost: play.example\r\n"
BODY = b"POST /api/session HTTP/1.1\r\nHost: play.example\r\nTransfer-Encoding: chunked\r\n\r\n"

FLOODS: dict[str, tuple[bool, bytes, bytes]] = {
    "pings of the app": (True, b"", frame(b'{"t":"ping","n":1}') * 5_000),
    "empty texts": (True, b"", frame(b"") * 20_000),
    "ping frames": (True, b"", frame(b"", 0x89) * 20_000),
    "long ping frames": (True, b"", frame(b"x" * 125, 0x89) * 1_000),
    "pong frames": (True, b"", frame(b"", 0x8A) * 20_000),
    "empty continuations": (True, frame(b"", 0x01), frame(b"", 0x00) * 20_000),
    "endless heads": (False, HEAD, b"x: y\r\n" * 20_000),
    "endless header": (False, HEAD + b"x: ", b"y" * 100_000),
    "endless URL": (False, b"GET /", b"y" * 100_000),
    "chunks of one byte": (False, BODY, b"1\r\nx\r\n" * 20_000),
}
"""For each flood whether it is over a WebSocket, its beginning, and what is repeated."""


@contextmanager
def attack(
    port: int, flood: str, upgrade: bytes, tls_host: str = "", connections: int = 1
) -> Iterator[None]:
    """Run the flood over connections; WebSockets are opened with ``upgrade``."""
    over_websocket, beginning, repeated = FLOODS[flood]
    texts = (upgrade if over_websocket else b"", beginning, repeated)
    with ExitStack() as stack:
        for _ in range(connections):
            stack.enter_context(flooding(port, *texts, tls_host=tls_host))
        yield


def processor_ms(pid: int) -> float:
    """Return the time that a process has computed."""
    return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[0]) / 1e6


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    store = tmp_path_factory.mktemp("target") / "games.db"
    (pair,) = stock(str(store), 1, 1)
    with serving(ours(store)) as server:
        yield Target(server, pair.sessions, list(pair.games), [])


@pytest.mark.parametrize("flood", by_day(["empty texts"], FLOODS))
@pytest.mark.parametrize("connections", by_day([1], [1, 8]))
async def test_a_flood_delays_nobody_else(target: Target, flood: str, connections: int) -> None:
    async with target.socket("O") as victim:
        await endure(
            victim,
            target.server.process.pid,
            lambda: attack(target.server.port, flood, target.upgrade, connections=connections),
        )


async def endure(
    victim: websockets.ClientConnection,
    pid: int,
    attack: Callable[[], AbstractContextManager[None]],
    limits: Limits = FLOOD_LIMITS,
) -> None:
    """Assert that an attack delays the victim little and costs the server little memory."""
    delays: list[float] = []

    async def ping() -> float:
        before = processor_ms(pid)
        await victim.send(json.dumps({"t": "ping", "n": len(delays)}))
        while json.loads(await victim.recv())["t"] != "pong":
            pass
        return processor_ms(pid) - before

    await ping()
    memory = peak = resident_mib(pid)
    with attack():
        end = time.monotonic() + ATTACK_S
        while time.monotonic() < end or len(delays) < 20:
            delays.append(await ping())
            peak = max(peak, resident_mib(pid))
            await asyncio.sleep(0.05)
    usual, worst, growth = quantiles(delays, n=20)[-1], max(delays), peak - memory
    print(f"95 % within {usual:.1f} ms, worst {worst:.1f} ms, memory +{growth:.1f} MiB")
    assert usual < limits.usual_ms
    assert worst < limits.worst_ms
    assert growth < limits.growth_mib
