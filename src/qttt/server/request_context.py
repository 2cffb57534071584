"""Information about a request for logs and metrics."""

from dataclasses import dataclass

from starlette.types import Scope

KEY = "qttt.request"


@dataclass(slots=True)
class RequestContext:
    """The request's id in the log, its user, if known, and its error code, if any."""

    name: str = ""
    user: str = ""
    code: str = ""


def context_of(scope: Scope) -> RequestContext:
    """Return the context of a request, or a dummy without ``RequestTelemetry``."""
    context = scope.get(KEY)
    return context if isinstance(context, RequestContext) else RequestContext()
