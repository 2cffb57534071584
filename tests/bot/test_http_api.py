"""HTTP of the bot client: invalid addresses, and answers of servers that are no game servers."""

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from threading import Thread

import pytest

from qttt.bot import BotError, Client, RequestRejectedError, ServerUnreachableError, http_api
from qttt.bot.http_api import Backoff, ServerApi

from .test_client import START

INVALID_URLS = ["ftp://127.0.0.1", "http://", "", "http://host:80000", "host:x", "http://[::1"]
INVALID_URLS += ["http://two words", "http://a..b", f"http://{'a' * 64}"]


@pytest.mark.parametrize("url", INVALID_URLS)
def test_invalid_url(url: str) -> None:
    with pytest.raises(
        BotError, match=re.escape(f"invalid server URL {url!r}: write, for example, http")
    ):
        ServerApi(url)


@pytest.mark.parametrize(
    ("url", "origin", "address"),
    [
        ("http://[::1]", "http://[::1]", ("::1", 80)),
        ("https://[2001:db8::ab]", "https://[2001:db8::ab]", ("2001:db8::ab", 443)),
        ("[::1]:8000", "http://[::1]:8000", ("::1", 8000)),
        ("https://example.org", "https://example.org", ("example.org", 443)),
        ("example.org:0", "http://example.org:0", ("example.org", 0)),
    ],
)
def test_addresses_of_servers(
    url: str, origin: str, address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(called: tuple[str, int], *_: object, **__: object) -> None:
        assert called == address
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(ServerUnreachableError, match=re.escape(f"cannot reach {origin}: refused")):
        ServerApi(url).request("GET", "session")


@pytest.fixture
def closed_port() -> Iterator[int]:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def test_unreachable_server(closed_port: int) -> None:
    url = f"http://127.0.0.1:{closed_port}"
    with pytest.raises(ServerUnreachableError, match=rf"cannot reach {url}: .*refused"):
        Client(url, "x").name()


@contextmanager
def answering(*answers: bytes) -> Iterator[str]:
    """Serve one answer for each connection, then ``NOT_FOUND``; yield the URL."""

    def serve() -> None:
        with suppress(OSError):  # closed below
            for sent in chain(answers, repeat(NOT_FOUND)):
                connection, _ = listening.accept()
                with connection:
                    while b"\r\n\r\n" not in connection.recv(4096):
                        pass
                    connection.sendall(b"HTTP/1.1 " + sent)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=serve, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            with suppress(OSError):  # not connected, as macOS and Windows say of it
                listening.shutdown(socket.SHUT_RDWR)


def answer(status: str, body: bytes, kind: str = "application/json", missing: int = 0) -> bytes:
    """An answer whose body is ``missing`` some bytes at its end."""
    length = f"Content-Length: {len(body) + missing}"
    return f"{status}\r\nContent-Type: {kind}\r\n{length}\r\n\r\n".encode() + body


NOT_FOUND = answer("404 Not", b"")


def chunk(body: bytes) -> bytes:
    """An answer of one chunk that ends before the last chunk."""
    head = f"200 OK\r\nContent-Type: {http_api.JSON_LINES}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head.encode() + b"%x\r\n%b\r\n" % (len(body), body)


OTHER = "is not a game server, or a newer one: it sent "
CUT = "cannot reach "


@pytest.mark.parametrize(
    ("sent", "error", "message"),
    [
        (answer("502 Bad", b"bad!"), ServerUnreachableError, "is unavailable: status 502"),
        (answer("502 Bad", b"bad!", missing=1), ServerUnreachableError, CUT),
        (answer("404 Not", b"[]"), BotError, "is not a game server: status 404"),
        (answer("404 Not", b"[" * 100_000), BotError, "is not a game server: status 404"),
        (b"garbage", ServerUnreachableError, CUT),
        (answer("200 OK", b'{"name": ', missing=9), ServerUnreachableError, CUT),
        (answer("200 OK", b"", missing=9), ServerUnreachableError, CUT),
        (answer("200 OK", b"<html>\n<p>Log in"), BotError, f"{OTHER}'<html> <p>Log in'"),
        (answer("200 OK", b"\xff"), BotError, f"{OTHER}'\ufffd'"),
        (answer("200 OK", b"[" * 100_000), BotError, f"{OTHER}'[[["),
        (answer("200 OK", b"[1]"), BotError, f"{OTHER}'[1]'"),
        (answer("200 OK", b"{}"), BotError, f"{OTHER}'{{}}'"),
        (answer("200 OK", b""), BotError, f"{OTHER}''"),
    ],
)
def test_answers_that_are_not_from_a_game_server(
    sent: bytes, error: type[BotError], message: str
) -> None:
    with answering(sent) as url, pytest.raises(BotError) as caught:
        Client(url, "x").name()
    assert type(caught.value) is error
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("sent", "error", "message"),
    [
        (answer("502 Bad", b"bad!", missing=1), ServerUnreachableError, CUT),
        (answer("200 OK", b"<html>", "text/html"), BotError, f"{OTHER}'<html>'"),
        (answer("200 OK", b'\n{"t": ', http_api.JSON_LINES, 9), ServerUnreachableError, CUT),
        (chunk(b'\n{"t": '), ServerUnreachableError, CUT),
    ],
)
def test_streams_that_are_not_from_a_game_server(
    sent: bytes, error: type[BotError], message: str
) -> None:
    with answering(sent) as url, pytest.raises(BotError) as caught:
        list(ServerApi(url).stream("bot/events"))
    assert type(caught.value) is error
    assert message in str(caught.value)


