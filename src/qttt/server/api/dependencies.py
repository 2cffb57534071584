"""Dependencies of the routes: the services, the authenticated user and rate limits."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from qttt.server.errors import RequestError
from qttt.server.lobby.lobby import Lobby
from qttt.server.net.connection_limits import network
from qttt.server.net.runner import HubRunner
from qttt.server.people.accounts import Accounts
from qttt.server.people.passkeys import Passkeys
from qttt.server.people.people import BOT, People, Principal
from qttt.server.push.pusher import Pusher
from qttt.server.rooms.homework import HomeworkService
from qttt.server.rooms.polls import Polls
from qttt.server.rooms.rooms import Rooms
from qttt.server.store.store import Store
from qttt.server.telemetry import context_of

from .cookies import SESSION_COOKIE
from .guard import is_bearer
from .rate_limits import RateLimiter


@dataclass(frozen=True, slots=True)
class Services:
    """The services of online play.

    ``pusher`` is None if notifications are off. ``clock`` returns milliseconds since the epoch.
    ``readiness_problem`` returns why the server is not ready, or an empty string.
    """

    store: Store
    people: People
    accounts: Accounts
    passkeys: Passkeys
    lobby: Lobby
    rooms: Rooms
    polls: Polls
    homework: HomeworkService
    runner: HubRunner
    pusher: Pusher | None
    rate_limiter: RateLimiter
    clock: Callable[[], int]
    readiness_problem: Callable[[], Awaitable[str]]
    streams: Counter[str] = field(default_factory=Counter)
    """The open streams of bots, by user."""
    archives: Counter[str] = field(default_factory=Counter)
    """The archives that are being sent, by address."""


def services_of(request: Request) -> Services:
    return cast(Services, request.app.state.services)


CurrentServices = Annotated[Services, Depends(services_of)]


def client_address(request: Request) -> str:
    """Return the client's address as rate limits count it."""
    return network(request.client.host if request.client else "")


async def session_principal(connection: HTTPConnection, people: People) -> Principal | None:
    """Return the user of the session cookie; a bot token in a cookie is ignored."""
    token = SESSION_COOKIE.read(connection)
    principal = await people.authenticate(token) if token else None
    return principal if principal and principal.token.kind != BOT else None


async def optional_principal(request: Request, services: CurrentServices) -> Principal | None:
    """Return the user of the bot token or otherwise of the session cookie, None without either.

    Raises ``RequestError`` for an invalid token.
    """
    principal = await _authenticate(request, services)
    context_of(request.scope).user = principal.user.id if principal else ""
    return principal


async def _authenticate(request: Request, services: Services) -> Principal | None:
    if not is_bearer(request.headers):
        return await session_principal(request, services.people)
    principal = await services.people.authenticate(
        request.headers["authorization"][len("bearer ") :].strip()
    )
    if principal is None or principal.token.kind != BOT:
        raise RequestError("no-session", "this token is not valid; it may have been revoked")
    return principal


OptionalPrincipal = Annotated[Principal | None, Depends(optional_principal)]


async def current_principal(principal: OptionalPrincipal) -> Principal:
    """Return the authenticated user. Raises ``RequestError`` without one."""
    if principal is None:
        raise RequestError("no-session", "not logged in: POST /api/session creates a guest")
    return principal


CurrentPrincipal = Annotated[Principal, Depends(current_principal)]


async def human_principal(principal: CurrentPrincipal) -> Principal:
    """Return the authenticated user. Raises ``RequestError`` for a bot."""
    if principal.is_bot:
        raise RequestError("not-allowed", "a bot token can only be used to play")
    return principal


HumanPrincipal = Annotated[Principal, Depends(human_principal)]


def rate_limit(operation: str) -> Any:
    """Return a dependency that limits requests by address, for use without authentication."""

    async def count(request: Request, services: CurrentServices) -> None:
        await services.rate_limiter.hit(operation, client_address(request))

    return Depends(count)


def rate_limit_by_user(operation: str) -> Any:
    """Return a dependency that limits requests by user."""

    async def count(services: CurrentServices, principal: CurrentPrincipal) -> None:
        await services.rate_limiter.hit(operation, principal.user.id)

    return Depends(count)


async def counted(
    streams: Counter[str], client: str, lines: AsyncGenerator[str, None]
) -> AsyncIterator[str]:
    """Yield ``lines``, and count a stream of ``client`` meanwhile."""
    streams[client] += 1
    try:
        async with aclosing(lines):
            async for line in lines:
                yield line
    finally:
        streams[client] -= 1
        if not streams[client]:
            del streams[client]
