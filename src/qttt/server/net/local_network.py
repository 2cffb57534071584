"""The local network: this server's addresses in it, and other servers."""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import ip_address
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING

from qttt.server.protocol.shared import FoundServer
from qttt.server.text import parse_ip

from .discovery import Discovery, announced, instance_name, shown_name

if TYPE_CHECKING:
    from zeroconf import ServiceInfo

MULTICAST = ("224.0.0.251", 5353)
CHECK_INTERVAL_S = 5.0
"""How often the address is compared: networks are joined, left and exchanged."""
SEARCH_INTERVAL_S = 60.0
"""The shortest time between two searches that users cause."""
MAX_FOUND = 20
MAX_NAME_LENGTH = 40

log = logging.getLogger(__name__)


class LocalNetwork:
    """What a server knows of its local network.

    Attributes:
        url: This server's URL in the network; empty if other machines cannot reach it.
    """

    def __init__(self) -> None:
        self.url = ""
        self._discovery: Discovery | None = None
        self._woken = Event()
        self._is_left = False

    @property
    def servers(self) -> list[FoundServer]:
        others = list(self._discovery.others.values()) if self._discovery else []
        # A server that was killed and started again has two names for a while.
        by_url = {server.url: server for server in map(_parse, others) if server}
        return sorted(by_url.values())[:MAX_FOUND]

    def search(self) -> None:
        """Have the network searched again, unless that was done lately; do not wait for it.

        Networks that are connected later, such as by an access point, announce nothing again.
        """
        self._woken.set()

    @contextmanager
    def joined(
        self,
        listening: socket.socket,
        *,
        is_announced: bool,
        on_url: Callable[[str], None] = lambda url: None,
    ) -> Iterator[None]:
        """Keep ``url`` up to date, and the server announced if wanted, to the end of the context.

        If announcing fails, a warning is logged.

        Args:
            listening: The server's socket.
            is_announced: Whether to announce the server and to look for others.
            on_url: Called from threads with more URLs of the server: with the machine's name, if
                the system finds this machine by it, and with a new address.
        """
        host, port = listening.getsockname()[:2]  # the server closes the socket before it leaves
        address = self._update_url(host, port)
        following = Thread(target=self._follow, args=(host, port, address, is_announced, on_url))
        following.start()
        try:
            yield
        finally:
            self._is_left = True
            self._woken.set()
            following.join()

    def _update_url(self, host: str, port: int) -> str | None:
        address = network_address(host)
        self.url = f"http://{address}:{port}/" if address else ""
        return address

    def _follow(
        self,
        host: str,
        port: int,
        address: str | None,
        is_announced: bool,
        on_url: Callable[[str], None],
    ) -> None:
        """Announce the server at its address, and at the next one when that changes."""
        name = instance_name()
        while True:
            with ExitStack() as stack:
                if address:
                    naming = Thread(target=self._report_name, args=(address, port, on_url))
                    naming.daemon = True  # not joined: resolvers can take long
                    naming.start()
                if address and is_announced:
                    stack.enter_context(_logging_errors())  # of the withdrawal
                    with _logging_errors():
                        self._discovery = stack.enter_context(announced(name, address, port))
                self._wait_for_change(host, address)
                self._discovery = None
                if self._is_left:
                    return
            address = self._update_url(host, port)
            if self.url:
                on_url(self.url)

    def _wait_for_change(self, host: str, address: str | None) -> None:
        """Search when woken, until the address changes or the network is left."""
        searched = monotonic()
        while not self._is_left and network_address(host) == address:
            is_woken = self._woken.wait(CHECK_INTERVAL_S)
            self._woken.clear()
            if is_woken and self._discovery and monotonic() - searched >= SEARCH_INTERVAL_S:
                with _logging_errors():
                    self._discovery.search()
                searched = monotonic()

    def _report_name(self, address: str, port: int, on_url: Callable[[str], None]) -> None:
        """Report the URL with this machine's name if the system resolves that to the address."""
        name = local_name()
        with suppress(OSError, UnicodeError):  # unknown, or no host name
            addresses = socket.getaddrinfo(name, port, socket.AF_INET)
            if any(place[0] == address for *_, place in addresses) and not self._is_left:
                on_url(f"http://{name}:{port}/")


@contextmanager
def _logging_errors() -> Iterator[None]:
    """Log errors of zeroconf and of the network as a warning."""
    from zeroconf import Error

    try:
        yield
    except (Error, OSError) as error:
        log.warning("this server is not announced in the local network: %s", error)


def local_name() -> str:
    """Return the name under which operating systems announce this machine."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def is_private(client: str) -> bool:
    """Return whether a client has a private address; one behind a Unix socket has none."""
    address = parse_ip(client)
    return address is not None and address.is_private


def network_address(host: str) -> str | None:
    """Return the IPv4 address at which other machines reach a socket bound to ``host``, if any."""
    bound = ip_address(host)
    if bound.version != 4:
        return None
    if not bound.is_unspecified:
        return None if bound.is_loopback else host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(MULTICAST)  # sends nothing
        return str(probe.getsockname()[0])
    return _first_address()


def _first_address() -> str | None:
    """Return an address of an interface, for a network without a default route.

    None if there is none, or if the system forbids to list them or has no file left for that.
    """
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return None
    addresses = (str(ip.ip) for adapter in adapters for ip in adapter.ips if ip.is_IPv4)
    return next((address for address in addresses if not ip_address(address).is_loopback), None)


def _parse(info: "ServiceInfo") -> FoundServer | None:
    """Return a server with a private address: anything in the network can announce itself."""
    from zeroconf import IPVersion

    addresses = map(ip_address, info.parsed_addresses(IPVersion.V4Only))
    address = next(
        (
            candidate
            for candidate in addresses
            if candidate.is_private and not candidate.is_loopback
        ),
        None,
    )
    if address is None or not info.port:
        return None
    name = shown_name(info.name)[:MAX_NAME_LENGTH]
    return FoundServer(name, f"http://{address}:{info.port}/") if name else None
