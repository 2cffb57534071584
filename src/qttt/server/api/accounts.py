"""One's own account: the password, recovery codes, and leaving for good."""

import secrets

from fastapi import APIRouter, Depends

from qttt.server.games import Code, Kind, Refusal
from qttt.server.people import Person, Proof, name_key
from qttt.server.store import Summary

from .account_models import AccountOut, CodesOut, PasswordIn, ProofIn, RecoverIn
from .door import Entrance
from .models import SessionOut
from .passkeys import Here, passkey_out
from .service import Oneself, Served, Service, limited, limited_by_user

router = APIRouter(tags=["people"])

PROVED = [Depends(limited_by_user("password"))]
"""Whoever tries out passwords on an account that is open does so seldom."""


@router.get("/account")
async def account(person: Oneself, service: Served) -> AccountOut:
    """How you come in."""
    standing = await service.accounts.standing(person)
    passkeys = [passkey_out(each) for each in await service.passkeys.of(person)]
    return AccountOut(password=standing.has_password, codes=standing.codes, passkeys=passkeys)


@router.post("/password", status_code=204, dependencies=PROVED)
async def change_password(
    said: PasswordIn, person: Oneself, service: Served, door: Entrance, here: Here
) -> None:
    """Change the password; all other sessions end, and all tokens are revoked."""
    proof = Proof(said.old, said.passkey, here)
    await service.accounts.change_password(person, said.new, proof)
    await door.renew(person)
    door.end(person.user.id)


@router.post("/password/drop", status_code=204, dependencies=PROVED)
async def drop_password(
    said: ProofIn, person: Oneself, service: Served, door: Entrance, here: Here
) -> None:
    """Come in by passkeys only; all other sessions end, and all tokens are revoked."""
    await service.accounts.drop_password(person, Proof(said.password, said.passkey, here))
    await door.renew(person)
    door.end(person.user.id)


@router.post("/account/codes", status_code=201, dependencies=PROVED)
async def new_codes(said: ProofIn, person: Oneself, service: Served, here: Here) -> CodesOut:
    """Recovery codes in the place of all that there were; they are told this once."""
    proof = Proof(said.password, said.passkey, here)
    return CodesOut(codes=await service.accounts.new_codes(person, proof))


@router.post("/recover", dependencies=[Depends(limited("login"))])
async def recover(said: RecoverIn, service: Served, door: Entrance) -> SessionOut:
    """Come in with a recovery code, and a new password; all other sessions and tokens end."""
    await service.rates.count("login-name", name_key(said.name))
    user, token = await service.accounts.recover(said.name, said.code, said.password)
    door.end(user.id)
    return await door.enter(user, token)


@router.post("/account/delete", status_code=204, dependencies=PROVED)
async def delete_account(
    said: ProofIn, person: Oneself, service: Served, door: Entrance, here: Here
) -> None:
    """Delete your account: games that go on are resigned; all of them stay, without your name."""
    await service.accounts.prove(person, Proof(said.password, said.passkey, here))
    for game in await service.store.games.playing(person.user.id):
        await _give_up(service, person, game)
    await service.accounts.leave(person)
    service.runner.lobby_changed()
    door.leave(person)
    door.end(person.user.id)


async def _give_up(service: Service, person: Person, game: Summary) -> None:
    """Abort the game if it has hardly begun, or else resign it. Raises ``Refusal``."""
    for kind in (Kind.ABORT, Kind.RESIGN):
        id_ = f"leave-{secrets.token_hex(8)}"
        try:
            await service.runner.do(person.who, game.terms.game, id_, game.version, kind, "")
        except Refusal as refusal:
            if refusal.code not in (Code.TOO_LATE_TO_ABORT, Code.GAME_OVER):
                raise
        else:
            return
