"""Servers find each other in local networks: one machine, or several on a bridge."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.selection import by_day
from tests.server.net import namespaces
from tests.server.net.namespaces import Network, Peer, peers, wait_until

NAME = "laptop"
FIRST, SECOND, THIRD = "10.77.0.1", "10.77.0.2", "10.77.0.3"
FIRST_URL, SECOND_URL = f"http://{FIRST}:8000/", f"http://{SECOND}:8000/"
AVAHI = "avahi-daemon"
AVAHI_SETTINGS = """[server]
host-name={name}
enable-dbus=no
use-ipv6=no
"""
AVAHI_OPTIONS = ("--no-drop-root", "--no-chroot", "--no-rlimits", "--file")
DELAYS_S = (0, 0.5, 1, 3)
"""Between the starts of two servers: while the first one asks, announces itself, and after that."""


@pytest.fixture
def network() -> Iterator[Network]:
    if reason := namespaces.missing():
        pytest.skip(reason)
    with namespaces.network() as made:
        yield made


def find_each_other(first: Peer, second: Peer, urls: tuple[str, str], name: str = NAME) -> None:
    def is_done() -> bool:
        states = first.state(), second.state()
        assert tuple(url for url, _ in states) == urls
        return [others for _, others in states] == [{urls[1]: name}, {urls[0]: name}]

    wait_until(is_done)


@pytest.mark.parametrize("delay", by_day([0], DELAYS_S))
def test_two_servers_of_one_machine(network: Network, delay: float) -> None:
    network.add_machine("one", FIRST)
    with peers(network, ("one", NAME, 8000), ("one", NAME, 8001)) as (first, second):
        first.join()
        time.sleep(delay)
        second.join()
        find_each_other(first, second, (FIRST_URL, f"http://{FIRST}:8001/"))
        second.stop()
        wait_until(lambda: first.state()[1] == {})


@pytest.mark.parametrize("delay", by_day([0], DELAYS_S))
def test_two_machines_with_one_name(network: Network, delay: float) -> None:
    network.add_machine("one", FIRST)
    network.add_machine("two", SECOND)
    with peers(network, ("one", NAME, 8000), ("two", NAME, 8000)) as (first, second):
        first.join()
        time.sleep(delay)
        second.join()
        find_each_other(first, second, (FIRST_URL, SECOND_URL))
        second.stop()
        wait_until(lambda: first.state()[1] == {})


@pytest.mark.parametrize("silence", by_day([0], (0, 16)))
def test_networks_that_are_connected_later(network: Network, silence: float) -> None:
    """After some 14 seconds both servers have stopped to ask by themselves."""
    network.add_machine("one", FIRST)
    network.add_machine("two", SECOND)
    network.disconnect("two")
    with peers(network, ("one", NAME, 8000), ("two", NAME, 8000)) as (first, second):
        first.join()
        second.join()
        wait_until(lambda: first.state()[0] == FIRST_URL)
        time.sleep(silence)
        assert [first.state()[1], second.state()[1]] == [{}, {}]
        network.connect("two")
        find_each_other(first, second, (FIRST_URL, SECOND_URL))


def test_a_machine_that_gets_its_address_later_and_then_another(network: Network) -> None:
    network.add_machine("one", FIRST)
    network.add_machine("two")
    with peers(network, ("one", NAME, 8000), ("two", NAME, 8000)) as (first, second):
        first.join()
        second.join()
        assert second.state() == ("", {})
        for address in (SECOND, THIRD):
            network.set_address("two", address)
            url = f"http://{address}:8000/"
            wait_until(lambda: second.state()[0] == url)  # noqa: B023  called at once
            find_each_other(first, second, (FIRST_URL, url))


@pytest.mark.nightly
def test_a_server_that_is_killed_disappears(network: Network) -> None:
    """Its records are valid for two minutes."""
    network.add_machine("one", FIRST)
    network.add_machine("two", SECOND)
    with peers(network, ("one", NAME, 8000), ("two", NAME, 8000)) as (first, second):
        first.join()
        second.join()
        find_each_other(first, second, (FIRST_URL, SECOND_URL))
        second.kill()
        time.sleep(120)
        wait_until(lambda: first.state()[1] == {})


@contextmanager
def avahi(network: Network, machine: str, name: str, folder: Path) -> Iterator[list[str]]:
    """Have a machine announce its host name; yield a list that gets avahi's log at the end."""
    settings = folder / "avahi.conf"
    settings.write_text(AVAHI_SETTINGS.format(name=name))
    # The folder of its process ID is its own: `ip netns exec` unshares mounts.
    script = 'mount -t tmpfs tmpfs /run && exec "$@"'
    command = network.command(
        machine, "sh", "-c", script, "sh", AVAHI, *AVAHI_OPTIONS, str(settings)
    )
    log: list[str] = []
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            while "Server startup complete" not in (line := process.stderr.readline()):
                assert line, log
                log.append(line)
            log.append(line)
            yield log
        finally:
            process.terminate()
            log += process.stderr


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which(AVAHI), reason=f"on Debian: apt-get install {AVAHI}")
@pytest.mark.parametrize("avahi_is_first", [True, False])
@pytest.mark.parametrize("name", [NAME, "qttt"])
def test_host_names_belong_to_the_operating_system(
    network: Network, tmp_path: Path, name: str, avahi_is_first: bool
) -> None:
    """Avahi, which answers for the host name of a third machine, meets no conflict."""
    for machine, address in (("one", FIRST), ("two", SECOND), ("three", THIRD)):
        network.add_machine(machine, address)
    third = avahi(network, "three", name, tmp_path)
    with (
        ExitStack() as stack,
        peers(network, ("one", name, 8000), ("two", name, 8000)) as (first, second),
    ):
        if avahi_is_first:
            log = stack.enter_context(third)
        first.join()
        second.join()
        find_each_other(first, second, (FIRST_URL, SECOND_URL), name)
        if not avahi_is_first:
            log = stack.enter_context(third)
            find_each_other(first, second, (FIRST_URL, SECOND_URL), name)
        second.stop()
        wait_until(lambda: first.state()[1] == {})
        stack.close()
    assert f"Server startup complete. Host name is {name}.local." in "".join(log)
    assert "conflict" not in "".join(log).lower()
