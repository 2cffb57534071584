"""``POST /api/coin``: the server's coin, for a loop sent by a page of the app.

Also available without online play. Without a coin it responds 204, and the page uses its own.
"""

import asyncio
import json
from collections.abc import Callable

from fastapi import FastAPI, Request, Response
from starlette.routing import Route

from qttt.game import Position, Rules
from qttt.notation import parse_position
from qttt.play import Coin
from qttt.quantum import DeviceError

from .api.dependencies import client_address
from .api.error_responses import add_error_handlers
from .api.guard import RequestGuard
from .api.origins import Origins
from .api.rate_limits import RateLimiter
from .errors import RejectionCode, RequestError
from .net.coin_tosser import COIN_THREADS, MAX_TOSSES
from .net.daemon_threads import DaemonThreads
from .protocol.requests import LoopIn
from .protocol.responses import TossOut

COIN_PATH = "/api/coin"


def add_coin(
    server: FastAPI, coin: Coin | None, origins: Origins, rate_limiter: Callable[[], RateLimiter]
) -> None:
    """Add the coin's route to ``server``; ``rate_limiter`` returns that of the running server."""
    application = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    add_error_handlers(application)
    threads = DaemonThreads(MAX_TOSSES, COIN_THREADS)  # previews of links need others

    @application.post(COIN_PATH)
    async def toss(loop: LoopIn, request: Request, response: Response) -> TossOut | None:
        if coin is None:
            response.status_code = 204
            return None
        await rate_limiter().hit("coin", client_address(request))
        return await _toss(threads, coin, _position(loop))

    server.router.routes.append(Route(COIN_PATH, RequestGuard(application, origins)))


def _position(loop: LoopIn) -> Position:
    """Parse the position. Raises ``RequestError`` unless a coin decides there."""
    try:
        rules = Rules.parse(loop.rules)
        position = parse_position(loop.position, rules)
    except ValueError as error:
        raise RequestError("bad-position", str(getattr(error, "message", error))) from error
    if position.to_move != "chance":
        raise RequestError("bad-position", f"no coin decides in {position} under {rules}")
    return position


async def _toss(threads: DaemonThreads, coin: Coin, position: Position) -> TossOut:
    """Toss the coin in a thread, as a device can be slow."""
    try:
        toss = await asyncio.get_running_loop().run_in_executor(threads, coin, position)
    except DeviceError as error:
        raise RequestError(RejectionCode.UNAVAILABLE, str(error)) from error
    measurement = json.loads(toss.measurement.to_json()) if toss.measurement else None
    return TossOut(bit=toss.bit, source=toss.source, measurement=measurement)
