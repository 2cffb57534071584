"""A limit of what one client address has open at a time."""

from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address, ip_network


class AddressLimiter:
    """Counts by network, as an IPv6 client has many addresses.

    ``proxies`` are addresses or networks without a limit: each forwards many clients.
    """

    def __init__(self, maximum: int, proxies: Sequence[str] = ()) -> None:
        self._maximum = maximum
        self._proxies = [ip_network(each) for each in proxies]
        self._counts: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Count one more, or return False if the maximum is reached."""
        key = self._key(address)
        if key and self._counts[key] >= self._maximum:
            return False
        self._counts[key] += 1
        return True

    def release(self, address: str) -> None:
        """Count one less."""
        key = self._key(address)
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    def _key(self, address: str) -> str:
        is_proxy = self._proxies and any(ip_address(address) in each for each in self._proxies)
        return "" if is_proxy else network(address)


def network(address: str) -> str:
    """Return the network of an address for counting: the /64 prefix of an IPv6 address.

    >>> network("2001:db8:1:2:3::4"), network("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
