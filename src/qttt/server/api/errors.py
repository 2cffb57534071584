"""Error responses: ``{"error": code, "message": text}``, with a status that depends on the code."""

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from qttt.server.games.rejections import CommandRejected, RejectionCode
from qttt.server.lobby.errors import LobbyError
from qttt.server.people.errors import AccountError
from qttt.server.request_context import context_of
from qttt.server.rooms.errors import RoomError
from qttt.server.store.errors import StoreUnavailable

NO_STORE_HEADERS: Mapping[str, str] = {"Cache-Control": "no-store"}


class ApiError(Exception):
    """A request that the API itself rejects."""

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
    "needs-account": 403,
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
"""HTTP status by code; any other code is a conflict, 409."""
CONFLICT = 409

Rejection = ApiError | AccountError | LobbyError | RoomError | CommandRejected


def add_error_handlers(api: FastAPI) -> None:
    """Convert all exceptions to error responses."""

    @api.exception_handler(ApiError)
    @api.exception_handler(AccountError)
    @api.exception_handler(LobbyError)
    @api.exception_handler(RoomError)
    @api.exception_handler(CommandRejected)
    async def rejected(request: Request, error: Rejection) -> JSONResponse:
        return error_response(str(error.code), error.message, getattr(error, "headers", None))

    @api.exception_handler(StoreUnavailable)
    async def unavailable(request: Request, error: StoreUnavailable) -> JSONResponse:
        # The database's message is logged, but not disclosed.
        return error_response(
            RejectionCode.UNAVAILABLE, "the store is unavailable; nothing was changed, try again"
        )

    @api.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return error_response(
            RejectionCode.UNREADABLE, f"{where}: {first['msg']}" if where else first["msg"]
        )

    @api.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return internal_error(context_of(request.scope).name)

    @api.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 405:
            message = f"{request.method} is not allowed here"
            return error_response("wrong-method", message, error.headers)
        if error.status_code == 400:
            return error_response(RejectionCode.UNREADABLE, "the body is not valid UTF-8")
        return error_response("not-found", "there is no resource at this address")


class ErrorResponse(JSONResponse):
    """An error response, whose code is recorded for logs and metrics."""

    def __init__(self, code: str, message: str, headers: Mapping[str, str]) -> None:
        content = {"error": code, "message": message}
        super().__init__(content, STATUS.get(code, CONFLICT), {**NO_STORE_HEADERS, **headers})
        self._code = code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response."""
        context_of(scope).code = self._code
        await super().__call__(scope, receive, send)


def internal_error(name: str) -> ErrorResponse:
    """Return the response to an unexpected error; ``name`` identifies the request in the log."""
    return error_response("internal", f"internal server error; see {name} in the server's log")


def error_response(
    code: str, message: str, headers: Mapping[str, str] | None = None
) -> ErrorResponse:
    """Return the error response with that code."""
    return ErrorResponse(str(code), message, headers or {})
