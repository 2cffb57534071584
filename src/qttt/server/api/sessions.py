"""Routes of sessions, registration, login and bot tokens."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response

from qttt.server.errors import RequestError
from qttt.server.people.names import name_key
from qttt.server.people.people import token_name
from qttt.server.protocol.requests import ListedIn, LoginIn, NothingIn, TokenIn
from qttt.server.protocol.responses import NewTokenOut, SessionOut, TokenOut
from qttt.server.store.entities import AuthToken

from .browser_session import CurrentSession, session_out
from .cookies import BROWSER_COOKIE
from .dependencies import (
    CurrentServices,
    HumanPrincipal,
    OptionalPrincipal,
    Services,
    client_address,
    count_login,
    rate_limit,
    rate_limit_by_user,
)

router = APIRouter(tags=["people"])


@router.get("/session", responses={204: {"description": "There is no session."}})
async def who_am_i(
    principal: OptionalPrincipal, response: Response, session: CurrentSession
) -> SessionOut | None:
    """The current session, which is extended. Deletes the cookie of a guest beside an account's."""
    await session.extend()
    session.forget_guest()
    if principal is None:
        response.status_code = 204
        return None
    return session_out(principal.user, is_bot=principal.is_bot)


@router.post("/session")
async def start_session(
    body: NothingIn,
    principal: OptionalPrincipal,
    services: CurrentServices,
    session: CurrentSession,
) -> SessionOut:
    """Start a session as a guest; a current session is kept.

    It is stored with the first request that changes anything, which is limited by address.
    """
    if principal is not None:
        return session_out(principal.user, is_bot=principal.is_bot)
    return await session.start(await services.people.create_guest())


@router.delete("/session", status_code=204)
async def leave(principal: HumanPrincipal, session: CurrentSession) -> None:
    """Log out, and close this session's sockets. A guest cannot log in again."""
    await session.clear()


@router.post("/account", status_code=201, dependencies=[rate_limit("account")])
async def register(
    body: LoginIn, principal: HumanPrincipal, services: CurrentServices, session: CurrentSession
) -> SessionOut:
    """Turn the guest into an account, keeping games and ratings."""
    return session.replace_all(await services.people.register(principal, body.name, body.password))


@router.post("/account/listed", status_code=204)
async def be_listed(body: ListedIn, principal: HumanPrincipal, services: CurrentServices) -> None:
    """Opt in to or out of the leaderboards."""
    if principal.user.guest:
        raise RequestError("not-allowed", "guests cannot be on a leaderboard: register first")
    await services.store.people.set_listed(principal.user.id, body.listed)


@router.post("/login")
async def login(
    body: LoginIn,
    request: Request,
    principal: OptionalPrincipal,
    services: CurrentServices,
    session: CurrentSession,
) -> SessionOut:
    """Log in with a name and a password; the previous session ends."""
    counts = await _failure_counts(request, services, body.name)
    if len(counts) == 1:  # a known browser
        await services.rate_limiter.hit("login", counts[0][1])
    else:
        await count_login(request, services, principal)
    async with services.rate_limiter.limit_failures({"wrong-login"}, *counts):
        new = await services.people.login(body.name, body.password)
    return await session.start(new)


async def _failure_counts(request: Request, services: Services, name: str) -> list[tuple[str, str]]:
    """Return how failed logins with that name are counted.

    They are counted for each address, and together for all addresses. A known browser of the
    account has its own count and ignores the others: strangers cannot lock out the owner.
    """
    key, mark = name_key(name), BROWSER_COOKIE.read(request)
    if await services.people.is_known_browser(name, mark):
        return [("login-client", f"{key} {mark}")]
    return [("login-name", key), ("login-client", f"{key} {client_address(request)}")]


@router.get("/tokens")
async def tokens(principal: HumanPrincipal, services: CurrentServices) -> list[TokenOut]:
    """The account's bot tokens."""
    return [TokenOut(**_fields(token)) for token in await services.people.bot_tokens(principal)]


@router.post("/tokens", status_code=201, dependencies=[rate_limit_by_user("token")])
async def add_token(
    body: TokenIn, principal: HumanPrincipal, services: CurrentServices
) -> NewTokenOut:
    """Create a bot token, which is returned only once."""
    stored, token = await services.people.create_bot_token(principal, body.label)
    return NewTokenOut(**_fields(stored), token=token)


@router.delete("/tokens/{token}", status_code=204)
async def revoke_token(token: str, principal: HumanPrincipal, services: CurrentServices) -> None:
    """Revoke a token by its id."""
    revoked = await services.people.revoke_bot_token(principal, token)
    if revoked is None:
        raise RequestError("not-found", "you have no such token")
    await services.runner.end_sessions(revoked.user, revoked.hash.hex())


def _fields(stored: AuthToken) -> dict[str, Any]:
    """Return the public fields of a token."""
    return {**asdict(stored), "id": token_name(stored)}
