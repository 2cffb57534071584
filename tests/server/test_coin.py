"""The server's coin, for the loops of pages."""

import json
from pathlib import Path
from typing import Any

import pytest

from qttt.game import Position
from qttt.play import Toss, named_coin
from qttt.quantum import DeviceError
from qttt.server import app
from tests.server.conftest import Answer, Client, running, write_app

LOOP = {"rules": "qubic3", "position": "12/12"}


def ask(client: Client, body: bytes, kind: str = "application/json") -> Answer:
    headers = {"Content-Type": kind, "Content-Length": str(len(body))}
    return client.request("POST", "/api/coin", headers, body)


def told(answer: Answer) -> Any:
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    return json.loads(answer.content)


def test_a_bit_comes_with_its_measurement(tmp_path: Path) -> None:
    with running(app(write_app(tmp_path), named_coin("qx", seed=1))) as client:
        answer = ask(client, json.dumps(LOOP).encode())
    shown = told(answer)
    assert answer.status == 200
    assert shown["source"].startswith("QX simulator ")
    assert shown["bit"] == shown["measurement"]["bit"]
    assert shown["measurement"]["circuit"].startswith("version 3.0\n")


def test_a_coin_without_a_measurement(tmp_path: Path) -> None:
    with running(app(write_app(tmp_path), lambda position: Toss(1, "test"))) as client:
        shown = told(ask(client, json.dumps(LOOP).encode()))
    assert shown == {"bit": 1, "source": "test", "measurement": None}


def away(position: Position) -> Toss:
    raise DeviceError("in repair")


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"{", 400, "Expecting property name enclosed in double quotes"),
        (b"\xff", 400, "'utf-8' codec can't decode byte"),
        (b"[]", 400, 'send {"rules": "qubic3", "position": "12/12"}'),
        (b'{"rules": 1, "position": "12"}', 400, 'send {"rules": "qubic3", "position": "12/12"}'),
        (b'{"rules": "x", "position": "12"}', 400, "no preset 'x'; there are goff"),
        (b'{"rules": "qubic3", "position": "123"}', 400, "'123' is no place"),
        (b'{"rules": "qubic3", "position": "12"}', 400, "no coin decides in 12 under qubic3"),
        (b'{"rules": "goff", "position": "12/12"}', 400, "no coin decides in 12/12 under goff"),
        (b" " * 5000, 413, "a position has no more than 4096 bytes"),
        (json.dumps(LOOP).encode(), 503, "in repair"),
    ],
)
def test_what_cannot_be_answered_says_why(
    body: bytes, status: int, message: str, tmp_path: Path
) -> None:
    with running(app(write_app(tmp_path), away)) as client:
        answer = ask(client, body)
    assert answer.status == status
    assert told(answer)["error"].startswith(message)


def test_a_page_of_another_site_cannot_send_a_form(tmp_path: Path) -> None:
    with running(app(write_app(tmp_path), away)) as client:
        answer = ask(client, json.dumps(LOOP).encode(), "text/plain")
    assert (answer.status, told(answer)) == (400, {"error": "send application/json"})


def test_without_a_coin_there_is_none(client: Client) -> None:
    answer = ask(client, json.dumps(LOOP).encode())
    assert (answer.status, answer.content) == (204, b"")
