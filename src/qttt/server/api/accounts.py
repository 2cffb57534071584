"""Routes of the user's own account: password, recovery codes and deletion."""

from fastapi import APIRouter, Depends, Request, Response

from qttt.server.net import streams
from qttt.server.people.accounts import Reauthentication
from qttt.server.protocol.requests import PasswordIn, RecoverIn
from qttt.server.protocol.responses import AccountOut, CodesOut, SessionOut

from .browser_session import CurrentSession
from .dependencies import CurrentServices, HumanPrincipal, count_login, rate_limit_by_user
from .passkeys import CurrentProof, CurrentRelyingParty, passkey_out

router = APIRouter(tags=["people"])

REAUTHENTICATED = [rate_limit_by_user("password")]
"""Limits guesses of the password within a session."""


@router.get("/account")
async def account(principal: HumanPrincipal, services: CurrentServices) -> AccountOut:
    """The ways to log in to the account."""
    user, store = principal.user.id, services.store
    return AccountOut(
        password=await store.people.password(user) is not None,
        codes=await store.accounts.count_codes(user),
        passkeys=[passkey_out(passkey) for passkey in await services.passkeys.list_for(principal)],
    )


@router.get("/account/progress", response_model=dict[str, object])
async def progress(principal: HumanPrincipal, services: CurrentServices) -> Response:
    """Results, lessons and puzzles of the account in the app."""
    return _json(await services.accounts.progress(principal))


@router.post(
    "/account/progress",
    response_model=dict[str, object],
    dependencies=[rate_limit_by_user("progress")],
)
async def merge_progress(
    request: Request, principal: HumanPrincipal, services: CurrentServices
) -> Response:
    """Merge a device's results, lessons and puzzles into the account's; returns all of them."""
    return _json(await services.accounts.merge_progress(principal, await request.body()))


@router.post("/password", status_code=204, dependencies=REAUTHENTICATED)
async def change_password(
    body: PasswordIn,
    principal: HumanPrincipal,
    services: CurrentServices,
    session: CurrentSession,
    relying_party: CurrentRelyingParty,
) -> None:
    """Change the password; all other sessions and tokens are revoked."""
    proof = Reauthentication(body.old, body.passkey, relying_party)
    session.replace_all(await services.accounts.change_password(principal, body.new, proof))


@router.post("/password/drop", status_code=204, dependencies=REAUTHENTICATED)
async def drop_password(
    proof: CurrentProof,
    principal: HumanPrincipal,
    services: CurrentServices,
    session: CurrentSession,
) -> None:
    """Delete the password, leaving passkeys; all other sessions and tokens are revoked."""
    session.replace_all(await services.accounts.delete_password(principal, proof))


@router.post("/account/codes", status_code=201, dependencies=REAUTHENTICATED)
async def new_codes(
    proof: CurrentProof, principal: HumanPrincipal, services: CurrentServices
) -> CodesOut:
    """Replace the recovery codes; the new ones are returned only once."""
    return CodesOut(codes=await services.accounts.new_codes(principal, proof))


@router.post("/recover", dependencies=[Depends(count_login)])
async def recover(
    body: RecoverIn, services: CurrentServices, session: CurrentSession
) -> SessionOut:
    """Log in with a recovery code and set a password; other sessions and tokens are revoked."""
    former = await session.principals()
    new = await services.accounts.recover(body.name, body.code, body.password, former)
    return session.replace_all(new, former)


@router.post("/account/delete", status_code=204, dependencies=REAUTHENTICATED)
async def delete_account(
    proof: CurrentProof,
    principal: HumanPrincipal,
    services: CurrentServices,
    session: CurrentSession,
) -> None:
    """Delete the account; current games are resigned, and all games stay without the name."""
    await services.accounts.reauthenticate(principal, proof)
    for game in await services.store.games.current_games(principal.user.id):
        await streams.leave_game(services.runner, principal.identity, game)
    await services.accounts.delete(principal)
    services.runner.on_lobby_changed()
    await session.clear()
    session.disconnect(principal.user.id)


def _json(data: bytes) -> Response:
    return Response(data, media_type="application/json")
