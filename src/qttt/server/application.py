"""The ASGI application: its routes and middleware."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import cast

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.requests import HTTPConnection
from starlette.types import Lifespan

import qttt
from qttt.engine.kernel import library as load_kernel
from qttt.play import Coin

from .android import ASSET_LINKS_PATH, asset_links
from .api.api import create_api
from .api.dependencies import Services, use_session
from .api.error_responses import NO_STORE_HEADERS, ErrorResponse, add_error_handlers
from .api.origins import Origins
from .api.rate_limits import RateLimiter
from .coin import add_coin
from .files import APP_FOLDER, INDEX, AppPage, StaticFile, read_app
from .games.terms import Identity
from .headers import SecurityHeaders, matches_etag
from .link_pages import missing_page
from .link_responses import language_of
from .links import READ_METHODS, Links
from .net.connection_limits import SocketLimiter, SocketShares
from .net.local_network import LocalNetwork
from .net.redis_bus import create_client
from .net.websocket import add_sockets
from .operate.requests import RequestTelemetry
from .operate.settings import ServerSettings
from .rates import LIMITS
from .services import run_services
from .telemetry import Telemetry

ALL_METHODS = [*READ_METHODS, "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]


def create_app(
    folder: Path = APP_FOLDER,
    coin: Coin | None = None,
    *,
    data: str | None = None,
    settings: ServerSettings | None = None,
    telemetry: Telemetry | None = None,
    network: LocalNetwork | None = None,
) -> FastAPI:
    """Create the application.

    Args:
        folder: The built app, which is read once, now.
        coin: Decides random collapses of pages and of online games.
        data: Path or URL of the store, opened at startup; without it there is no online play.
        settings: Origins, bus, limits and timeouts.
        telemetry: Receives events of the server.
        network: The local network, if others can connect.

    Raises:
        ServerError: There is no app in ``folder``, or an origin or the URL of Redis is invalid.
        MissingExtraError: Redis is configured and redis-py is not installed.
        KernelError: The kernel cannot be loaded.
    """
    options = settings or ServerSettings()
    load_kernel()  # fail before the server starts, not at the first move of a level
    if data is not None and options.redis:
        create_client(options.redis)  # fail before the server starts; no connection is made yet
    files = read_app(folder)
    telemetry = telemetry or Telemetry(qttt.__version__)
    network = network or LocalNetwork()
    allowed = Origins(options.origins, network=network)
    games, services = None, None
    opened: Callable[[], AbstractAsyncContextManager[Services | None]] = nullcontext
    if data is not None:
        games = create_api(allowed, qttt.__version__, network)
        services = partial(_services_of, games)
        opened = partial(run_services, data, coin, options, telemetry)
    # FastAPI's documentation pages load external scripts.
    server = FastAPI(
        title="qttt",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # redirects trust the Host header
        lifespan=_lifespan(games, opened),
    )
    server.add_middleware(SecurityHeaders)  # of middleware, the one added last runs first
    if games is not None:
        shares = SocketShares(max(1, options.sockets_per_address // 2))
        _add_sockets_of(server, games, allowed, shares)
    _add_outer_middleware(server, games, options, telemetry)
    _add_health(server, games)
    local = RateLimiter({**LIMITS, **options.rates})

    def limiter() -> RateLimiter:
        return services().rate_limiter if services else local

    add_coin(server, coin, allowed, limiter)
    if games is None:
        _add_missing_api(server)
    else:
        server.mount("/api", games)
    Links(AppPage(files[INDEX].body), allowed, limiter, services).add_to(server)
    _add_asset_links(server, options.android_apps)
    _add_files(server, files)
    return server


def _services_of(games: FastAPI) -> Services:
    """Return the services that the lifespan has opened."""
    return cast(Services, games.state.services)


def _lifespan(
    games: FastAPI | None, opened: Callable[[], AbstractAsyncContextManager[Services | None]]
) -> Lifespan[FastAPI]:
    """Return a lifespan that opens the services and passes them to ``games``."""

    @asynccontextmanager
    async def lifespan(server: FastAPI) -> AsyncIterator[None]:
        async with opened() as services:
            if games is not None:
                games.state.services = services
            # A second Ctrl-C cancels it: the services are closed as after the first.
            with suppress(asyncio.CancelledError):
                yield

    return lifespan


def _add_outer_middleware(
    server: FastAPI, games: FastAPI | None, settings: ServerSettings, telemetry: Telemetry
) -> None:
    if games is not None:
        server.add_middleware(
            SocketLimiter,
            telemetry=telemetry,
            max_sockets=settings.sockets,
            max_per_address=settings.sockets_per_address,
            is_shutting_down=lambda: games.state.services.runner.is_shutting_down,
        )
    server.add_middleware(RequestTelemetry, telemetry=telemetry)
    add_error_handlers(server)  # for requests without a route, such as a line break in a path


def _add_health(server: FastAPI, games: FastAPI | None) -> None:

    @server.api_route("/healthz", methods=READ_METHODS)
    async def health() -> Response:
        return PlainTextResponse("ok\n", headers=NO_STORE_HEADERS)

    @server.api_route("/readyz", methods=READ_METHODS)
    async def ready() -> Response:
        condition = games.state.services.runner.condition if games else "ok"
        status = 503 if condition == "stopping" else 200  # without a store the app shows the reason
        return PlainTextResponse(f"{condition}\n", status, NO_STORE_HEADERS)


def _add_asset_links(server: FastAPI, apps: Sequence[str]) -> None:
    if apps:

        @server.api_route(ASSET_LINKS_PATH, methods=READ_METHODS)
        async def links() -> Response:
            return JSONResponse(asset_links(apps), headers={"Cache-Control": "no-cache"})


def _add_sockets_of(
    server: FastAPI, games: FastAPI, origins: Origins, shares: SocketShares
) -> None:
    async def identify(connection: HTTPConnection, response: Response) -> Identity | None:
        principal = await use_session(connection, games.state.services.people, response)
        return principal.identity if principal else None

    add_sockets(server, lambda: games.state.services.runner, identify, origins.allows, shares)


def _add_missing_api(server: FastAPI) -> None:
    """Respond to all requests of the API with an error."""

    @server.api_route("/api/{path:path}", methods=ALL_METHODS)
    async def missing(path: str) -> Response:
        return ErrorResponse("not-found", "online play is disabled on this server")


def _add_files(server: FastAPI, files: Mapping[str, StaticFile]) -> None:
    """Add the app's files; added last, because they match every path."""

    @server.api_route("/{path:path}", methods=READ_METHODS)
    async def file(path: str, request: Request) -> Response:
        if known := files.get(path):
            return _file_response(known, request)
        body = missing_page(language_of(request), files[INDEX].body)
        return HTMLResponse(body, 404, NO_STORE_HEADERS)


def _file_response(file: StaticFile, request: Request) -> Response:
    """Return the file, or 304 if the client has it; the server drops the body for HEAD."""
    variant = file.variant(request.headers.get("Accept-Encoding", ""))
    headers = {
        "Cache-Control": file.cache,
        "ETag": variant.tag,
        "Vary": "Accept-Encoding",
        **file.sharing,
    }
    if matches_etag(variant.tag, request.headers.get("If-None-Match", "")):
        return Response(status_code=304, headers=headers)
    headers["Content-Type"] = file.type
    if variant.encoding:
        headers["Content-Encoding"] = variant.encoding
    return Response(variant.body, headers=headers)
