"""Error responses: ``{"error": code, "message": text}``, with a status that depends on the code."""

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from qttt.server.errors import RejectionCode, RequestError, StoreUnavailable
from qttt.server.telemetry import context_of

NO_STORE_HEADERS: Mapping[str, str] = {"Cache-Control": "no-store"}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods of requests that change nothing."""

_CODES: Mapping[int, tuple[str, ...]] = {
    401: ("no-session",),
    403: ("wrong-login", "not-allowed", "needs-account", "not-seated", "wrong-origin"),
    404: ("not-found", "no-such-game", "gone"),
    405: ("wrong-method",),
    408: ("too-slow",),
    413: ("too-big",),
    415: ("wrong-type",),
    422: (
        *("unreadable", "unknown-type", "illegal-move", "bad-name", "bad-password", "bad-label"),
        *("bad-passkey", "bad-rules", "bad-start", "bad-position", "bad-clock", "bad-level"),
        *("bad-title", "bad-subscription", "bad-progress", "bad-poll", "bad-answer"),
        *("bad-keep", "bad-homework", "unsuitable-name"),
    ),
    429: ("too-fast",),
    500: ("internal",),
    503: ("busy", "unavailable"),
}
STATUS: Mapping[str, int] = {code: status for status, codes in _CODES.items() for code in codes}
"""HTTP status by code; any other code is a conflict, 409."""
CONFLICT = 409


def add_error_handlers(api: FastAPI) -> None:
    """Convert all exceptions to error responses."""

    @api.exception_handler(RequestError)
    async def rejected(request: Request, error: RequestError) -> JSONResponse:
        return ErrorResponse(error.code, error.message, error.headers)

    @api.exception_handler(StoreUnavailable)
    async def unavailable(request: Request, error: StoreUnavailable) -> JSONResponse:
        # The database's message is logged, but not disclosed.
        message = (
            "the store is unavailable: try again"
            if request.method in SAFE_METHODS
            else "the store is unavailable; it is unknown whether this was stored: look before you "
            "repeat it"
        )
        return ErrorResponse(RejectionCode.UNAVAILABLE, message)

    @api.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return ErrorResponse(
            RejectionCode.UNREADABLE, f"{where}: {first['msg']}" if where else first["msg"]
        )

    @api.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return internal_error(context_of(request.scope).name)

    @api.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 405:
            message = f"{request.method} is not allowed here"
            return ErrorResponse("wrong-method", message, error.headers)
        if error.status_code == 400:
            return ErrorResponse(RejectionCode.UNREADABLE, "the body is not valid UTF-8")
        return ErrorResponse("not-found", "there is no resource at this address")


class ErrorResponse(JSONResponse):
    """An error response, whose code is recorded for logs and metrics."""

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        content = {"error": str(code), "message": message}
        more = headers or {}
        super().__init__(content, STATUS.get(code, CONFLICT), {**NO_STORE_HEADERS, **more})
        self._code = str(code)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        context_of(scope).code = self._code
        await super().__call__(scope, receive, send)


def internal_error(name: str) -> ErrorResponse:
    """Return the response to an unexpected error; ``name`` identifies the request in the log."""
    return ErrorResponse("internal", f"internal server error; see {name} in the server's log")
