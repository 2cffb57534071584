"""Programs that play: what concerns them and their games as lines of JSON, decisions by POST.

The lines are the messages of ``spec/protocol.md``; an empty line comes now and then, so that both
sides see that the other is there. A program holds a token of an account, and nothing else is
different: its decisions go the same way as those of sockets.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from qttt.server.games import Code, Kind, Refusal, is_game_id
from qttt.server.people import Person

from .models import DoIn, DoneOut
from .problems import NO_STORE, ApiError
from .service import Served, Somebody, limited_by_user

router = APIRouter(prefix="/bot", tags=["bots"])

LINES = "application/x-ndjson"
QUIET = 15.0
"""After so many seconds without a line comes an empty one."""


async def bot(person: Somebody) -> Person:
    """Who asks, if it is a program."""
    if not person.is_bot:
        raise ApiError("not-allowed", "this is for programs: POST /api/tokens makes them a token")
    return person


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={200: {"content": {LINES: {}}}},
    dependencies=[Depends(bot), Depends(limited_by_user("stream"))],
)
async def events(person: Somebody, service: Served) -> StreamingResponse:
    """Games of the program that begin, as lines ``{"t":"started","game":…}``."""
    return _stream(service.runner.events(person.who))


@router.get(
    "/games/{game}",
    response_class=StreamingResponse,
    responses={200: {"content": {LINES: {}}}},
    dependencies=[Depends(bot), Depends(limited_by_user("stream"))],
)
async def follow(game: str, person: Somebody, service: Served) -> StreamingResponse:
    """The game, and then all that happens in it."""
    if not is_game_id(game) or await service.store.games.summary(game) is None:
        raise Refusal(Code.NO_SUCH_GAME, f"there is no game {game[:20]}")
    return _stream(service.runner.follow(person.who, game))


@router.post("/games/{game}", dependencies=[Depends(bot), Depends(limited_by_user("decision"))])
async def do(game: str, said: DoIn, person: Somebody, service: Served) -> DoneOut:
    """Decide something; answered when it is stored. Said twice with one id, it is done once."""
    if not is_game_id(game):
        raise Refusal(Code.NO_SUCH_GAME, f"there is no game {game[:20]}")
    who, kind = person.who, Kind(said.kind)
    version = await service.runner.do(who, game, said.id, said.at, kind, said.body)
    return DoneOut(id=said.id, game=game, version=version)


def _stream(lines: AsyncGenerator[str, None]) -> StreamingResponse:
    return StreamingResponse(_with_signs_of_life(lines), media_type=LINES, headers=NO_STORE)


async def _with_signs_of_life(lines: AsyncGenerator[str, None]) -> AsyncIterator[str]:
    """The lines, and an empty one at the beginning and whenever there was none for a while."""
    following = asyncio.ensure_future(anext(lines))
    try:
        await asyncio.sleep(0)  # whoever reads the empty line misses nothing from then on
        yield "\n"
        while True:
            await asyncio.wait([following], timeout=QUIET)
            if not following.done():
                yield "\n"
                continue
            yield following.result() + "\n"
            following = asyncio.ensure_future(anext(lines))
    except StopAsyncIteration:
        return
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError, StopAsyncIteration):
            await following
        await lines.aclose()
