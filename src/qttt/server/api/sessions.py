"""Routes of sessions, registration, login and bot tokens."""

from fastapi import APIRouter, Depends, Response

from qttt.server.people import token_name
from qttt.server.people.names import name_key
from qttt.server.store import AuthToken

from .browser_session import CurrentSession, session_out
from .dependencies import (
    CurrentService,
    HumanPerson,
    OptionalPerson,
    rate_limit,
    rate_limit_by_user,
)
from .errors import ApiError
from .models import (
    ListedIn,
    LoginIn,
    NewTokenOut,
    NothingIn,
    SessionOut,
    TokenIn,
    TokenOut,
)

router = APIRouter(tags=["people"])


@router.get("/session", responses={204: {"description": "There is no session."}})
async def who_am_i(person: OptionalPerson, response: Response) -> SessionOut | None:
    """The current session."""
    if person is None:
        response.status_code = 204
        return None
    return session_out(person.user, is_bot=person.is_bot)


@router.post("/session", dependencies=[Depends(rate_limit("session"))])
async def start_session(
    body: NothingIn, person: OptionalPerson, service: CurrentService, session: CurrentSession
) -> SessionOut:
    """Start a session as a guest; a current session is kept."""
    if person is not None:
        return session_out(person.user, is_bot=person.is_bot)
    return await session.start(*await service.people.create_guest())


@router.delete("/session", status_code=204)
async def leave(person: HumanPerson, service: CurrentService, session: CurrentSession) -> None:
    """Log out; sockets of this session are closed. A guest is lost."""
    await service.people.end_session(person)
    session.clear(person)


@router.post("/account", status_code=201, dependencies=[Depends(rate_limit("account"))])
async def register(
    body: LoginIn, person: HumanPerson, service: CurrentService, session: CurrentSession
) -> SessionOut:
    """Turn the guest into an account, keeping games and ratings."""
    user = await service.people.register(person, body.name, body.password)
    await session.renew(person)
    return session_out(user)


@router.post("/account/listed", status_code=204)
async def be_listed(body: ListedIn, person: HumanPerson, service: CurrentService) -> None:
    """Opt in to or out of the leader boards."""
    if person.user.guest:
        raise ApiError("not-allowed", "guests cannot be on a leader board: register first")
    await service.store.people.set_listed(person.user.id, body.listed)


@router.post("/login", dependencies=[Depends(rate_limit("login"))])
async def login(body: LoginIn, service: CurrentService, session: CurrentSession) -> SessionOut:
    """Log in with a name and a password; the previous session ends."""
    await service.rate_limiter.hit("login-name", name_key(body.name))
    return await session.start(*await service.people.login(body.name, body.password))


@router.get("/tokens")
async def tokens(person: HumanPerson, service: CurrentService) -> list[TokenOut]:
    """The account's bot tokens."""
    return [
        TokenOut.model_validate(_token(each)) for each in await service.people.bot_tokens(person)
    ]


@router.post("/tokens", status_code=201, dependencies=[Depends(rate_limit_by_user("token"))])
async def add_token(body: TokenIn, person: HumanPerson, service: CurrentService) -> NewTokenOut:
    """Create a bot token, which is returned only once."""
    stored, token = await service.people.create_bot_token(person, body.label)
    return NewTokenOut.model_validate({"token": token, **_token(stored)})


@router.delete("/tokens/{token}", status_code=204)
async def revoke_token(token: str, person: HumanPerson, service: CurrentService) -> None:
    """Revoke a token by its id."""
    revoked = await service.people.revoke_bot_token(person, token)
    if revoked is None:
        raise ApiError("not-found", "you have no such token")
    await service.runner.end_sessions(revoked.user, revoked.hash.hex())


def _token(token: AuthToken) -> dict[str, object]:
    return {
        "id": token_name(token),
        "label": token.label,
        "created": token.created,
        "expires": token.expires,
    }
