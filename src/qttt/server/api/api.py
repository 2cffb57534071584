"""The application below ``/api``: its routes, what guards them, and its description."""

from collections.abc import Mapping

from fastapi import Depends, FastAPI

from . import accounts, bots, gaming, meeting, passkeys, persons, sessions, teaching
from .guard import Guard
from .models import Problem
from .origins import Origins
from .problems import add_problems
from .service import counted

ABOUT = """Quantum tic-tac-toe over a network. `spec/protocol.md` says what all of this means.

Browsers hold a session in a cookie; programs send `Authorization: Bearer` with a token.
"""
RESPONSES: Mapping[int | str, dict[str, object]] = {
    "4XX": {"model": Problem, "description": "Refused: why, as a code and in a sentence."},
    "503": {"model": Problem, "description": "Not now: nothing was changed."},
}


def api(origins: Origins, version: str) -> FastAPI:
    """The API. Its ``state.service`` has to be set before the first request.

    It describes itself at ``/openapi.json``, without the pages of the framework, which would need
    scripts from elsewhere.
    """
    made = FastAPI(
        title="qttt",
        version=version,
        description=ABOUT,
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=dict(RESPONSES),
        dependencies=[Depends(counted)],
        servers=[{"url": "/api"}],
    )
    for part in (sessions, accounts, passkeys, meeting, gaming, persons, teaching, bots):
        made.include_router(part.router)
    add_problems(made)
    made.add_middleware(Guard, origins=origins)
    made.state.origins = origins
    return made
