"""The server's coin, for the loops of pages."""

import json
from collections.abc import Mapping
from pathlib import Path
from threading import current_thread
from typing import Any

import httpx
import pytest

from qttt.game import Position
from qttt.play import Coin, Toss, named_coin
from qttt.quantum import DeviceError
from qttt.server import ServerSettings, create_app
from qttt.server.net.coin_tosser import COIN_THREADS
from tests.server.conftest import NONE, Answer, Client, running, write_app

LOOP = {"rules": "qubic3", "position": "12/12"}
BODY = json.dumps(LOOP).encode()


def ask(client: Client, body: bytes = BODY, headers: Mapping[str, str] = NONE) -> Answer:
    """Send a request as a page of the server, or with other ``headers``."""
    default = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Origin": f"http://127.0.0.1:{client.port}",
    }
    return client.request("POST", "/api/coin", {**default, **headers}, body)


def content_of(answer: Answer) -> Any:
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    return json.loads(answer.content)


def one(position: Position) -> Toss:
    return Toss(1, "test")


def away(position: Position) -> Toss:
    raise DeviceError("in repair")


def test_a_bit_has_its_measurement(tmp_path: Path) -> None:
    with running(create_app(write_app(tmp_path), named_coin("qx", seed=1))) as client:
        answer = ask(client)
    shown = content_of(answer)
    assert answer.status == 200
    assert shown["source"].startswith("QX simulator ")
    assert shown["bit"] == shown["measurement"]["bit"]
    assert shown["measurement"]["circuit"].startswith("version 3.0\n")


def test_slow_coins_delay_nothing_else(tmp_path: Path) -> None:
    """They have threads of their own."""

    def named(position: Position) -> Toss:
        return Toss(1, current_thread().name)

    with running(create_app(write_app(tmp_path), named)) as client:
        assert content_of(ask(client))["source"].startswith(COIN_THREADS)


def test_a_coin_without_a_measurement(tmp_path: Path) -> None:
    with running(create_app(write_app(tmp_path), one)) as client:
        shown = content_of(ask(client))
    assert shown == {"bit": 1, "source": "test", "measurement": None}


@pytest.mark.parametrize("coin", [None, one])
async def test_the_coin_with_online_play(coin: Coin | None, tmp_path: Path) -> None:
    application = create_app(write_app(tmp_path), coin, data=str(tmp_path / "games.db"))
    async with (
        application.router.lifespan_context(application),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(application),
            base_url="http://127.0.0.1",
            headers={"Origin": "http://127.0.0.1"},
        ) as client,
    ):
        answer = await client.post("/api/coin", json=LOOP)
    assert answer.status_code == (200 if coin else 204)


@pytest.mark.parametrize(
    ("body", "status", "code", "message"),
    [
        (b"{", 422, "unreadable", "1: JSON decode error"),
        (b"\xff", 422, "unreadable", "the body is not valid UTF-8"),
        (b"[]", 422, "unreadable", "Input should be a valid dictionary"),
        (b"{}", 422, "unreadable", "rules: Field required"),
        (
            b'{"rules": 1, "position": "12"}',
            422,
            "unreadable",
            "rules: Input should be a valid string",
        ),
        (
            b'{"rules": "x", "position": "12"}',
            422,
            "bad-position",
            "unknown preset 'x': choose from goff",
        ),
        (
            b'{"rules": "qubic3", "position": "123"}',
            422,
            "bad-position",
            "'123' is not a place",
        ),
        (
            b'{"rules": "qubic3", "position": "12"}',
            422,
            "bad-position",
            "no coin decides in 12 under qubic3",
        ),
        (
            b'{"rules": "goff", "position": "12/12"}',
            422,
            "bad-position",
            "no coin decides in 12/12 under goff",
        ),
        (b" " * 20_000, 413, "too-big", "a request can have at most 16384 bytes"),
        (BODY, 503, "unavailable", "in repair"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_errors_have_a_code_and_a_message(
    body: bytes, status: int, code: str, message: str, tmp_path: Path
) -> None:
    with running(create_app(write_app(tmp_path), away)) as client:
        answer = ask(client, body)
    problem = content_of(answer)
    assert (answer.status, problem["error"]) == (status, code)
    assert problem["message"].startswith(message)


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Content-Type": "text/plain"}, 415, "wrong-type"),
        ({"Origin": "https://elsewhere.example"}, 403, "wrong-origin"),
        ({"Origin": "null"}, 403, "wrong-origin"),
    ],
)
def test_requests_of_other_origins_are_rejected(
    headers: dict[str, str], status: int, code: str, tmp_path: Path
) -> None:
    with running(create_app(write_app(tmp_path), away)) as client:
        answer = ask(client, headers=headers)
    assert (answer.status, content_of(answer)["error"]) == (status, code)


def test_configured_origins_are_allowed(tmp_path: Path) -> None:
    site = "https://play.example"
    settings = ServerSettings(origins=(site,))
    with running(create_app(write_app(tmp_path), one, settings=settings)) as client:
        assert ask(client, headers={"Origin": site}).status == 200
        assert ask(client).status == 403


def test_the_coin_is_rate_limited(tmp_path: Path) -> None:
    settings = ServerSettings(rates={"coin": "2/hour"})
    with running(create_app(write_app(tmp_path), one, settings=settings)) as client:
        assert [ask(client).status for _ in range(3)] == [200, 200, 429]
        assert content_of(ask(client))["error"] == "too-fast"


def test_without_a_coin_the_response_is_empty(client: Client) -> None:
    answer = ask(client)
    assert (answer.status, answer.content) == (204, b"")
