"""The application: what is answered at which address, and the headers that go with every answer."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request, Response

from qttt.play import Coin

from .coin import add_coin
from .files import APP, File, is_known, read_app

# Everything comes from this server and nothing is written into a page; the kernel is WebAssembly,
# also in the worker, which has the policy of its own file. No other page may frame the app.
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


def app(folder: Path = APP, coin: Coin | None = None) -> FastAPI:
    """The application that serves the app built in ``folder``, which is read now and only once.

    With ``coin`` it also throws that for the pages.

    Raises ``ServerError`` if there is no app.
    """
    files = read_app(folder)
    # The pages of FastAPI about itself would need scripts from elsewhere.
    server = FastAPI(title="qttt", openapi_url=None, docs_url=None, redoc_url=None)

    @server.middleware("http")
    async def secure(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await answer(request)
        response.headers.update(SECURITY)
        return response

    @server.api_route("/healthz", methods=["GET", "HEAD"])
    async def health() -> Response:
        return Response("ok\n", media_type="text/plain", headers={"Cache-Control": "no-store"})

    add_coin(server, coin)

    # The last route, as it takes every path.
    @server.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def file(path: str, request: Request) -> Response:
        found = files.get(path)
        return lost() if found is None else answer(found, request)

    return server


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
