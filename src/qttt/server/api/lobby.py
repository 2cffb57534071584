"""Routes of the lobby: seeks, invitations, and games against levels."""

from fastapi import APIRouter, Depends, Request, Response

from qttt.server.games import Terms
from qttt.server.lobby import LobbyError, parse_invitation_code, parse_setup, qr_svg
from qttt.server.lobby.fields import challenge_fields, game_fields, seek_fields
from qttt.server.store import Challenge

from .dependencies import CurrentPerson, CurrentService, rate_limit, rate_limit_by_user
from .links import app_url
from .models import (
    ChallengeIn,
    ChallengeOut,
    GameOut,
    GamesOut,
    InvitedOut,
    LevelGameIn,
    LobbyOut,
    NothingIn,
    RenewedSeekOut,
    SeekId,
    SeekIn,
    SeekListOut,
    SeekOut,
    StartedOut,
)

router = APIRouter(tags=["lobby"])


@router.get("/lobby")
async def lobby(service: CurrentService) -> LobbyOut:
    """Open seeks, live games, and the number of open sockets and streams."""
    view = await service.lobby.view()
    return LobbyOut(
        seeks=[SeekOut.model_validate(seek_fields(each)) for each in view.seeks],
        games=[GameOut.model_validate(game_fields(each)) for each in view.games],
        online=service.runner.connection_count,
    )


@router.get("/live")
async def live(service: CurrentService) -> GamesOut:
    """Games that can be watched."""
    view = await service.lobby.view()
    return GamesOut(games=[GameOut.model_validate(game_fields(each)) for each in view.games])


# --- quick match ---------------------------------------------------------------------------------


@router.post(
    "/seeks",
    responses={201: {"model": SeekOut, "description": "The seek is open."}},
    dependencies=[Depends(rate_limit_by_user("seek"))],
)
async def seek(
    body: SeekIn, person: CurrentPerson, service: CurrentService, response: Response
) -> StartedOut | SeekOut:
    """Find an opponent for the same game: a game starts (200), or a seek is opened (201)."""
    setup = parse_setup(body.rules, body.clock, rated=body.rated, side=body.side)
    result = await service.lobby.seek(person, setup)
    if isinstance(result, Terms):
        return StartedOut(game=result.game)
    response.status_code = 201
    return SeekOut.model_validate(seek_fields(result))


@router.get("/seeks")
async def own_seeks(person: CurrentPerson, service: CurrentService) -> SeekListOut:
    """The user's open seeks."""
    own = await service.lobby.seeks_of(person)
    return SeekListOut(seeks=[SeekOut.model_validate(seek_fields(each)) for each in own])


@router.put("/seeks/{seek}")
async def renew_seek(
    seek: SeekId, person: CurrentPerson, service: CurrentService
) -> RenewedSeekOut:
    """Renew a seek; needed every ten seconds unless the seek stays."""
    result = await service.lobby.renew_seek(person, seek)
    return RenewedSeekOut(game=result.game if isinstance(result, Terms) else None)


@router.delete("/seeks/{seek}", status_code=204)
async def drop_seek(seek: SeekId, person: CurrentPerson, service: CurrentService) -> None:
    """Withdraw a seek."""
    await service.lobby.withdraw_seek(person, seek)


# --- invitations ---------------------------------------------------------------------------------


@router.post(
    "/challenges", status_code=201, dependencies=[Depends(rate_limit_by_user("challenge"))]
)
async def invite(
    body: ChallengeIn, person: CurrentPerson, service: CurrentService, request: Request
) -> InvitedOut:
    """Create an invitation with a link."""
    setup = parse_setup(body.rules, body.clock, rated=body.rated, side=body.side, start=body.start)
    new = await service.lobby.create_invitation(person, setup)
    return InvitedOut.model_validate({**challenge_fields(new), "url": app_url(request, new.code)})


@router.get("/challenges/{code}", dependencies=[Depends(rate_limit("code"))])
async def challenge(code: str, service: CurrentService) -> ChallengeOut:
    """An invitation."""
    return ChallengeOut.model_validate(challenge_fields(await _challenge(service, code)))


@router.get(
    "/challenges/{code}/qr.svg",
    dependencies=[Depends(rate_limit("code"))],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(code: str, service: CurrentService, request: Request) -> Response:
    """The invitation's link as a QR code."""
    challenge = await _challenge(service, code)
    return Response(qr_svg(app_url(request, challenge.code)), media_type="image/svg+xml")


@router.post("/challenges/{code}/accept", dependencies=[Depends(rate_limit("code"))])
async def accept(
    code: str, body: NothingIn, person: CurrentPerson, service: CurrentService
) -> StartedOut:
    """Accept an invitation; repeating the request returns the same game."""
    return StartedOut(game=await service.lobby.accept_invitation(person, _code(code)))


@router.delete("/challenges/{code}", status_code=204)
async def withdraw(code: str, person: CurrentPerson, service: CurrentService) -> None:
    """Withdraw the user's own invitation."""
    await service.lobby.withdraw_invitation(person, _code(code))


# --- levels --------------------------------------------------------------------------------------


@router.post("/games", status_code=201, dependencies=[Depends(rate_limit_by_user("game"))])
async def play_level(
    body: LevelGameIn, person: CurrentPerson, service: CurrentService
) -> StartedOut:
    """Start a game against a level of the computer."""
    setup = parse_setup(body.rules, body.clock, side=body.side, start=body.start)
    return StartedOut(game=(await service.lobby.play_level(person, body.level, setup)).game)


# --- helpers -------------------------------------------------------------------------------------


def _code(text: str) -> str:
    code = parse_invitation_code(text)
    if code is None:
        raise LobbyError("gone", "there is no invitation with this code, or it is over")
    return code


async def _challenge(service: CurrentService, code: str) -> Challenge:
    return await service.lobby.invitation(_code(code))
