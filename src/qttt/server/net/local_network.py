"""The local network: this server's address in it, its announcement, and other servers (mDNS)."""

import logging
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING

from qttt.server.text import parse_ip, sanitize_line

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

SERVICE = "_qttt._tcp.local."
HOST = "qttt"
"""The server is at ``qttt.local``, or at ``qttt-2.local`` if another server is."""
MULTICAST = ("224.0.0.251", 5353)
SEARCH_S = 2.0
"""How long a new server looks for others before it chooses its name."""
MAX_FOUND = 20
MAX_NAME_LENGTH = 40

log = logging.getLogger(__name__)


@dataclass(frozen=True, order=True, slots=True)
class FoundServer:
    """Another server: the name of its machine, and its URL."""

    name: str
    url: str


class LocalNetwork:
    """What a server knows of its local network.

    Attributes:
        url: This server's URL in the network; empty if it listens to this machine only.
    """

    def __init__(self) -> None:
        self.url = ""
        self._own: ServiceInfo | None = None
        self._infos: dict[str, ServiceInfo] = {}
        self._naming = Lock()

    @property
    def servers(self) -> list[FoundServer]:
        own = self._own.name if self._own else ""
        others = [_parse(info) for name, info in list(self._infos.items()) if name != own]
        return sorted(each for each in others if each)[:MAX_FOUND]

    @contextmanager
    def joined(
        self, listening: socket.socket, *, is_announced: bool, on_named: Callable[[str], None]
    ) -> Iterator[None]:
        """Set ``url``, if other machines reach the socket, and announce it if wanted.

        ``on_named`` is that of ``announced``.
        """
        address, port = network_address(listening), listening.getsockname()[1]
        with ExitStack() as stack:
            if address is not None:
                self.url = f"http://{address}:{port}/"
            if address is not None and is_announced:
                stack.enter_context(self.announced(address, port, on_named=on_named))
            yield

    @contextmanager
    def announced(
        self,
        address: str,
        port: int,
        *,
        interface: str | None = None,
        on_named: Callable[[str], None] = lambda url: None,
    ) -> Iterator[None]:
        """Announce this server and look for others, in threads, until the end of the context.

        If that fails, a warning is logged.

        Args:
            address: This machine's address in the network.
            port: The port of the server.
            interface: The address of another network interface, for tests.
            on_named: Called from a thread with the URL with the server's name, once announced, and
                when it changes.
        """
        from zeroconf import IPVersion, Zeroconf

        try:
            zeroconf = Zeroconf(interfaces=[interface or address], ip_version=IPVersion.V4Only)
        except OSError as error:
            log.warning("this server is not announced in the local network: %s", error)
            yield
            return
        with zeroconf, ThreadPoolExecutor(1) as executor:
            executor.submit(self._announce, zeroconf, address, port, on_named)
            yield

    def _announce(
        self, zeroconf: "Zeroconf", address: str, port: int, on_named: Callable[[str], None]
    ) -> None:
        from zeroconf import ServiceBrowser, ServiceStateChange

        def on_change(
            zeroconf: "Zeroconf", service_type: str, name: str, state_change: ServiceStateChange
        ) -> None:
            is_gone = state_change is ServiceStateChange.Removed
            self._update(name, None if is_gone else zeroconf.get_service_info(service_type, name))
            self._resolve_conflict(zeroconf, address, port, on_named)

        ServiceBrowser(zeroconf, SERVICE, handlers=[on_change])
        time.sleep(SEARCH_S)
        machine = socket.gethostname().partition(".")[0] or HOST
        info = _service_info(f"{machine}.{SERVICE}", self._free_host(), address, port)
        with self._naming, _logging_errors():
            zeroconf.register_service(info, allow_name_change=True)
            self._own = info
            on_named(_host_url(info))
        self._resolve_conflict(zeroconf, address, port, on_named)

    def _resolve_conflict(
        self, zeroconf: "Zeroconf", address: str, port: int, on_named: Callable[[str], None]
    ) -> None:
        """Change the host name if a server that precedes this one by service name has it too.

        Servers that start at the same time choose the same one; zeroconf probes for service names
        only.
        """
        with self._naming, _logging_errors():
            own, others = self._own, list(self._infos.values())
            if own is None or not any(
                each.server == own.server and each.name < own.name for each in others
            ):
                return
            self._own = _service_info(own.name, self._free_host(), address, port)
            zeroconf.update_service(self._own)
            on_named(_host_url(self._own))

    def _update(self, name: str, info: "ServiceInfo | None") -> None:
        """Store what is known of a server; ``info`` is None if it has gone."""
        if info is None:
            self._infos.pop(name, None)
        else:
            self._infos[name] = info

    def _free_host(self) -> str:
        """Return the first host name that no server of the network has."""
        taken = {info.server for info in list(self._infos.values())}
        names = (f"{HOST}-{number}" if number > 1 else HOST for number in count(1))
        return next(name for name in names if f"{name}.local." not in taken)


@contextmanager
def _logging_errors() -> Iterator[None]:
    """Log errors of zeroconf and of the network as a warning."""
    from zeroconf import Error

    try:
        yield
    except (Error, OSError) as error:
        log.warning("this server is not announced in the local network: %s", error)


def _service_info(name: str, host: str, address: str, port: int) -> "ServiceInfo":
    from zeroconf import ServiceInfo

    return ServiceInfo(SERVICE, name, port, parsed_addresses=[address], server=f"{host}.local.")


def _host_url(info: "ServiceInfo") -> str:
    host = (info.server or "").removesuffix(".")
    return f"http://{host}:{info.port}/"


def is_private(client: str) -> bool:
    """Return whether a client has a private address; one behind a Unix socket has none."""
    address = parse_ip(client)
    return address is not None and address.is_private


def network_address(listening: socket.socket) -> str | None:
    """Return the IPv4 address at which other machines reach the socket, None if there is none."""
    if listening.family != socket.AF_INET:
        return None
    host: str = listening.getsockname()[0]
    if not ip_address(host).is_unspecified:
        return None if ip_address(host).is_loopback else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(MULTICAST)  # sends nothing
        return str(probe.getsockname()[0])
    return _first_address()


def _first_address() -> str | None:
    """Return an address of an interface, for a network without a default route."""
    import ifaddr

    found = (
        str(each.ip) for adapter in ifaddr.get_adapters() for each in adapter.ips if each.is_IPv4
    )
    return next((each for each in found if not ip_address(each).is_loopback), None)


def _parse(info: "ServiceInfo") -> FoundServer | None:
    """Return a server with a private address: anything in the network can announce itself."""
    from zeroconf import IPVersion

    addresses = map(ip_address, info.parsed_addresses(IPVersion.V4Only))
    address = next((each for each in addresses if each.is_private and not each.is_loopback), None)
    name = sanitize_line(info.name.removesuffix(f".{SERVICE}"))[:MAX_NAME_LENGTH]
    if address is None or not info.port or not name:
        return None
    return FoundServer(name, f"http://{address}:{info.port}/")
