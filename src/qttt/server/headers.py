"""The headers that go with every answer, so that nobody can make a page do what it should not."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Everything comes from this server and nothing is written into a page; the kernel is WebAssembly,
# also in the worker, which has the policy of its own file. No other page may frame the app. What
# connects to 'self' may be a socket too: ws where the page came by http, else wss (CSP 3, 6.7.2.8).
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
API = {"Cache-Control": "no-store"}
# Only what came by https may say that everything has to (RFC 6797, 7.2).
SAFE = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}


class Guarded:
    """Adds the headers to whatever ``inner`` answers; what the API says is kept by no browser."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY)
                if scope["scheme"] == "https":
                    headers.update(SAFE)
                if scope["path"].startswith("/api/"):
                    headers.update(API)
            await send(message)

        await self._inner(scope, receive, guarded if scope["type"] == "http" else send)
