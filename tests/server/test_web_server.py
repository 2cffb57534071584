"""Listening sockets, their errors and their URLs."""

import errno
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from fastapi import FastAPI

from qttt.server import ServerError, listen
from qttt.server.web_server import serve, url


def error_of(host: str, port: int) -> str:
    with pytest.raises(ServerError) as error:
        listen(host, port)
    return str(error.value)


def test_a_port_in_use() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        assert error_of("127.0.0.1", port) == (
            f"port {port} of 127.0.0.1 is in use; stop the program that uses it, "
            "or choose another port: --port 0 takes any free one"
        )


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1", "a" * 64])
def test_an_address_of_another_machine(host: str) -> None:
    assert error_of(host, 0) == (
        f"{host} is not an address of this machine; "
        "use --host 127.0.0.1 for this machine only, --host 0.0.0.0 for all networks"
    )


def test_a_privileged_port(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(*args: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", reject)
    assert error_of("127.0.0.1", 80) == (
        "only the administrator can use port 80; choose another: --port 8000"
    )


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("localhost", "")]
)
def test_the_url_for_a_browser(host: str, shown: str) -> None:
    with listen(host, 0) as here:
        address, port, *_ = here.getsockname()
        shown = shown or (f"[{address}]" if ":" in address else address)
        assert url(here) == f"http://{shown}:{port}/"


@pytest.mark.parametrize(("host", "shown"), [("::1", "[::1]"), ("::", "[::1]")])
def test_the_url_of_an_ipv6_address(host: str, shown: str) -> None:
    try:
        here = listen(host, 0)
    except ServerError:
        pytest.skip("this machine has no IPv6")
    with here:
        assert url(here) == f"http://{shown}:{here.getsockname()[1]}/"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_the_server_runs_stops_it(by: signal.Signals) -> None:
    lifetime: list[str] = []

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        lifetime.append("started")
        yield
        lifetime.append("stopped")

    def ready(_: str) -> None:
        with suppress(BaseException):  # like a finalizer
            signal.raise_signal(by)

    handlers = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    serve(FastAPI(lifespan=lifespan), listen("127.0.0.1", 0), ready=ready)
    assert lifetime == ["started", "stopped"]
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == handlers
