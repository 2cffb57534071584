"""The server's coin, for the loops of pages."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from qttt.game import Position
from qttt.play import Coin, Toss, named_coin
from qttt.quantum import DeviceError
from qttt.server import Settings, app
from tests.server.conftest import NONE, Answer, Client, running, write_app

LOOP = {"rules": "qubic3", "position": "12/12"}
BODY = json.dumps(LOOP).encode()


def ask(client: Client, body: bytes = BODY, headers: Mapping[str, str] = NONE) -> Answer:
    """What the server answers to a page of its own, or to one that sends other ``headers``."""
    sent = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Origin": f"http://127.0.0.1:{client.port}",
    }
    return client.request("POST", "/api/coin", {**sent, **headers}, body)


def told(answer: Answer) -> Any:
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    return json.loads(answer.content)


def one(position: Position) -> Toss:
    return Toss(1, "test")


def away(position: Position) -> Toss:
    raise DeviceError("in repair")


def test_a_bit_comes_with_its_measurement(tmp_path: Path) -> None:
    with running(app(write_app(tmp_path), named_coin("qx", seed=1))) as client:
        answer = ask(client)
    shown = told(answer)
    assert answer.status == 200
    assert shown["source"].startswith("QX simulator ")
    assert shown["bit"] == shown["measurement"]["bit"]
    assert shown["measurement"]["circuit"].startswith("version 3.0\n")


def test_a_coin_without_a_measurement(tmp_path: Path) -> None:
    with running(app(write_app(tmp_path), one)) as client:
        shown = told(ask(client))
    assert shown == {"bit": 1, "source": "test", "measurement": None}


@pytest.mark.parametrize("coin", [None, one])
async def test_it_is_there_beside_games_over_the_network(coin: Coin | None, tmp_path: Path) -> None:
    application = app(write_app(tmp_path), coin, data=str(tmp_path / "games.db"))
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
        (b"\xff", 422, "unreadable", "the body is no text in UTF-8"),
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
            "no preset 'x'; there are goff",
        ),
        (
            b'{"rules": "qubic3", "position": "123"}',
            422,
            "bad-position",
            "'123' is no place",
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
        (b" " * 20_000, 413, "too-big", "a request has no more than 16384 bytes"),
        (BODY, 503, "unavailable", "in repair"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_answered_says_why(
    body: bytes, status: int, code: str, message: str, tmp_path: Path
) -> None:
    with running(app(write_app(tmp_path), away)) as client:
        answer = ask(client, body)
    problem = told(answer)
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
def test_a_page_of_another_site_throws_nothing(
    headers: dict[str, str], status: int, code: str, tmp_path: Path
) -> None:
    with running(app(write_app(tmp_path), away)) as client:
        answer = ask(client, headers=headers)
    assert (answer.status, told(answer)["error"]) == (status, code)


def test_a_page_of_a_site_that_was_named_may(tmp_path: Path) -> None:
    site = "https://play.example"
    with running(app(write_app(tmp_path), one, origins=[site])) as client:
        assert ask(client, headers={"Origin": site}).status == 200
        assert ask(client).status == 403


def test_it_is_not_thrown_too_often(tmp_path: Path) -> None:
    settings = Settings(rates={"coin": "2/hour"})
    with running(app(write_app(tmp_path), one, settings=settings)) as client:
        assert [ask(client).status for _ in range(3)] == [200, 200, 429]
        assert told(ask(client))["error"] == "too-fast"


def test_without_a_coin_there_is_none(client: Client) -> None:
    answer = ask(client)
    assert (answer.status, answer.content) == (204, b"")
