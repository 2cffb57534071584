"""Routes of bots: events and games as streams of JSON lines, decisions by POST.

The lines are the messages of ``spec/protocol.md``; empty lines are keep-alives. A bot has a token
of an account; otherwise its decisions are processed like those of sockets.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from qttt.server.errors import CommandRejected, RejectionCode, RequestError
from qttt.server.games.terms import is_game_id
from qttt.server.lobby.lobby import MAX_GAMES
from qttt.server.net import streams
from qttt.server.people.people import Principal
from qttt.server.protocol.requests import DecisionIn
from qttt.server.protocol.responses import DecisionOut

from .dependencies import CurrentPrincipal, CurrentServices, Services, counted, rate_limit_by_user
from .error_responses import NO_STORE_HEADERS

router = APIRouter(prefix="/bot", tags=["bots"])

JSON_LINES = "application/x-ndjson"
KEEP_ALIVE_S = 15.0
"""An empty line is sent after this time without a line."""
MAX_STREAMS = 2 * MAX_GAMES
"""Open streams of one user: one for each game, with room for reconnecting."""


async def bot(principal: CurrentPrincipal) -> Principal:
    """Return the authenticated user. Raises ``RequestError`` unless it is a bot."""
    if not principal.is_bot:
        raise RequestError(
            "not-allowed", "this needs a bot token: create one with POST /api/tokens"
        )
    return principal


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={200: {"content": {JSON_LINES: {}}}},
    dependencies=[Depends(bot), rate_limit_by_user("stream")],
)
async def events(principal: CurrentPrincipal, services: CurrentServices) -> StreamingResponse:
    """Events of the account, such as ``{"t":"started","game":…}`` for each new game."""
    return _stream(services, principal, streams.events(services.runner, principal.identity))


@router.get(
    "/games/{game}",
    response_class=StreamingResponse,
    responses={200: {"content": {JSON_LINES: {}}}},
    dependencies=[Depends(bot), rate_limit_by_user("stream")],
)
async def follow(
    game: str, principal: CurrentPrincipal, services: CurrentServices
) -> StreamingResponse:
    """The game, and then its changes."""
    if not is_game_id(game) or await services.store.games.summary(game) is None:
        raise CommandRejected(RejectionCode.NO_SUCH_GAME, f"there is no game {game[:20]}")
    return _stream(services, principal, streams.follow(services.runner, principal.identity, game))


@router.post("/games/{game}", dependencies=[Depends(bot), rate_limit_by_user("decision")])
async def do(
    game: str, body: DecisionIn, principal: CurrentPrincipal, services: CurrentServices
) -> DecisionOut:
    """Make a decision; the response is sent when it is stored. Repeated ids are applied once."""
    if not is_game_id(game):
        raise CommandRejected(RejectionCode.NO_SUCH_GAME, f"there is no game {game[:20]}")
    version = await streams.submit(
        services.runner, principal.identity, game, body.id, body.at, body.kind, body.body
    )
    return DecisionOut(id=body.id, game=game, version=version)


def _stream(
    services: Services, principal: Principal, lines: AsyncGenerator[str, None]
) -> StreamingResponse:
    if services.streams[principal.identity.user] >= MAX_STREAMS:
        raise RequestError("too-many", f"you have {MAX_STREAMS} open streams: close one first")
    text = counted(services.streams, principal.identity.user, _with_keep_alives(lines))
    return StreamingResponse(text, media_type=JSON_LINES, headers=NO_STORE_HEADERS)


async def _with_keep_alives(lines: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """Yield an empty line first, then the lines, with empty lines during silence."""
    pending = asyncio.ensure_future(anext(lines))
    try:
        await asyncio.sleep(0)  # subscribe before the first line is sent
        yield "\n"
        while True:
            await asyncio.wait([pending], timeout=KEEP_ALIVE_S)
            if not pending.done():
                yield "\n"
                continue
            yield pending.result() + "\n"
            pending = asyncio.ensure_future(anext(lines))
    except StopAsyncIteration:
        return
    finally:
        pending.cancel()
        with suppress(asyncio.CancelledError, StopAsyncIteration):
            await pending
        await lines.aclose()
