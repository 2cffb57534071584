"""Announcing servers and finding others: real mDNS on the loopback interface."""

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from queue import Queue
from types import SimpleNamespace

import ifaddr
import pytest
import zeroconf
from zeroconf import ServiceInfo

from qttt.server.net import local_network
from qttt.server.net.local_network import SERVICE, FoundServer, LocalNetwork, network_address

LOOPBACK = "127.0.0.1"
TIMEOUT_S = 60


def wait_until(is_done: Callable[[], bool]) -> None:
    """Poll, because zeroconf reports changes in its own threads."""
    deadline = time.monotonic() + TIMEOUT_S
    while not is_done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> str:
    """A host name that no other test run announces."""
    name = f"laptop-{time.monotonic_ns()}"
    monkeypatch.setattr(socket, "gethostname", lambda: f"{name}.school.example")
    monkeypatch.setattr(local_network, "HOST", name)
    monkeypatch.setattr(local_network, "SEARCH_S", 0.2)
    return name


def test_servers_find_each_other_until_they_stop(machine: str) -> None:
    first, second, urls = LocalNetwork(), LocalNetwork(), Queue[str]()
    with ExitStack() as stack:
        stack.enter_context(
            first.announced("192.168.7.7", 8001, interface=LOOPBACK, on_named=urls.put)
        )
        assert urls.get(timeout=TIMEOUT_S) == f"http://{machine}.local:8001/"
        with second.announced("192.168.7.8", 8002, interface=LOOPBACK, on_named=urls.put):
            urls.get(timeout=TIMEOUT_S)
            one = FoundServer(machine, "http://192.168.7.7:8001/")
            two = FoundServer(f"{machine}-2", "http://192.168.7.8:8002/")
            wait_until(lambda: one in second.servers and two in first.servers)
            assert [one not in first.servers, two not in second.servers] == [True, True]
        wait_until(lambda: two not in first.servers)


def test_servers_that_start_together_get_different_names(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_network, "SEARCH_S", 0)
    machines = iter(("one", "two"))
    monkeypatch.setattr(socket, "gethostname", lambda: f"{machine}-{next(machines)}")
    hosts: dict[int, str] = {}

    def note(url: str) -> None:
        host, port = url.strip("/").removeprefix("http://").split(":")
        hosts[int(port)] = host

    with ExitStack() as stack:
        for number in (7, 8):
            stack.enter_context(
                LocalNetwork().announced(
                    f"192.168.7.{number}", number, interface=LOOPBACK, on_named=note
                )
            )
        wait_until(lambda: sorted(hosts.values()) == [f"{machine}-2.local", f"{machine}.local"])


def test_servers_choose_different_names() -> None:
    network = LocalNetwork()
    assert network._free_host() == "qttt"
    for number, host in enumerate(("qttt", "qttt-3")):
        info = ServiceInfo(SERVICE, f"{number}.{SERVICE}", 8000, server=f"{host}.local.")
        network._update(info.name, info)
    assert network._free_host() == "qttt-2"


@pytest.mark.parametrize(
    ("name", "address", "port"),
    [
        ("laptop", "8.8.8.8", 8000),
        ("laptop", LOOPBACK, 8000),
        ("laptop", "192.168.7.7", 0),
        ("\u202e", "192.168.7.7", 8000),
    ],
)
def test_announcements_that_do_not_lead_to_this_network_are_ignored(
    name: str, address: str, port: int
) -> None:
    network = LocalNetwork()
    info = ServiceInfo(SERVICE, f"{name}.{SERVICE}", port, parsed_addresses=[address])
    network._update(info.name, info)
    assert network.servers == []


def test_names_are_sanitized_and_the_list_is_limited() -> None:
    network = LocalNetwork()
    for number in range(30):
        name = f"{number:02}\u202e {'long ' * 9}.{SERVICE}"
        info = ServiceInfo(SERVICE, name, 8000, parsed_addresses=["192.168.7.7"])
        network._update(info.name, info)
    assert len(network.servers) == 20
    assert network.servers[0].name == ("00 " + "long " * 9)[:40]


def test_without_multicast_a_warning_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(zeroconf, "Zeroconf", fail)
    with LocalNetwork().announced("192.168.7.7", 8000):
        pass
    assert caplog.messages == [
        "this server is not announced in the local network: [Errno 19] No such device"
    ]


def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((LOOPBACK, 0)) as here, socket.create_server(("", 0)) as everywhere:
        assert network_address(here) is None
        assert network_address(everywhere) != LOOPBACK
        # Without a default route, the first address of an interface.
        monkeypatch.setattr(local_network, "MULTICAST", ("255.255.255.255", 1))
        adapter = SimpleNamespace(
            ips=[
                SimpleNamespace(ip=("fe80::1", 0, 2), is_IPv4=False),
                SimpleNamespace(ip=LOOPBACK, is_IPv4=True),
                SimpleNamespace(ip="10.42.0.1", is_IPv4=True),
            ]
        )
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter])
        assert network_address(everywhere) == "10.42.0.1"
    if socket.has_dualstack_ipv6():
        with socket.create_server(("::1", 0), family=socket.AF_INET6) as here:
            assert network_address(here) is None
