"""Rate limits in memory."""

import pytest

from qttt.server.api.rate_limits import RateLimiter
from qttt.server.errors import RequestError
from qttt.server.net.connection_limits import network


async def test_limits_count_each_client_and_operation_separately() -> None:
    rates = RateLimiter({"login": "3/minute", "seek": "1/minute"})
    for _ in range(3):
        await rates.hit("login", "anna")
    with pytest.raises(RequestError) as error:
        await rates.hit("login", "anna")
    assert error.value.code == "too-fast"
    assert error.value.message.startswith("too many requests; try again in ")
    assert error.value.headers
    assert 1 <= int(error.value.headers["Retry-After"]) <= 60
    await rates.hit("login", "nikos")
    await rates.hit("seek", "anna")


async def test_every_window_limits() -> None:
    rates = RateLimiter({"session": "100/minute; 2/hour"})
    for _ in range(2):
        await rates.hit("session", "anna")
    with pytest.raises(RequestError):
        await rates.hit("session", "anna")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("a socket", "a socket"),
    ],
)
def test_addresses_of_one_network_count_together(address: str, counted: str) -> None:
    assert network(address) == counted
