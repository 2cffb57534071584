"""The ASGI application below ``/api``: routes, middleware and OpenAPI metadata."""

from collections.abc import Mapping

from fastapi import Depends, FastAPI

from qttt.server.net.local_network import LocalNetwork
from qttt.server.protocol.responses import ErrorOut

from . import accounts, bots, games, homework, lobby, passkeys, people, polls, push, rooms, sessions
from .dependencies import count_request
from .error_responses import add_error_handlers
from .guard import RequestGuard
from .origins import Origins

DESCRIPTION = """Quantum tic-tac-toe over a network. `spec/protocol.md` specifies the protocol.

Browsers authenticate with a session cookie, bots with `Authorization: Bearer` and a token.
"""


RESPONSES: Mapping[int | str, dict[str, object]] = {
    "4XX": {"model": ErrorOut, "description": "Rejected, with an error code and a message."},
    "413": {"model": ErrorOut, "description": "Rejected: the body is too large."},
    "503": {
        "model": ErrorOut,
        "description": "Temporarily unavailable. With `unavailable`, except after GET, it is "
        "unknown whether the change was stored.",
    },
}


def create_api(origins: Origins, version: str, network: LocalNetwork) -> FastAPI:
    """Create the API. Its ``state.services`` must be set before the first request.

    ``/openapi.json`` is served, but not FastAPI's documentation pages, which load external scripts.
    """
    application = FastAPI(
        title="qttt",
        version=version,
        description=DESCRIPTION,
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # redirects trust the Host header
        responses=dict(RESPONSES),
        dependencies=[Depends(count_request)],
        servers=[{"url": "/api"}],
    )
    for module in (
        *(sessions, accounts, passkeys, lobby, games, people, push),
        *(rooms, polls, homework, bots),
    ):
        application.include_router(module.router)
    add_error_handlers(application)
    application.add_middleware(RequestGuard, origins=origins)
    application.state.origins = origins
    application.state.network = network
    return application
