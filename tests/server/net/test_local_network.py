"""Announcing servers and finding others: real mDNS on the loopback interface."""

import errno
import os
import secrets
import socket
import time
from collections.abc import Callable
from queue import Queue
from types import SimpleNamespace
from typing import NoReturn, cast

import ifaddr
import pytest
import zeroconf
from zeroconf import ServiceInfo

from qttt.server.net import local_network
from qttt.server.net.discovery import SERVICE, Discovery, announced, instance_name, shown_name
from qttt.server.net.local_network import LocalNetwork, network_address
from qttt.server.protocol.shared import FoundServer

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
    name = f"laptop-{secrets.token_hex(4)}"
    monkeypatch.setattr(socket, "gethostname", lambda: f"{name}.school.example")
    return name


def test_servers_find_each_other_until_they_stop(machine: str) -> None:
    """Servers of one machine, with the same host name."""
    names = instance_name(), instance_name()

    def found(discovery: Discovery, number: int) -> bool:
        info = discovery.others.get(names[number])
        return info is not None and info.parsed_addresses() == [f"192.168.7.{number}"]

    with announced(names[0], "192.168.7.0", 8000, LOOPBACK) as first:
        with announced(names[1], "192.168.7.1", 8001, LOOPBACK) as second:
            wait_until(lambda: found(first, 1) and found(second, 0))
            assert names[0] not in first.others
            assert names[1] not in second.others
        wait_until(lambda: names[1] not in first.others)


def test_another_address_replaces_the_first_one(machine: str) -> None:
    names = instance_name(), instance_name()
    with announced(names[0], "192.168.7.0", 8000, LOOPBACK) as other:
        for address in ("192.168.7.1", "192.168.7.2"):
            with announced(names[1], address, 8001, LOOPBACK):
                wait_until(
                    lambda: (
                        names[1] in other.others
                        and other.others[names[1]].parsed_addresses()[0] == address  # noqa: B023
                    )
                )


def test_instance_names(monkeypatch: pytest.MonkeyPatch) -> None:
    for host, machine in (
        ("laptop", "laptop"),
        ("laptop.school.example", "laptop"),
        ("", "qttt"),
        ("\x1b\udce9", "qttt"),
        ("ά" * 30, "ά" * 20),
    ):
        monkeypatch.setattr(socket, "gethostname", lambda: host)  # noqa: B023  called at once
        name = instance_name()
        ServiceInfo(SERVICE, name, 8000)
        assert shown_name(name) == machine
        assert name != instance_name()


def network_with(*infos: ServiceInfo) -> LocalNetwork:
    network = LocalNetwork()
    others = {info.name: info for info in infos}
    network._discovery = cast(Discovery, SimpleNamespace(others=others))
    return network


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
    info = ServiceInfo(SERVICE, f"{name}.{SERVICE}", port, parsed_addresses=[address])
    assert network_with(info).servers == []


def test_names_are_sanitized_and_the_list_is_limited() -> None:
    infos = [
        ServiceInfo(
            SERVICE,
            f"{number:02}\u202e {'long ' * 9}-3fa2b1.{SERVICE}",
            8000 + number,
            parsed_addresses=["192.168.7.7"],
        )
        for number in range(30)
    ]
    network = network_with(*infos)
    assert len(network.servers) == 20
    assert network.servers[0].name == ("00 " + "long " * 9)[:40]


def test_a_server_that_was_started_again_is_listed_once() -> None:
    infos = [
        ServiceInfo(SERVICE, f"laptop-{id_}.{SERVICE}", 8000, parsed_addresses=["192.168.7.7"])
        for id_ in ("3fa2b1", "a00001")
    ]
    assert network_with(*infos).servers == [FoundServer("laptop", "http://192.168.7.7:8000/")]


def test_without_multicast_a_warning_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(zeroconf, "Zeroconf", fail)
    monkeypatch.setattr(local_network, "network_address", lambda _: "192.168.7.7")
    with socket.create_server((LOOPBACK, 0)) as listening:
        with LocalNetwork().joined(listening, is_announced=True):
            wait_until(lambda: bool(caplog.messages))
        assert caplog.messages == [
            "this server is not announced in the local network: [Errno 19] No such device"
        ]


def test_urls_follow_the_address_and_have_the_name_that_the_system_resolves(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = ["192.168.7.7"]
    monkeypatch.setattr(local_network, "network_address", lambda _: addresses[0])
    monkeypatch.setattr(local_network, "CHECK_INTERVAL_S", 0.02)
    resolved = {"192.168.7.7"}

    def resolve(host: str, port: int, family: int) -> list[tuple[object, ...]]:
        assert host == f"{machine}.local"
        return [(family, 1, 6, "", (address, port)) for address in ["127.0.1.1", *resolved]]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    urls, network = Queue[str](), LocalNetwork()
    with socket.create_server((LOOPBACK, 0)) as listening:
        port = listening.getsockname()[1]
        with network.joined(listening, is_announced=False, on_url=urls.put):
            assert network.url == f"http://192.168.7.7:{port}/"
            assert urls.get(timeout=TIMEOUT_S) == f"http://{machine}.local:{port}/"
            addresses[0] = "10.0.0.9"  # to which the system does not resolve the name
            assert urls.get(timeout=TIMEOUT_S) == f"http://10.0.0.9:{port}/" == network.url
        assert urls.empty()
        resolved.clear()
        with LocalNetwork().joined(listening, is_announced=False, on_url=urls.put):
            pass
        assert urls.empty()


def test_a_socket_that_the_server_has_closed_is_not_asked_for_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hosts = list[str]()

    def seen(host: str) -> str:
        hosts.append(host)
        return "192.168.7.7"

    monkeypatch.setattr(local_network, "network_address", seen)
    monkeypatch.setattr(local_network, "CHECK_INTERVAL_S", 0.02)
    listening = socket.create_server((LOOPBACK, 0))
    with LocalNetwork().joined(listening, is_announced=False):
        listening.close()
        asked = len(hosts)
        wait_until(lambda: len(hosts) > asked + 1)
    assert set(hosts) == {LOOPBACK}


def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    assert network_address(LOOPBACK) is None
    assert network_address("0.0.0.0") != LOOPBACK
    assert network_address("192.168.7.7") == "192.168.7.7"
    assert network_address("::") is network_address("fe80::1%2") is None
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
    assert network_address("0.0.0.0") == "10.42.0.1"


@pytest.mark.parametrize("error", [errno.EAFNOSUPPORT, errno.EMFILE])
def test_no_address_if_the_system_names_none(monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    def fail(*_: object) -> NoReturn:
        raise OSError(error, os.strerror(error))

    with socket.create_server(("0.0.0.0", 0)) as listening:
        monkeypatch.setattr(ifaddr, "get_adapters", fail)
        monkeypatch.setattr(socket, "socket", fail)
        network = LocalNetwork()
        with network.joined(listening, is_announced=True):
            assert network.url == ""
