"""Rate limits in memory."""

from contextlib import ExitStack

import pytest

from qttt.server.api.rate_limits import RateLimiter
from qttt.server.errors import RequestError
from qttt.server.net.connection_limits import MAX_SOCKETS_PER_USER, SocketShares, network


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


def test_strangers_leave_sockets_to_users() -> None:
    shares = SocketShares(max_strangers=2)
    with ExitStack() as stack:
        strangers = [stack.enter_context(shares.share("", "192.0.2.7")) for _ in range(3)]
        elsewhere = stack.enter_context(shares.share("", "192.0.2.8"))
        mine = [
            stack.enter_context(shares.share("anna", "192.0.2.7"))
            for _ in range(MAX_SOCKETS_PER_USER + 1)
        ]
        yours = stack.enter_context(shares.share("bert", "192.0.2.7"))
    assert (strangers, elsewhere, yours) == ([True, True, False], True, True)
    assert mine == [True] * MAX_SOCKETS_PER_USER + [False]
    with shares.share("", "192.0.2.7") as is_admitted:
        assert is_admitted


async def test_a_client_is_marked_for_a_period() -> None:
    rates = RateLimiter({"class-here": "1/hour"})
    assert not await rates.is_marked("class-here", "192.0.2.7")
    for _ in range(2):
        await rates.mark("class-here", "192.0.2.7")
        assert await rates.is_marked("class-here", "192.0.2.7")
    assert not await rates.is_marked("class-here", "192.0.2.8")
