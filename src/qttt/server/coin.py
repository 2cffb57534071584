"""``POST /api/coin``: the server's coin, for a loop that a page sends.

It is thrown for the app's own pages, also where nobody plays over the network. A server without a
coin answers nothing, 204, and the page throws its own.
"""

import json
from collections.abc import Callable

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel
from starlette.routing import Route

from qttt.game import Position, Rules
from qttt.notation import parse_position
from qttt.play import Coin
from qttt.quantum import DeviceError

from .api import Origins, Rates
from .api.guard import Guard
from .api.problems import ApiError, add_problems
from .api.service import address_of
from .games import Code

ADDRESS = "/api/coin"


class LoopIn(BaseModel):
    """A position in which a coin decides, such as ``qubic3`` and ``12/12``."""

    rules: str
    position: str


class TossOut(BaseModel):
    """What the coin showed, who threw it, and the measurement as in a record, if it was one."""

    bit: int
    source: str
    measurement: dict[str, object] | None


def add_coin(
    server: FastAPI, coin: Coin | None, origins: Origins, rates: Callable[[], Rates]
) -> None:
    """Have ``server`` throw ``coin`` for whoever may ask, or say that there is none.

    ``rates`` counts how often; it is asked for when somebody asks for the coin.
    """
    thrower = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    add_problems(thrower)

    @thrower.post(ADDRESS)
    async def throw(asked: LoopIn, request: Request, response: Response) -> TossOut | None:
        if coin is None:
            response.status_code = 204
            return None
        await rates().count("coin", address_of(request))
        return await _toss(coin, _position(asked))

    server.router.routes.append(Route(ADDRESS, Guard(thrower, origins)))


def _position(asked: LoopIn) -> Position:
    """The position that was sent. Raises ``ApiError`` unless a coin decides there."""
    try:
        rules = Rules.parse(asked.rules)
        position = parse_position(asked.position, rules)
    except ValueError as error:
        raise ApiError("bad-position", str(getattr(error, "message", error))) from error
    if position.to_move != "chance":
        raise ApiError("bad-position", f"no coin decides in {position} under {rules}")
    return position


async def _toss(coin: Coin, position: Position) -> TossOut:
    """Throw it. A device may take its time, and others are served meanwhile."""
    try:
        toss = await run_in_threadpool(coin, position)
    except DeviceError as error:
        raise ApiError(Code.UNAVAILABLE, str(error)) from error
    how = json.loads(toss.measurement.to_json()) if toss.measurement else None
    return TossOut(bit=toss.bit, source=toss.source, measurement=how)
