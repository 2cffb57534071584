"""Dependencies of the routes: the services, the authenticated user and rate limits."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Protocol, cast

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from qttt.server.games import EntryKind, Identity
from qttt.server.lobby import Lobby
from qttt.server.people import BOT, Accounts, Passkeys, People, Person
from qttt.server.request_context import context_of
from qttt.server.rooms import Rooms
from qttt.server.store import Store

from .cookies import read_cookie
from .errors import ApiError
from .guard import is_bearer
from .rate_limits import RateLimiter, network


class GameRunner(Protocol):
    """Runs the games, for HTTP requests and for sockets."""

    @property
    def connection_count(self) -> int:
        """The number of open sockets and streams."""
        ...

    async def submit(
        self, identity: Identity, game: str, id_: str, at: int, kind: EntryKind, body: str
    ) -> int:
        """Apply a player's decision; return its version in the log. Raises ``CommandRefused``."""
        ...

    def follow(self, identity: Identity, game: str) -> AsyncGenerator[str, None]:
        """Yield the game and then its changes, each message as one line of JSON."""
        ...

    async def end_sessions(self, user: str, session: str = "") -> None:
        """Disconnect one session of that user, or all of them if ``session`` is empty."""
        ...

    def on_lobby_changed(self) -> None:
        """Handle a change of the open seeks."""
        ...

    def events(self, identity: Identity) -> AsyncGenerator[str, None]:
        """Yield events of the user, such as new games, each message as one line of JSON."""
        ...


@dataclass(frozen=True, slots=True)
class Service:
    """The components of a running server.

    ``clock`` returns milliseconds since the epoch. ``readiness_problem`` returns why the server is
    not ready, empty if it is.
    """

    store: Store
    people: People
    accounts: Accounts
    passkeys: Passkeys
    lobby: Lobby
    rooms: Rooms
    runner: GameRunner
    rate_limiter: RateLimiter
    clock: Callable[[], int]
    readiness_problem: Callable[[], Awaitable[str]]


def service_of(request: Request) -> Service:
    """Return the components of the running server."""
    return cast(Service, request.app.state.service)


CurrentService = Annotated[Service, Depends(service_of)]


def client_address(request: Request) -> str:
    """Return the client's address as rate limits count it."""
    return network(request.client.host if request.client else "")


async def limit_requests(request: Request, service: CurrentService) -> None:
    """Apply the limit of all requests per address."""
    await service.rate_limiter.hit("request", client_address(request))


async def session_person(connection: HTTPConnection, people: People) -> Person | None:
    """Return the user of the session cookie; a bot token in a cookie is ignored."""
    token = read_cookie(connection)
    person = await people.authenticate(token) if token else None
    return person if person and person.token.kind != BOT else None


async def optional_person(request: Request, service: CurrentService) -> Person | None:
    """Return the user of the bot token or otherwise of the session cookie, None without either.

    Raises ``ApiError`` for an invalid token.
    """
    person = await _authenticate(request, service)
    context_of(request.scope).user = person.user.id if person else ""
    return person


async def _authenticate(request: Request, service: Service) -> Person | None:
    if not is_bearer(request.headers):
        return await session_person(request, service.people)
    person = await service.people.authenticate(
        request.headers["authorization"][len("bearer ") :].strip()
    )
    if person is None or person.token.kind != BOT:
        raise ApiError("no-session", "this token is not valid; it may have been revoked")
    return person


OptionalPerson = Annotated[Person | None, Depends(optional_person)]


async def current_person(person: OptionalPerson) -> Person:
    """Return the authenticated user. Raises ``ApiError`` without one."""
    if person is None:
        raise ApiError("no-session", "not logged in: POST /api/session creates a guest")
    return person


CurrentPerson = Annotated[Person, Depends(current_person)]


async def human_person(person: CurrentPerson) -> Person:
    """Return the authenticated user. Raises ``ApiError`` for a bot."""
    if person.is_bot:
        raise ApiError("not-allowed", "a bot token can only be used to play")
    return person


HumanPerson = Annotated[Person, Depends(human_person)]


def rate_limit(operation: str) -> Callable[[Request, Service], Awaitable[None]]:
    """Return a dependency that limits requests by address, for use without authentication."""

    async def count(request: Request, service: CurrentService) -> None:
        await service.rate_limiter.hit(operation, client_address(request))

    return count


def rate_limit_by_user(operation: str) -> Callable[[Service, Person], Awaitable[None]]:
    """Return a dependency that limits requests by user."""

    async def count(service: CurrentService, person: CurrentPerson) -> None:
        await service.rate_limiter.hit(operation, person.user.id)

    return count
