"""Security headers of every response."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def content_security_policy(*, frame_ancestors: str = "'none'") -> str:
    """Return the policy of a page that ``frame_ancestors`` can show in a frame.

    All resources come from this server, and there are no inline scripts or styles. The kernel is
    WebAssembly, also in the worker, whose policy is that of its file. The app's page has a base,
    because addresses are paths. connect-src 'self' includes WebSockets of the same origin (CSP 3,
    6.7.2.8).
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "worker-src 'self'",
            "connect-src 'self'",
            "style-src 'self'",
            "img-src 'self' blob:",
            "font-src 'self'",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            f"frame-ancestors {frame_ancestors}",
        )
    )


SECURITY_HEADERS = {
    "Content-Security-Policy": content_security_policy(),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
API_HEADERS = {"Cache-Control": "no-store"}
# Sent over https only (RFC 6797, 7.2).
HSTS_HEADERS = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}


class SecurityHeaders:
    """Middleware that adds the headers to all responses, and no-store to those of the API.

    A route can set its own policies.
    """

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.update(HSTS_HEADERS)
                if scope["path"].startswith("/api/"):
                    headers.update(API_HEADERS)
            await send(message)

        await self._inner(scope, receive, guarded if scope["type"] == "http" else send)
