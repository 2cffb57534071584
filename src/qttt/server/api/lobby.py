"""Routes of the lobby: seeks, challenges, and games against levels."""

from dataclasses import asdict
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Request, Response
from pydantic import StringConstraints

from qttt.server.codes import qr_svg
from qttt.server.games.terms import Terms
from qttt.server.lobby.lobby import EITHER, seek_fields
from qttt.server.lobby.setup import parse_setup
from qttt.server.net.local_network import LocalNetwork, is_private
from qttt.server.protocol.outgoing import PlayerInfo
from qttt.server.protocol.requests import AcceptIn, ChallengeIn, LevelGameIn, SeekIn
from qttt.server.protocol.responses import (
    ChallengeOut,
    GamesOut,
    LobbyOut,
    NearbyOut,
    OwnChallengeOut,
    RenewedSeekOut,
    SeekListOut,
    SeekOut,
    StartedOut,
)
from qttt.server.store.entities import Challenge, Seek

from .dependencies import (
    CurrentPrincipal,
    CurrentServices,
    OptionalPrincipal,
    limit_wrong_codes,
    rate_limit_by_user,
)
from .games import listed_game
from .origins import app_url

router = APIRouter(tags=["lobby"])

SeekId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


@router.get("/lobby")
async def lobby(services: CurrentServices) -> LobbyOut:
    """Open seeks, live games, and the number of open sockets and streams."""
    return LobbyOut(
        seeks=[_seek_out(waiting) for waiting in await services.lobby.seeks()],
        games=[listed_game(game) for game in await services.lobby.live_games()],
        online=services.runner.connection_count,
    )


@router.get("/live")
async def live(services: CurrentServices) -> GamesOut:
    """Games that can be watched."""
    return GamesOut(games=[listed_game(game) for game in await services.lobby.live_games()])


@router.get("/nearby")
async def nearby(request: Request) -> NearbyOut:
    """Other servers of the local network; none for clients outside it."""
    network = cast(LocalNetwork, request.app.state.network)
    if request.client is None or not is_private(request.client.host):
        return NearbyOut(servers=[])
    network.search()
    return NearbyOut(servers=network.servers)


# --- quick match ---------------------------------------------------------------------------------


@router.post(
    "/seeks",
    responses={201: {"model": SeekOut, "description": "The seek is open."}},
    dependencies=[rate_limit_by_user("seek")],
)
async def seek(
    body: SeekIn, principal: CurrentPrincipal, services: CurrentServices, response: Response
) -> StartedOut | SeekOut:
    """Find an opponent for the same game: a game starts (200), or a seek is opened (201)."""
    setup = parse_setup(body.rules, body.clock, rated=body.rated, side=body.side)
    result = await services.lobby.seek(principal, setup)
    if isinstance(result, Terms):
        return StartedOut(game=result.game)
    response.status_code = 201
    return _seek_out(result)


@router.get("/seeks")
async def own_seeks(principal: CurrentPrincipal, services: CurrentServices) -> SeekListOut:
    """The user's open seeks."""
    own = await services.lobby.seeks_of(principal)
    return SeekListOut(seeks=[_seek_out(waiting) for waiting in own])


@router.put("/seeks/{seek}")
async def renew_seek(
    seek: SeekId, principal: CurrentPrincipal, services: CurrentServices
) -> RenewedSeekOut:
    """Renew a seek; needed every ten seconds unless the seek stays."""
    result = await services.lobby.renew_seek(principal, seek)
    return RenewedSeekOut(game=result.game if isinstance(result, Terms) else None)


@router.delete("/seeks/{seek}", status_code=204)
async def drop_seek(seek: SeekId, principal: CurrentPrincipal, services: CurrentServices) -> None:
    """Withdraw a seek."""
    await services.lobby.withdraw_seek(principal, seek)


# --- challenges ----------------------------------------------------------------------------------


@router.post("/challenges", status_code=201, dependencies=[rate_limit_by_user("challenge")])
async def create_challenge(
    body: ChallengeIn, principal: CurrentPrincipal, services: CurrentServices, request: Request
) -> OwnChallengeOut:
    """Create a challenge: an invitation by link."""
    setup = parse_setup(body.rules, body.clock, rated=body.rated, side=body.side, start=body.start)
    new = await services.lobby.create_challenge(principal, setup, body.name)
    return OwnChallengeOut(**_fields(new), mine=True, url=app_url(request, f"i/{new.code}"))


@router.get("/challenges/{code}", dependencies=[Depends(limit_wrong_codes)])
async def challenge(
    code: str, principal: OptionalPrincipal, services: CurrentServices
) -> ChallengeOut:
    """A challenge."""
    sent = await services.lobby.challenge(code)
    mine = principal is not None and principal.user.id == sent.user
    return ChallengeOut(**_fields(sent), mine=mine)


@router.get(
    "/challenges/{code}/qr.svg",
    dependencies=[Depends(limit_wrong_codes)],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(code: str, services: CurrentServices, request: Request) -> Response:
    """The challenge's link as a QR code."""
    challenge = await services.lobby.challenge(code)
    return Response(qr_svg(app_url(request, f"i/{challenge.code}")), media_type="image/svg+xml")


@router.post("/challenges/{code}/accept", dependencies=[Depends(limit_wrong_codes)])
async def accept(
    code: str, body: AcceptIn, principal: CurrentPrincipal, services: CurrentServices
) -> StartedOut:
    """Accept a challenge; repeating the request returns the same game."""
    return StartedOut(game=await services.lobby.accept_challenge(principal, code, body.name))


@router.delete("/challenges/{code}", status_code=204)
async def withdraw(code: str, principal: CurrentPrincipal, services: CurrentServices) -> None:
    """Withdraw the user's own challenge."""
    await services.lobby.withdraw_challenge(principal, code)


# --- levels --------------------------------------------------------------------------------------


@router.post("/games", status_code=201, dependencies=[rate_limit_by_user("game")])
async def play_level(
    body: LevelGameIn, principal: CurrentPrincipal, services: CurrentServices
) -> StartedOut:
    """Start a game against a level of the computer."""
    setup = parse_setup(body.rules, body.clock, side=body.side, start=body.start)
    return StartedOut(game=(await services.lobby.play_level(principal, body.level, setup)).game)


def _seek_out(seek: Seek) -> SeekOut:
    return SeekOut(**seek_fields(seek), expires=seek.expires)


def _fields(challenge: Challenge) -> dict[str, Any]:
    """Return the public fields of a challenge."""
    who = PlayerInfo(challenge.shown_name, None, challenge.bot)
    return {**asdict(challenge), "side": challenge.side or EITHER, "who": who}
