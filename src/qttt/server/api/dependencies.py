"""Dependencies of the routes: the services, the authenticated user and rate limits."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from qttt.server.codes import parse_challenge_code
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

from .cookies import GUEST_COOKIE, SESSION_COOKIE, Cookie
from .error_responses import SAFE_METHODS
from .guard import is_bearer
from .rate_limits import RateLimiter


@dataclass(frozen=True, slots=True)
class Services:
    """The services of online play.

    ``pusher`` is None if notifications are off. ``clock`` returns milliseconds since the epoch.
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
    streams: Counter[str] = field(default_factory=Counter)
    """The open streams of bots, by user."""
    archives: Counter[str] = field(default_factory=Counter)
    """The archives that are being sent, by user, or by address without one."""


def services_of(request: Request) -> Services:
    return cast(Services, request.app.state.services)


CurrentServices = Annotated[Services, Depends(services_of)]


def client_address(request: Request) -> str:
    """Return the client's address as rate limits count it."""
    return network(request.client.host if request.client else "")


async def session_principals(
    connection: HTTPConnection, people: People
) -> list[tuple[Principal, Cookie]]:
    """Return the users of the session cookies, an account before a guest.

    Earlier versions stored guests in the cookie of accounts. Bot tokens in cookies are ignored.
    """
    sessions = []
    for cookie in (SESSION_COOKIE, GUEST_COOKIE):
        principal = await people.authenticate(cookie.read(connection))
        if principal and principal.token.kind != BOT:
            sessions.append((principal, cookie))
    return sorted(sessions, key=lambda session: session[0].user.guest)


async def session_principal(connection: HTTPConnection, people: People) -> Principal | None:
    """Return the account of the session cookies, otherwise the guest, None without a session."""
    return next((principal for principal, _ in await session_principals(connection, people)), None)


async def use_session(
    connection: HTTPConnection, people: People, response: Response
) -> Principal | None:
    """Return what ``session_principal`` does; extend the session and its cookie.

    Only for requests with which the app starts: the response to another one could arrive after that
    to a login, and would replace the new cookie.
    """
    for principal, cookie in await session_principals(connection, people):
        if await people.extend_session(principal):
            cookie.set(connection, response, cookie.read(connection))
        return principal
    return None


async def optional_principal(request: Request, services: CurrentServices) -> Principal | None:
    """Return the user of the bot token or otherwise of the session cookie, None without either.

    Raises ``RequestError`` for an invalid token.
    """
    principal = await _authenticate(request, services)
    context_of(request.scope).user = principal.user.id if principal else ""
    return principal


async def count_request(request: Request, services: CurrentServices) -> None:
    """Limit requests by user, and those of all others together by address.

    A user of a class room at the address gives the others a larger limit: a pupil alone cannot keep
    others from joining.
    """
    address, limiter = client_address(request), services.rate_limiter
    principal = None
    try:
        principal = request.state.principal = await _authenticate(request, services)
    finally:
        client = client_of(request, principal)
        if client == address and await limiter.is_marked("class-here", address):
            await limiter.hit("class", address)
        else:
            await limiter.hit("request", client)


def client_of(request: Request, principal: Principal | None) -> str:
    """Return whom a rate limit counts: the user if stored, otherwise all others of the address."""
    is_known = principal is not None and principal.is_stored
    return principal.user.id if principal and is_known else client_address(request)


async def admit(request: Request, services: Services, principal: Principal) -> Principal:
    """Store a guest before the first change. These are limited by address."""
    if not principal.is_stored:
        await services.rate_limiter.hit("session", client_address(request))
    return await services.people.admit(principal)


async def _authenticate(request: Request, services: Services) -> Principal | None:
    if hasattr(request.state, "principal"):
        return cast("Principal | None", request.state.principal)
    if not is_bearer(request.headers):
        return await session_principal(request, services.people)
    principal = await services.people.authenticate(
        request.headers["authorization"][len("bearer ") :].strip()
    )
    if principal is None or principal.token.kind != BOT:
        raise RequestError("no-session", "this token is not valid; it may have been revoked")
    return principal