def test_a_stream_that_breaks_off_within_a_line_is_opened_again() -> None:
    start = f"\n{json.dumps(START)}\n".encode()
    with answering(chunk(start[:-9]), chunk(start)) as url:
        assert next(Client(url, "x").follow("Zk3bT9aQ0x")).name == "Zk3bT9aQ0x"


@pytest.mark.parametrize(
    "line",
    [b"\xff", b"[]", b"{}", b'{"t": "game"}', json.dumps({**START, "seat": "Z"}).encode()],
)
def test_invalid_line_of_a_stream(line: bytes) -> None:
    with answering(chunk(line + b"\n")) as url, pytest.raises(BotError) as caught:
        next(Client(url, "x").follow("Zk3bT9aQ0x"))
    assert OTHER in str(caught.value)


@pytest.mark.parametrize("code", ["αβγ δ?", "\ud800"])
def test_invitations_are_escaped_in_requests(code: str) -> None:
    with answering(answer("200 OK", b'{"game": "next"}')) as url:
        assert Client(url, "x").accept(code) == "next"


@pytest.mark.parametrize("version", ["Infinity", "NaN", "1e999", '"1"' * 2, "[]", "null"])
def test_invalid_versions(version: str) -> None:
    sent = f'{{"version": {version}}}'.encode()
    with answering(chunk(f"\n{json.dumps(START)}\n".encode()), answer("200 OK", sent)) as url:
        client = Client(url, "x")
        game = next(client.follow("Zk3bT9aQ0x"))
        with pytest.raises(BotError) as caught:
            client.submit(game, "move", "12")
    assert OTHER in str(caught.value)


@pytest.mark.parametrize("token", ["\u20ac", "a\nb"])
def test_invalid_token(token: str) -> None:
    with pytest.raises(BotError) as caught:
        Client("127.0.0.1", token)
    assert str(caught.value) == "invalid token: it may have only printable ASCII characters"


def test_backoff_grows_and_is_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    delays: list[float] = []
    monkeypatch.setattr(http_api, "FIRST_DELAY_S", 1.0)
    monkeypatch.setattr(time, "sleep", delays.append)
    waits = Backoff()
    for _ in range(7):
        waits.retry_or_raise(ServerUnreachableError("down"))
    waits.reset()
    waits.retry_or_raise(RequestRejectedError("too-fast", "", 9))
    minimums = [1, 2, 4, 8, 16, 30, 30, 9]
    assert all(low <= delay <= 1.5 * low for low, delay in zip(minimums, delays, strict=True))
    with pytest.raises(RequestRejectedError):
        waits.retry_or_raise(RequestRejectedError("illegal-move", ""))
