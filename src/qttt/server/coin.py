"""``POST /api/coin``: the server's coin, for a loop that a page sends.

The page sends ``{"rules": "qubic3", "position": "12/12"}`` and gets ``{"bit": 0, "source": "…",
"measurement": {…}}``, the measurement as in a record or null; or ``{"error": "…"}`` with the status
400 for what is no such position, 413 for more than a position needs, and 503 where the coin cannot
be thrown. A server without a coin answers nothing, 204, and the page throws its own.

Only JSON is taken, which no page of another site may send without being asked for its leave.
"""

import json

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

from qttt.game import Position, Rules
from qttt.notation import parse_position
from qttt.play import Coin, Toss
from qttt.quantum import DeviceError

MOST = 4096
"""How many bytes a page may send."""


def add_coin(server: FastAPI, coin: Coin | None) -> None:
    """Have ``server`` throw ``coin`` for whoever asks, or say that there is none."""

    @server.post("/api/coin")
    async def throw(request: Request) -> Response:
        if coin is None:
            return Response(status_code=204, headers={"Cache-Control": "no-store"})
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST:
                return _refused(413, f"a position has no more than {MOST} bytes")
        if request.headers.get("Content-Type", "").partition(";")[0].strip() != "application/json":
            return _refused(400, "send application/json")
        try:
            position = _position(bytes(body))
        except ValueError as error:
            return _refused(400, str(getattr(error, "message", error)))
        try:
            # A device may take its time, and others are served meanwhile.
            return _shown(await run_in_threadpool(coin, position))
        except DeviceError as error:
            return _refused(503, str(error))


def _position(body: bytes) -> Position:
    """The position that was sent. Raises ``ValueError`` unless a coin decides there."""
    asked = json.loads(body)
    if not isinstance(asked, dict) or not all(
        isinstance(asked.get(name), str) for name in ("rules", "position")
    ):
        raise ValueError('send {"rules": "qubic3", "position": "12/12"}')
    position = parse_position(asked["position"], Rules.parse(asked["rules"]))
    if position.to_move != "chance":
        raise ValueError(f"no coin decides in {position} under {position.rules}")
    return position


def _shown(toss: Toss) -> Response:
    how = json.loads(toss.measurement.to_json()) if toss.measurement else None
    return _answer(200, {"bit": toss.bit, "source": toss.source, "measurement": how})


def _refused(status: int, why: str) -> Response:
    return _answer(status, {"error": why})


def _answer(status: int, value: object) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(json.dumps(value), status, headers, media_type="application/json")