OptionalPrincipal = Annotated[Principal | None, Depends(optional_principal)]


async def visitor(principal: OptionalPrincipal, services: CurrentServices) -> Principal:
    """Return the user, who may not be stored. Raises ``RequestError`` without one."""
    if principal is None:
        raise RequestError("no-session", "not logged in: POST /api/session creates a guest")
    await services.people.keep_session(principal)
    return principal


async def current_principal(
    request: Request, principal: Annotated[Principal, Depends(visitor)], services: CurrentServices
) -> Principal:
    """Return the authenticated user, who is stored before a change. Raises ``RequestError``."""
    if request.method in SAFE_METHODS:
        return principal
    return await admit(request, services, principal)


CurrentPrincipal = Annotated[Principal, Depends(current_principal)]


async def human_principal(principal: CurrentPrincipal) -> Principal:
    """Return the authenticated user. Raises ``RequestError`` for a bot."""
    return _check_human(principal)


HumanPrincipal = Annotated[Principal, Depends(human_principal)]


async def human_visitor(principal: Annotated[Principal, Depends(visitor)]) -> Principal:
    """Return the user, who may not be stored. Raises ``RequestError`` for a bot."""
    return _check_human(principal)


HumanVisitor = Annotated[Principal, Depends(human_visitor)]


def _check_human(principal: Principal) -> Principal:
    if principal.is_bot:
        raise RequestError("not-allowed", "a bot token can only be used to play")
    return principal


def rate_limit(operation: str) -> Any:
    """Return a dependency that limits requests by address, for use without authentication."""

    async def count(request: Request, services: CurrentServices) -> None:
        await services.rate_limiter.hit(operation, client_address(request))

    return Depends(count)


def rate_limit_by_client(operation: str) -> Any:
    """Return a dependency that limits requests by user, and by address without one."""

    async def count(
        request: Request, services: CurrentServices, principal: OptionalPrincipal
    ) -> None:
        await services.rate_limiter.hit(operation, client_of(request, principal))

    return Depends(count)


async def count_login(
    request: Request, services: CurrentServices, principal: OptionalPrincipal
) -> None:
    """Limit attempts to log in: by user, those of others together, and all of an address."""
    await services.rate_limiter.hit("login", client_of(request, principal))
    await services.rate_limiter.hit("login-all", client_address(request))


@asynccontextmanager
async def limit_guesses(
    request: Request,
    services: Services,
    principal: Principal | None,
    secret: str,
    codes: Collection[str],
) -> AsyncIterator[None]:
    """Count a rejection with one of these codes as a wrong guess of a secret.

    ``secret`` is the parsed guess, empty if malformed, so that all spellings are the same guess. It
    counts once at an address, where a class can follow an old link; of requests at the same time
    each counts.
    Raises ``RequestError`` above the limits: one for each stored user, one for the others of an
    address together, and a larger one for all of an address who have guessed wrong.
    """
    limiter = services.rate_limiter
    client, address = client_of(request, principal), client_address(request)
    guess = f"{address} {secret}"
    if await limiter.is_marked("wrong-here", guess):
        yield
        return
    counts = [("guess", client)]
    if client == address or await limiter.is_marked("guessed", client):
        counts.append(("guess-all", address))
    try:
        async with limiter.limit_failures(codes, *counts):
            yield
    except RequestError as error:
        if error.code in codes:
            await limiter.mark("guessed", client)
            await limiter.mark("wrong-here", guess)
        raise


async def limit_wrong_codes(
    request: Request, services: CurrentServices, principal: OptionalPrincipal
) -> AsyncIterator[None]:
    """Limit requests with codes of challenges that do not exist."""
    secret = parse_challenge_code(request.path_params["code"]) or ""
    async with limit_guesses(request, services, principal, secret, {"gone"}):
        yield


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
