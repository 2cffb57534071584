"""What is answered when something is refused: ``{"error": code, "message": sentence}``.

Every refusal of every part has a code and a message; the code decides the status.
"""

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from qttt.server.games import Code, Refusal
from qttt.server.lobby import LobbyError
from qttt.server.note import note_of
from qttt.server.people import PersonError
from qttt.server.rooms import RoomError
from qttt.server.store import StoreUnavailable

NO_STORE: Mapping[str, str] = {"Cache-Control": "no-store"}


class ApiError(Exception):
    """A request that is refused before anybody else is asked."""

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.headers = headers


STATUS: Mapping[str, int] = {
    "unreadable": 422,
    "unknown-type": 422,
    "bad-name": 422,
    "bad-password": 422,
    "bad-label": 422,
    "bad-passkey": 422,
    "bad-rules": 422,
    "bad-start": 422,
    "bad-position": 422,
    "bad-clock": 422,
    "bad-level": 422,
    "bad-title": 422,
    "illegal-move": 422,
    "no-session": 401,
    "wrong-login": 403,
    "not-allowed": 403,
    "not-seated": 403,
    "wrong-origin": 403,
    "not-found": 404,
    "no-such-game": 404,
    "gone": 404,
    "wrong-method": 405,
    "too-slow": 408,
    "too-big": 413,
    "wrong-type": 415,
    "too-fast": 429,
    "internal": 500,
    "busy": 503,
    "unavailable": 503,
}
"""Any other code is a conflict with how things stand, 409."""
CONFLICT = 409

Refused = ApiError | PersonError | LobbyError | RoomError | Refusal


def add_problems(api: FastAPI) -> None:
    """Let every refusal be answered in the one shape."""

    @api.exception_handler(ApiError)
    @api.exception_handler(PersonError)
    @api.exception_handler(LobbyError)
    @api.exception_handler(RoomError)
    @api.exception_handler(Refusal)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return problem(str(error.code), error.message, getattr(error, "headers", None))

    @api.exception_handler(StoreUnavailable)
    async def unavailable(request: Request, error: StoreUnavailable) -> JSONResponse:
        # The database's own words are for the log, not for the world.
        return problem(Code.UNAVAILABLE, "the store is away; nothing was changed, try again")

    @api.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return problem(Code.UNREADABLE, f"{where}: {first['msg']}" if where else first["msg"])

    @api.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return fault(note_of(request.scope).name)

    @api.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 405:
            return problem("wrong-method", f"{request.method} is nothing here", error.headers)
        if error.status_code == 400:
            return problem(Code.UNREADABLE, "the body is no text in UTF-8")
        return problem("not-found", "there is nothing at this address")


class Problem(JSONResponse):
    """The answer for that code, which is noted for whoever looks after the server."""

    def __init__(self, code: str, message: str, headers: Mapping[str, str]) -> None:
        told = {"error": code, "message": message}
        super().__init__(told, STATUS.get(code, CONFLICT), {**NO_STORE, **headers})
        self._code = code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        note_of(scope).code = self._code
        await super().__call__(scope, receive, send)


def fault(name: str) -> "Problem":
    """The answer where the server itself is wrong; ``name`` is that of the request in the log."""
    return problem("internal", f"something is wrong with the server; its log calls this {name}")


def problem(code: str, message: str, headers: Mapping[str, str] | None = None) -> Problem:
    """The answer for that code."""
    return Problem(str(code), message, headers or {})
