"""The application: what is answered at which address.

``/api/`` is play over a network, if there is a place to keep games, and the coin; every other path
is a file of the app.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from starlette.requests import HTTPConnection
from starlette.types import Lifespan

import qttt
from qttt.play import Coin

from .api import LIMITS, Origins, Rates, Service, api, in_session
from .api.problems import NO_STORE, add_problems, problem
from .coin import add_coin
from .files import APP, File, is_known, read_app
from .games import Who
from .headers import Guarded
from .net import add_socket
from .net.redis_bus import connect
from .online import online
from .operate import Crowd, Lookout, Metrics, Requests, Settings

LOST = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not found</title>
<h1>There is nothing here.</h1>
<p><a href="/">Play quantum tic-tac-toe</a></p>
</html>
"""
READING = ["GET", "HEAD"]
EVERY_METHOD = [*READING, "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]


def app(
    folder: Path = APP,
    coin: Coin | None = None,
    *,
    data: str | None = None,
    origins: Sequence[str] = (),
    settings: Settings | None = None,
    lookout: Lookout | None = None,
) -> FastAPI:
    """The application that serves the app built in ``folder``, which is read now and only once.

    With ``coin`` it also throws that for the pages, and for games over the network. With ``data``,
    a file's path or a database's address, people can play each other; it is opened when the
    application starts. Pages from ``origins`` may use it, or from its own addresses if none are
    given (``Origins``). Bus and limits are those of ``settings``; ``lookout`` is told what happens.

    Raises ``ServerError`` if there is no app, for what is no origin, and for an invalid address of
    Redis; ``MissingExtraError`` for Redis without redis-py.
    """
    chosen = settings or Settings()
    if data is not None and chosen.redis:
        connect(chosen.redis)  # fail before the server starts; no connection is made yet
    files = read_app(folder)
    watching = lookout or Lookout(Metrics(qttt.__version__))
    allowed = Origins(origins)
    games, lifespan = None, None
    if data is not None:
        games = api(allowed, qttt.__version__)
        lifespan = _opening(games, partial(online, data, coin, chosen, watching))
    # The pages of FastAPI about itself would need scripts from elsewhere.
    server = FastAPI(
        title="qttt", openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan
    )
    _add_middleware(server, games, chosen, watching)
    _add_health(server, games)
    if games is None:
        rates = Rates({**LIMITS, **chosen.rates})
        add_coin(server, coin, allowed, lambda: rates)
        _add_nothing(server)
    else:
        add_coin(server, coin, allowed, lambda: games.state.service.rates)
        _add_games(server, games, allowed)
    _add_files(server, files)
    return server


def _opening(
    games: FastAPI, opened: Callable[[], AbstractAsyncContextManager[Service]]
) -> Lifespan[FastAPI]:
    """Has ``games`` work with what is open as long as the server runs."""

    @asynccontextmanager
    async def lifespan(server: FastAPI) -> AsyncIterator[None]:
        async with opened() as service:
            games.state.service = service
            yield

    return lifespan


def _add_middleware(
    server: FastAPI, games: FastAPI | None, settings: Settings, lookout: Lookout
) -> None:
    """What every request goes through; the last that is added is the first to have it."""
    server.add_middleware(Guarded)
    if games is not None:
        server.add_middleware(
            Crowd,
            lookout=lookout,
            most=settings.sockets,
            most_per_address=settings.sockets_per_address,
            is_leaving=lambda: games.state.service.runner.is_leaving,
        )
    server.add_middleware(Requests, lookout=lookout)
    add_problems(server)  # for what no route takes, such as a line break in a path


def _add_health(server: FastAPI, games: FastAPI | None) -> None:
    """For whoever looks after the server: whether it answers, and whether games can be kept."""

    @server.api_route("/healthz", methods=READING)
    async def health() -> Response:
        return PlainTextResponse("ok\n", headers=NO_STORE)

    @server.api_route("/readyz", methods=READING)
    async def ready() -> Response:
        wrong = await games.state.service.problem() if games else ""
        return PlainTextResponse(f"{wrong or 'ok'}\n", 503 if wrong else 200, NO_STORE)


def _add_games(server: FastAPI, games: FastAPI, origins: Origins) -> None:
    """Play over the network: the socket, and everything else below ``/api``."""

    async def who(connection: HTTPConnection) -> Who | None:
        """Whose session the browser's cookie is."""
        person = await in_session(connection, games.state.service.people)
        return person.who if person else None

    add_socket(server, lambda: games.state.service.runner, who, origins.allows)
    server.mount("/api", games)


def _add_nothing(server: FastAPI) -> None:
    """Say in the API's own words that there is none."""

    @server.api_route("/api/{path:path}", methods=EVERY_METHOD)
    async def nothing(path: str) -> Response:
        return problem("not-found", "this server has the app only: nobody plays over the network")


def _add_files(server: FastAPI, files: Mapping[str, File]) -> None:
    """The app; it comes last, as it takes every path."""

    @server.api_route("/{path:path}", methods=READING)
    async def file(path: str, request: Request) -> Response:
        found = files.get(path)
        return lost() if found is None else answer(found, request)


def answer(file: File, request: Request) -> Response:
    """The file, or 304 if the reader has it; the server drops the body where HEAD was asked."""
    variant = file.variant(request.headers.get("Accept-Encoding", ""))
    headers = {"Cache-Control": file.cache, "ETag": variant.tag, "Vary": "Accept-Encoding"}
    if is_known(variant.tag, request.headers.get("If-None-Match", "")):
        return Response(status_code=304, headers=headers)
    headers["Content-Type"] = file.type
    if variant.encoding:
        headers["Content-Encoding"] = variant.encoding
    return Response(variant.body, headers=headers)


def lost() -> Response:
    """A small page for an address at which there is nothing."""
    return HTMLResponse(LOST, 404, NO_STORE)
