"""What the routes work with, and who it is that asks."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Protocol, cast

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from qttt.server.games import Kind, Who
from qttt.server.lobby import Lobby
from qttt.server.note import note_of
from qttt.server.people import BOT, Accounts, Passkeys, People, Person
from qttt.server.rooms import Rooms
from qttt.server.store import Store

from .cookies import read_cookie
from .guard import is_bearer
from .problems import ApiError
from .rates import Rates, network


class Runner(Protocol):
    """Whoever runs the games: requests go the same way as what sockets say."""

    @property
    def online(self) -> int:
        """How many people have a socket or a stream open."""
        ...

    async def do(self, who: Who, game: str, id_: str, at: int, kind: Kind, body: str) -> int:
        """Decide something; returns the version at which it is stored. Raises ``Refusal``."""
        ...

    def follow(self, who: Who, game: str) -> AsyncGenerator[str, None]:
        """The game and all that happens in it from now on, each message as one line of JSON."""
        ...

    async def ended(self, user: str, session: str = "") -> None:
        """A session of that user has ended, or all of them if none is named."""
        ...

    def lobby_changed(self) -> None:
        """Somebody has begun to wait in the lobby, or waits no more."""
        ...

    def events(self, who: Who) -> AsyncGenerator[str, None]:
        """What concerns somebody, above all games that begin, each message as one line of JSON."""
        ...


@dataclass(frozen=True, slots=True)
class Service:
    """All parts of a server that is running. ``clock`` tells the time in milliseconds.

    ``problem`` tells why nobody should be sent here just now; it is empty if all is well.
    """

    store: Store
    people: People
    accounts: Accounts
    passkeys: Passkeys
    lobby: Lobby
    rooms: Rooms
    runner: Runner
    rates: Rates
    clock: Callable[[], int]
    problem: Callable[[], Awaitable[str]]


def service_of(request: Request) -> Service:
    """The server's parts; they are there as long as it runs."""
    return cast(Service, request.app.state.service)


Served = Annotated[Service, Depends(service_of)]


def address_of(request: Request) -> str:
    """Where the request comes from, as it is counted."""
    return network(request.client.host if request.client else "")


async def counted(request: Request, service: Served) -> None:
    """Counts every request by address."""
    await service.rates.count("request", address_of(request))


async def in_session(connection: HTTPConnection, people: People) -> Person | None:
    """Whose session the browser's cookie is; a program's token is no session."""
    token = read_cookie(connection)
    person = await people.find(token) if token else None
    return person if person and person.token.kind != BOT else None


async def anybody(request: Request, service: Served) -> Person | None:
    """Who asks, by a program's token or else by the session's cookie; nobody is somebody too.

    Raises ``ApiError`` for a token that opens nothing.
    """
    person = await _asker(request, service)
    note_of(request.scope).user = person.user.id if person else ""
    return person


async def _asker(request: Request, service: Service) -> Person | None:
    if not is_bearer(request.headers):
        return await in_session(request, service.people)
    person = await service.people.find(request.headers["authorization"][len("bearer ") :].strip())
    if person is None or person.token.kind != BOT:
        raise ApiError("no-session", "this token opens nothing; it may have been revoked")
    return person


Anybody = Annotated[Person | None, Depends(anybody)]


async def somebody(person: Anybody) -> Person:
    """Who asks. Raises ``ApiError`` if that is nobody."""
    if person is None:
        raise ApiError("no-session", "come in first: POST /api/session makes you a guest")
    return person


Somebody = Annotated[Person, Depends(somebody)]


async def oneself(person: Somebody) -> Person:
    """Who asks, if it is no program: an account is not changed by what plays for it."""
    if person.is_bot:
        raise ApiError("not-allowed", "a program's token is for playing only")
    return person


Oneself = Annotated[Person, Depends(oneself)]


def limited(what: str) -> Callable[[Request, Service], Awaitable[None]]:
    """Counts requests by address; for what can be done without coming in."""

    async def count(request: Request, service: Served) -> None:
        await service.rates.count(what, address_of(request))

    return count


def limited_by_user(what: str) -> Callable[[Service, Person], Awaitable[None]]:
    """Counts requests by user."""

    async def count(service: Served, person: Somebody) -> None:
        await service.rates.count(what, person.user.id)

    return count
