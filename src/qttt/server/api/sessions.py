"""Coming in and leaving: sessions, names, logins, and the tokens of programs."""

from fastapi import APIRouter, Depends, Response

from qttt.server.people import token_name
from qttt.server.people.names import name_key
from qttt.server.store import Token

from .door import Entrance, session_out
from .models import (
    ListedIn,
    LoginIn,
    NewTokenOut,
    NothingIn,
    SessionOut,
    TokenIn,
    TokenOut,
)
from .problems import ApiError
from .service import Anybody, Oneself, Served, limited, limited_by_user

router = APIRouter(tags=["people"])


@router.get("/session", responses={204: {"description": "You are nobody yet."}})
async def who_am_i(person: Anybody, response: Response) -> SessionOut | None:
    """Who you are."""
    if person is None:
        response.status_code = 204
        return None
    return session_out(person.user, is_bot=person.is_bot)


@router.post("/session", dependencies=[Depends(limited("session"))])
async def come_in(said: NothingIn, person: Anybody, service: Served, door: Entrance) -> SessionOut:
    """Come in as a guest; whoever is in already stays who they are."""
    if person is not None:
        return session_out(person.user, is_bot=person.is_bot)
    return await door.enter(*await service.people.guest())


@router.delete("/session", status_code=204)
async def leave(person: Oneself, service: Served, door: Entrance) -> None:
    """Log out: sockets of this session end. A guest cannot come back as the same."""
    await service.people.leave(person)
    door.leave(person)


@router.post("/account", status_code=201, dependencies=[Depends(limited("account"))])
async def register(said: LoginIn, person: Oneself, service: Served, door: Entrance) -> SessionOut:
    """Make the guest that you are an account with a name; games are kept."""
    user = await service.people.register(person, said.name, said.password)
    await door.renew(person)
    return session_out(user)


@router.post("/account/listed", status_code=204)
async def be_listed(said: ListedIn, person: Oneself, service: Served) -> None:
    """Be on the leader boards, or no longer."""
    if person.user.guest:
        raise ApiError("not-allowed", "only an account can be on a leader board: make one")
    await service.store.people.set_listed(person.user.id, said.listed)


@router.post("/login", dependencies=[Depends(limited("login"))])
async def login(said: LoginIn, service: Served, door: Entrance) -> SessionOut:
    """Come in with a name and a password; the session before ends."""
    await service.rates.count("login-name", name_key(said.name))
    return await door.enter(*await service.people.login(said.name, said.password))


@router.get("/tokens")
async def tokens(person: Oneself, service: Served) -> list[TokenOut]:
    """The tokens of your programs."""
    return [TokenOut.model_validate(_token(each)) for each in await service.people.bots(person)]


@router.post("/tokens", status_code=201, dependencies=[Depends(limited_by_user("token"))])
async def add_token(said: TokenIn, person: Oneself, service: Served) -> NewTokenOut:
    """A token with which a program plays for you; it is told this once."""
    kept, token = await service.people.add_bot(person, said.label)
    return NewTokenOut.model_validate({"token": token, **_token(kept)})


@router.delete("/tokens/{token}", status_code=204)
async def revoke_token(token: str, person: Oneself, service: Served) -> None:
    """Revoke a token; ``token`` is its id."""
    revoked = await service.people.revoke_bot(person, token)
    if revoked is None:
        raise ApiError("not-found", "you have no such token")
    await service.runner.ended(revoked.user, revoked.hash.hex())


def _token(token: Token) -> dict[str, object]:
    return {
        "id": token_name(token),
        "label": token.label,
        "created": token.created,
        "expires": token.expires,
    }
