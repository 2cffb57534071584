"""Passkeys: what browsers need to make and to use them, and which there are."""

from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Request

from qttt.server.people import Proof, Site, passkey_name
from qttt.server.store import Passkey

from .account_models import PasskeyIn, PasskeyOut, ProofIn, SignedIn
from .door import Entrance
from .models import NothingIn, SessionOut
from .origins import Origins
from .problems import ApiError
from .service import Oneself, Served, limited, limited_by_user

router = APIRouter(tags=["people"])


async def site_of(request: Request) -> Site:
    """The site whose page asks. Raises ``ApiError`` for a program, which is of none."""
    origins, origin = cast(Origins, request.app.state.origins), request.headers.get("origin")
    if origin is None or not origins.allows(origin, request.headers.get("host")):
        raise ApiError("wrong-origin", "only the app's own pages may do this")
    return Site(origin)


Here = Annotated[Site, Depends(site_of)]


@router.post("/passkeys/challenge", dependencies=[Depends(limited("login"))])
async def challenge(said: NothingIn, service: Served, here: Here) -> dict[str, Any]:
    """What a passkey has to sign, for `navigator.credentials.get`; good once, for five minutes."""
    return dict(await service.passkeys.ask(here))


@router.post("/login/passkey", dependencies=[Depends(limited("login"))])
async def login(said: SignedIn, service: Served, door: Entrance, here: Here) -> SessionOut:
    """Come in with a passkey; the session before ends."""
    user = await service.passkeys.signer(here, said.credential)
    return await door.enter(user, await service.people.begin(user))


@router.post("/passkeys/offer", dependencies=[Depends(limited_by_user("password"))])
async def offer(said: ProofIn, person: Oneself, service: Served, here: Here) -> dict[str, Any]:
    """What a browser needs to make a passkey, for `navigator.credentials.create`."""
    await service.accounts.prove(person, Proof(said.password, said.passkey, here))
    return dict(await service.passkeys.offer(person, here))


@router.post("/passkeys", status_code=201)
async def add(said: PasskeyIn, person: Oneself, service: Served, here: Here) -> PasskeyOut:
    """Keep the passkey that was made as `POST /passkeys/offer` said."""
    return passkey_out(await service.passkeys.add(person, here, said.label, said.credential))


@router.post(
    "/passkeys/{passkey}/drop",
    status_code=204,
    dependencies=[Depends(limited_by_user("password"))],
)
async def drop(
    passkey: str, said: ProofIn, person: Oneself, service: Served, door: Entrance, here: Here
) -> None:
    """Remove a passkey; all other sessions end, and all tokens are revoked."""
    proof = Proof(said.password, said.passkey, here)
    await service.accounts.drop_passkey(person, passkey, proof)
    await door.renew(person)
    door.end(person.user.id)


def passkey_out(passkey: Passkey) -> PasskeyOut:
    """A passkey as its owner sees it."""
    return PasskeyOut(
        id=passkey_name(passkey), label=passkey.label, created=passkey.created, used=passkey.used
    )
