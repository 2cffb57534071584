"""Routes of passkeys: registration, authentication and deletion."""

from dataclasses import asdict
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Request

from qttt.server.errors import RequestError
from qttt.server.people.accounts import Reauthentication
from qttt.server.people.passkeys import RelyingParty, passkey_name
from qttt.server.protocol.requests import NothingIn, PasskeyIn, ProofIn, SignedIn
from qttt.server.protocol.responses import PasskeyOut, SessionOut
from qttt.server.store.entities import Passkey
from qttt.server.store.people import Credential

from .browser_session import CurrentSession
from .dependencies import CurrentServices, HumanPrincipal, count_login, rate_limit_by_user
from .origins import Origins

router = APIRouter(tags=["people"])


async def current_relying_party(request: Request) -> RelyingParty:
    """Return the site of the requesting page. Raises ``RequestError`` without an allowed origin."""
    origins, origin = cast(Origins, request.app.state.origins), request.headers.get("origin")
    if origin is None or not origins.allows(origin, request.headers.get("host")):
        raise RequestError("wrong-origin", "requests from this origin are not allowed")
    return RelyingParty(origin)


CurrentRelyingParty = Annotated[RelyingParty, Depends(current_relying_party)]


async def reauthentication(body: ProofIn, relying_party: CurrentRelyingParty) -> Reauthentication:
    """Return the evidence that the user owns the account."""
    return Reauthentication(body.password, body.passkey, relying_party)


CurrentProof = Annotated[Reauthentication, Depends(reauthentication)]


@router.post("/passkeys/challenge", dependencies=[Depends(count_login)])
async def challenge(
    body: NothingIn, services: CurrentServices, relying_party: CurrentRelyingParty
) -> dict[str, Any]:
    """Options for `navigator.credentials.get`; the challenge is valid once, for five minutes."""
    return dict(await services.passkeys.login_options(relying_party))


@router.post("/login/passkey", dependencies=[Depends(count_login)])
async def login(
    body: SignedIn,
    services: CurrentServices,
    session: CurrentSession,
    relying_party: CurrentRelyingParty,
) -> SessionOut:
    """Log in with a passkey; the previous session ends."""
    passkey, user = await services.passkeys.verify(relying_party, body.credential)
    return await session.start(
        await services.people.start_session(user, Credential(passkey=passkey.id))
    )


@router.post("/passkeys/offer", dependencies=[rate_limit_by_user("password")])
async def offer(
    proof: CurrentProof, principal: HumanPrincipal, services: CurrentServices
) -> dict[str, Any]:
    """Options for `navigator.credentials.create`."""
    await services.accounts.reauthenticate(principal, proof)
    return dict(await services.passkeys.registration_options(principal, proof.relying_party))


@router.post("/passkeys", status_code=201)
async def add(
    body: PasskeyIn,
    principal: HumanPrincipal,
    services: CurrentServices,
    relying_party: CurrentRelyingParty,
) -> PasskeyOut:
    """Register a passkey created with the options of `POST /passkeys/offer`."""
    return passkey_out(
        await services.passkeys.add(principal, relying_party, body.label, body.credential)
    )


@router.post(
    "/passkeys/{passkey}/drop",
    status_code=204,
    dependencies=[rate_limit_by_user("password")],
)
async def drop(
    passkey: str,
    proof: CurrentProof,
    principal: HumanPrincipal,
    services: CurrentServices,
    session: CurrentSession,
) -> None:
    """Delete a passkey; all other sessions and tokens are revoked."""
    session.replace_all(await services.accounts.delete_passkey(principal, passkey, proof))


def passkey_out(passkey: Passkey) -> PasskeyOut:
    """Return a passkey as its owner sees it."""
    return PasskeyOut(**{**asdict(passkey), "id": passkey_name(passkey)})
