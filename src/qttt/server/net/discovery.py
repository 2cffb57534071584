"""Announcing a server in its local network and finding others (DNS-SD over mDNS).

Only the service is announced, never a host name: those belong to the operating system, and two
programs that announce the same one receive each other's visitors. The instance name ends with
random digits, so that no other server has it, on whatever machine, whenever their networks meet.

All questions ask for multicast answers. A unicast answer reaches one of the programs that have
bound port 5353, and the system chooses which.
"""

import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from qttt.server.text import sanitize_line

if TYPE_CHECKING:
    from zeroconf import ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

SERVICE = "_qttt._tcp.local."
UNNAMED = "qttt"
"""The name of a machine without one."""
MAX_MACHINE_BYTES = 40
"""Instance names have at most 63 bytes."""
ID_BYTES = 3


class Discovery:
    """The servers found in a network.

    Attributes:
        others: Servers by instance name, without this one.
    """

    def __init__(self, zeroconf: "Zeroconf", own_name: str) -> None:
        self._zeroconf = zeroconf
        self._own_name = own_name
        self._browser: ServiceBrowser | None = None
        self.others: dict[str, ServiceInfo] = {}

    def search(self) -> None:
        """Ask for servers, and remove those that do not answer any more."""
        from zeroconf import DNSQuestionType, ServiceBrowser

        previous = self._browser
        self._browser = ServiceBrowser(
            self._zeroconf, SERVICE, handlers=[self._on_change], question_type=DNSQuestionType.QM
        )
        if previous:
            previous.cancel()
        for name in list(self.others):
            self._load(name)

    def stop(self) -> None:
        """Stop listening to changes."""
        if self._browser:
            self._browser.cancel()

    def _on_change(
        self,
        zeroconf: "Zeroconf",
        service_type: str,
        name: str,
        state_change: "ServiceStateChange",
    ) -> None:
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            self.others.pop(name, None)
        elif name != self._own_name:
            self._load(name)

    def _load(self, name: str) -> None:
        """Load a server's address; the network is asked if it is older than two minutes."""
        from zeroconf import DNSQuestionType

        info = self._zeroconf.get_service_info(SERVICE, name, question_type=DNSQuestionType.QM)
        if info is None:
            self.others.pop(name, None)
        else:
            self.others[name] = info


@contextmanager
def announced(
    name: str, address: str, port: int, interface: str | None = None
) -> Iterator[Discovery]:
    """Announce a server and search for others, until the end of the context.

    Args:
        name: Of ``instance_name``; the same after a change of the address, which it replaces.
        address: This machine's address in the network.
        port: The port of the server.
        interface: The address of another network interface, for tests.

    Raises:
        OSError: The network has no multicast.
        zeroconf.Error: The machine is too busy.
    """
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    info = ServiceInfo(SERVICE, name, port, parsed_addresses=[address])
    with Zeroconf(interfaces=[interface or address], ip_version=IPVersion.V4Only) as zeroconf:
        discovery = Discovery(zeroconf, name)
        try:
            discovery.search()
            zeroconf.register_service(info, cooperating_responders=True)  # the name is unique
            yield discovery
            zeroconf.unregister_all_services()
        finally:
            discovery.stop()


def instance_name() -> str:
    """Return a new instance name: this machine's name without its domain, and random digits."""
    host = sanitize_line(socket.gethostname().partition(".")[0])
    machine = host.encode()[:MAX_MACHINE_BYTES].decode(errors="ignore").strip() or UNNAMED
    return f"{machine}-{secrets.token_hex(ID_BYTES)}.{SERVICE}"


def shown_name(instance: str) -> str:
    """Return the machine's name in an instance name, sanitized.

    >>> shown_name("Room 12-3fa2b1._qttt._tcp.local.")
    'Room 12'
    """
    own = instance.removesuffix(f".{SERVICE}")
    return sanitize_line(re.sub(rf"-[0-9a-f]{{{2 * ID_BYTES}}}\Z", "", own))
