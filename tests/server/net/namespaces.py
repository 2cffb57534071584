"""Machines on one network: Linux network namespaces, connected by a bridge in another one."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

TIMEOUT_S = 120


@cache
def missing() -> str:
    """Return why there are no namespaces here; empty if there are."""
    if not shutil.which("ip"):
        return "no ip here; on Debian: apt-get install iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root: run the tests as root"
    name = f"qttt-{os.getpid()}-try"
    done = subprocess.run(("ip", "netns", "add", name), capture_output=True, text=True)
    if done.returncode:
        return f"no network namespaces here: {done.stderr.strip()}"
    _ip("netns", "del", name)
    return ""


class Network:
    """A bridge, to which machines are connected."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._bridge = f"{prefix}-bridge"
        self._namespaces: list[str] = []
        self._add(self._bridge)
        _ip("-n", self._bridge, "link", "add", "hub", "type", "bridge", "mcast_snooping", "0")
        _ip("-n", self._bridge, "link", "set", "hub", "up")

    def add_machine(self, name: str, address: str = "") -> None:
        """Add a machine with an address, connected to the bridge."""
        machine = self._namespace(name)
        self._add(machine)
        peer = ("peer", "name", name, "netns", self._bridge)
        _ip("-n", machine, "link", "add", "wire", "type", "veth", *peer)
        _ip("-n", machine, "link", "set", "lo", "up")
        _ip("-n", machine, "link", "set", "wire", "up")
        _ip("-n", self._bridge, "link", "set", name, "up")
        self.connect(name)
        if address:
            self.set_address(name, address)

    def set_address(self, name: str, address: str) -> None:
        """Give a machine this address instead of any other."""
        machine = self._namespace(name)
        _ip("-n", machine, "address", "flush", "dev", "wire")
        _ip("-n", machine, "address", "add", f"{address}/24", "dev", "wire")

    def connect(self, name: str) -> None:
        _ip("-n", self._bridge, "link", "set", name, "master", "hub")

    def disconnect(self, name: str) -> None:
        """Take a machine's link from the bridge; to the machine it looks connected."""
        _ip("-n", self._bridge, "link", "set", name, "nomaster")

    def command(self, name: str, *command: str) -> list[str]:
        """Return a command that runs on a machine."""
        return ["ip", "netns", "exec", self._namespace(name), *command]

    def remove(self) -> None:
        for name in self._namespaces:
            _ip("netns", "del", name)

    def _namespace(self, name: str) -> str:
        return f"{self._prefix}-{name}"

    def _add(self, namespace: str) -> None:
        _ip("netns", "add", namespace)
        self._namespaces.append(namespace)


class Peer:
    """A running ``network_peer``."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def wait_until_ready(self) -> None:
        assert self._read() == "ready"

    def join(self) -> None:
        self._write()

    def state(self) -> tuple[str, dict[str, str]]:
        """Return its URL and the names of the servers that it has found, by URL."""
        self._write()
        url, servers = self._read()
        return url, {place: name for name, place in servers}

    def stop(self) -> None:
        """Have it withdraw its announcement."""
        self._process.communicate(timeout=TIMEOUT_S)
        assert self._process.returncode == 0

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _write(self) -> None:
        assert self._process.stdin
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def _read(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


@contextmanager
def network() -> Iterator[Network]:
    made = Network(f"qttt-{os.getpid()}")
    try:
        yield made
    finally:
        made.remove()


@contextmanager
def peers(network: Network, *servers: tuple[str, str, int]) -> Iterator[list[Peer]]:
    """Start servers, which have not joined yet: the machine, its host name, and the port."""
    program = (sys.executable, "-m", "tests.server.net.network_peer")
    started = [
        Peer(network.command(machine, *program, name, str(port))) for machine, name, port in servers
    ]
    try:
        for peer in started:
            peer.wait_until_ready()
        yield started
    finally:
        for peer in started:
            peer.kill()


def wait_until(is_done: Callable[[], bool]) -> None:
    """Poll, because zeroconf reports changes in its own threads."""
    deadline = time.monotonic() + TIMEOUT_S
    while not is_done():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), check=True)
