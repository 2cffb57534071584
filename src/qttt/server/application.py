"""The application: what is answered at which address.

``/api/`` is play over a network, if there is a place to keep games, and the coin; every other path
is a file of the app.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.requests import HTTPConnection

import qttt
from qttt.play import Coin

from .api import Origins, api, in_session
from .api.problems import add_problems, problem
from .coin import add_coin
from .files import APP, File, is_known, read_app
from .games import Who
from .headers import Guarded
from .net import add_socket
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
EVERY_METHOD = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]


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

    Raises ``ServerError`` if there is no app, and for what is no origin.
    """
    files = read_app(folder)
    chosen = settings or Settings()
    watching = lookout or Lookout(Metrics(qttt.__version__))
    allowed = Origins(origins)
    games = None if data is None else api(allowed, qttt.__version__)

    @asynccontextmanager
    async def lifespan(server: FastAPI) -> AsyncIterator[None]:
        if games is None or data is None:
            yield
            return
        async with online(data, coin, chosen, watching) as service:
            games.state.service = service
            yield

    # The pages of FastAPI about itself would need scripts from elsewhere.
    server = FastAPI(
        title="qttt", openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan
    )
    server.add_middleware(Guarded)
    if games is not None:
        server.add_middleware(
            Crowd,
            lookout=watching,
            most=chosen.sockets,
            most_per_address=chosen.sockets_per_address,
            is_leaving=lambda: games.state.service.runner.is_leaving,
        )
    server.add_middleware(Requests, lookout=watching)
    add_problems(server)  # for what no route takes, such as a line break in a path

    @server.api_route("/healthz", methods=["GET", "HEAD"])
    async def health() -> Response:
        return Response("ok\n", media_type="text/plain", headers={"Cache-Control": "no-store"})

    @server.api_route("/readyz", methods=["GET", "HEAD"])
    async def ready() -> Response:
        problem = await games.state.service.problem() if games else ""
        headers = {"Cache-Control": "no-store"}
        status = 503 if problem else 200
        return Response(f"{problem or 'ok'}\n", status, headers, "text/plain")

    add_coin(server, coin)
    if games is None:
        _add_nothing(server)
    else:
        add_socket(server, lambda: games.state.service.runner, partial(_who, games), allowed.allows)
        server.mount("/api", games)

    # The last route, as it takes every path.
    @server.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def file(path: str, request: Request) -> Response:
        found = files.get(path)
        return lost() if found is None else answer(found, request)

    return server


async def _who(games: FastAPI, connection: HTTPConnection) -> Who | None:
    """Whose session the browser's cookie is."""
    person = await in_session(connection, games.state.service.people)
    return person.who if person else None


def _add_nothing(server: FastAPI) -> None:
    """Say in the API's own words that there is none."""

    @server.api_route("/api/{path:path}", methods=EVERY_METHOD)
    async def nothing(path: str) -> Response:
        return problem("not-found", "this server has the app only: nobody plays over the network")


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
    headers = {"Cache-Control": "no-store"}
    return Response(LOST, status_code=404, media_type="text/html", headers=headers)
