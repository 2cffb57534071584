"""Finding a game: the lobby, seeks, invitations, and games against levels."""

from fastapi import APIRouter, Depends, Request, Response

from qttt.server.games import Terms
from qttt.server.lobby import LobbyError, qr_svg, read_code, read_setup
from qttt.server.lobby.showing import challenge_shown, game_shown, seek_shown
from qttt.server.store import Challenge

from .links import link
from .models import (
    AgainstIn,
    ChallengeIn,
    ChallengeOut,
    GameOut,
    GamesOut,
    InvitedOut,
    LobbyOut,
    NothingIn,
    SeekId,
    SeekIn,
    SeekOut,
    SeeksOut,
    StartedOut,
    StillOut,
)
from .service import Served, Somebody, limited, limited_by_user

router = APIRouter(tags=["lobby"])


@router.get("/lobby")
async def lobby(service: Served) -> LobbyOut:
    """Who waits, and which games can be watched."""
    view = await service.lobby.view()
    return LobbyOut(
        seeks=[SeekOut.model_validate(seek_shown(each)) for each in view.seeks],
        games=[GameOut.model_validate(game_shown(each)) for each in view.games],
        online=service.runner.online,
    )


@router.get("/live")
async def live(service: Served) -> GamesOut:
    """The games that can be watched."""
    view = await service.lobby.view()
    return GamesOut(games=[GameOut.model_validate(game_shown(each)) for each in view.games])


# --- quick match ---------------------------------------------------------------------------------


@router.post(
    "/seeks",
    responses={201: {"model": SeekOut, "description": "You wait."}},
    dependencies=[Depends(limited_by_user("seek"))],
)
async def seek(
    said: SeekIn, person: Somebody, service: Served, response: Response
) -> StartedOut | SeekOut:
    """A game with somebody who wants the same: at once (200), or wait for one (201)."""
    setup = read_setup(said.rules, said.clock, rated=said.rated, side=said.side)
    found = await service.lobby.seek(person, setup)
    if isinstance(found, Terms):
        return StartedOut(game=found.game)
    response.status_code = 201
    return SeekOut.model_validate(seek_shown(found))


@router.get("/seeks")
async def own_seeks(person: Somebody, service: Served) -> SeeksOut:
    """What you wait for."""
    found = await service.lobby.own(person)
    return SeeksOut(seeks=[SeekOut.model_validate(seek_shown(each)) for each in found])


@router.put("/seeks/{seek}")
async def renew_seek(seek: SeekId, person: Somebody, service: Served) -> StillOut:
    """Wait longer; to be said every ten seconds, but for a seek that stays."""
    found = await service.lobby.renew(person, seek)
    return StillOut(game=found.game if isinstance(found, Terms) else None)


@router.delete("/seeks/{seek}", status_code=204)
async def drop_seek(seek: SeekId, person: Somebody, service: Served) -> None:
    """Wait no longer."""
    await service.lobby.drop(person, seek)


# --- invitations ---------------------------------------------------------------------------------


@router.post("/challenges", status_code=201, dependencies=[Depends(limited_by_user("challenge"))])
async def invite(
    said: ChallengeIn, person: Somebody, service: Served, request: Request
) -> InvitedOut:
    """An invitation, with a link for whoever is to accept it."""
    setup = read_setup(said.rules, said.clock, rated=said.rated, side=said.side, start=said.start)
    made = await service.lobby.invite(person, setup)
    return InvitedOut.model_validate({**challenge_shown(made), "url": link(request, made.code)})


@router.get("/challenges/{code}", dependencies=[Depends(limited("code"))])
async def challenge(code: str, service: Served) -> ChallengeOut:
    """What the invitation is for."""
    return ChallengeOut.model_validate(challenge_shown(await _challenge(service, code)))


@router.get(
    "/challenges/{code}/qr.svg",
    dependencies=[Depends(limited("code"))],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(code: str, service: Served, request: Request) -> Response:
    """The invitation's link as a picture for a phone's camera."""
    found = await _challenge(service, code)
    return Response(qr_svg(link(request, found.code)), media_type="image/svg+xml")


@router.post("/challenges/{code}/accept", dependencies=[Depends(limited("code"))])
async def accept(code: str, said: NothingIn, person: Somebody, service: Served) -> StartedOut:
    """Accept; saying it twice begins one game."""
    return StartedOut(game=await service.lobby.accept(person, _code(code)))


@router.delete("/challenges/{code}", status_code=204)
async def withdraw(code: str, person: Somebody, service: Served) -> None:
    """Take your invitation back."""
    await service.lobby.withdraw(person, _code(code))


# --- levels --------------------------------------------------------------------------------------


@router.post("/games", status_code=201, dependencies=[Depends(limited_by_user("game"))])
async def play_level(said: AgainstIn, person: Somebody, service: Served) -> StartedOut:
    """A game against a level of the computer."""
    setup = read_setup(said.rules, said.clock, side=said.side, start=said.start)
    return StartedOut(game=(await service.lobby.against(person, said.level, setup)).game)


# --- inside --------------------------------------------------------------------------------------


def _code(text: str) -> str:
    code = read_code(text)
    if code is None:
        raise LobbyError("gone", "there is no invitation with this code, or it is over")
    return code


async def _challenge(service: Served, code: str) -> Challenge:
    return await service.lobby.invitation(_code(code))
