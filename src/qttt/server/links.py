"""Routes of links: the app with a preview, pictures, pages for frames, and oEmbed.

``/p/<rules>/<position or moves>`` is a position (N60), ``/g/<game>`` a game of this server. Chat
programs read the preview from the page itself, without JavaScript.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse

from qttt.notation.card import HEIGHT, NAME, WIDTH, card_svg
from qttt.notation.links import parse_link
from qttt.notation.png import svg_png

from .api.dependencies import Services, client_address
from .api.origins import Origins
from .api.rate_limits import RateLimiter
from .errors import ServerError
from .files import AppPage, etag_of, matches_etag
from .games.terms import is_game_id
from .headers import content_security_policy
from .previews import NEUTRAL, PRIVATE, Preview, game_preview, last_move, position_preview

READ_METHODS = ["GET", "HEAD"]
CACHE_BYTES = 16 * 2**20
"""Memory for drawn pictures, about 300 of 3×3 boards."""
PAGE_HEADERS = {"Cache-Control": "no-cache"}
PICTURE_HEADERS = {
    "Cache-Control": "public, max-age=86400",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
FRAME_HEADERS = {
    **PAGE_HEADERS,
    "Content-Security-Policy": content_security_policy(frame_ancestors="*"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
FRAME_SIZE = (480, 680)
"""Default width and height of a frame in pixels."""
PICTURE_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}

PROBLEM_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}</title>
{meta}
<h1>{title}</h1>
<p>{reason}</p>
<p><a href="/p/goff">Open an empty board</a> or <a href="/">play quantum tic-tac-toe</a></p>
</html>
"""


class LinkError(Exception):
    """There is no page at this address; the message is the reason."""


class Pictures:
    """Draws pictures of links, one at a time, and keeps the latest."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._bytes = 0
        self._lock = asyncio.Lock()

    def find(self, link: str, suffix: str) -> bytes | None:
        """Return the picture if it was drawn before."""
        if (link, suffix) in self._drawn:
            self._drawn.move_to_end((link, suffix))
        return self._drawn.get((link, suffix))

    async def draw(self, link: str, suffix: str) -> bytes:
        """Draw the picture, in a thread."""
        async with self._lock:
            if found := self.find(link, suffix):
                return found
            picture = await run_in_threadpool(draw, link, suffix)
        self._drawn[link, suffix] = picture
        self._bytes += len(picture)
        while self._bytes > CACHE_BYTES:
            self._bytes -= len(self._drawn.popitem(last=False)[1])
        return picture


def draw(link: str, suffix: str) -> bytes:
    """Draw the picture of a valid link as PNG or SVG."""
    node = parse_link(link)
    svg = card_svg(node.position, node.move, last_move(node))
    return svg_png(svg, WIDTH) if suffix == ".png" else svg.encode()


class Target(NamedTuple):
    """What the page of a link shows: its path, its preview, and the path of its picture."""

    path: str
    preview: Preview

    @property
    def picture(self) -> str:
        """The path of the picture; empty for the app's icon."""
        return f"/p/{self.preview.link}.png" if self.preview.link else ""


class Links:
    """The routes of links.

    Args:
        page: The app's page.
        origins: The allowed origins.
        rate_limiter: Returns that of the running server.
        services: Returns those of online play, or is None without it.
    """

    def __init__(
        self,
        page: AppPage,
        origins: Origins,
        rate_limiter: Callable[[], RateLimiter],
        services: Callable[[], Services] | None,
    ) -> None:
        self._page = page
        self._origins = origins
        self._rate_limiter = rate_limiter
        self._services = services
        self._pictures = Pictures()

    def add_to(self, server: FastAPI) -> None:
        """Add the routes."""
        for path, route in (
            ("/p/{link:path}", self.position),
            ("/g/{game}", self.game),
            ("/embed/{link:path}", self.frame),
            ("/oembed", self.oembed),
        ):
            server.add_api_route(path, route, methods=READ_METHODS, response_model=None)

    # --- routes ----------------------------------------------------------------------------------

    async def position(self, link: str, request: Request) -> Response:
        """The app at a position, or the picture of the position."""
        await self._count("request", request)
        stem, suffix = link[:-4], link[-4:]
        if suffix in PICTURE_TYPES:
            return await self._picture(stem, suffix, request)
        try:
            target = await self._position_target(link)
        except LinkError as problem:
            return _problem_page("This link has no position", str(problem), PAGE_HEADERS)
        return self._app_page(target, request)

    async def game(self, game: str, request: Request) -> Response:
        """The app at a game of this server."""
        await self._count("request", request)
        try:
            target = await self._game_target(game)
        except LinkError as problem:
            return _problem_page("This link has no game", str(problem), PAGE_HEADERS)
        return self._app_page(target, request)

    async def frame(self, link: str, request: Request) -> Response:
        """The board of a position, for a frame in a page of another site."""
        await self._count("request", request)
        try:
            target = await self._position_target(link)
        except LinkError as problem:
            return _problem_page("This link has no position", str(problem), FRAME_HEADERS)
        head = _title(target.preview) + _meta(name="robots", content="noindex")
        return _page(self._page.with_head(head), FRAME_HEADERS, request)

    async def oembed(self, request: Request) -> Response:
        """How to embed a link of this server (oEmbed 1.0)."""
        await self._count("request", request)
        asked = request.query_params
        if asked.get("format", "json") != "json":
            return _json_error(501, "only the format json is supported")
        sizes = [asked.get(name) for name in ("maxwidth", "maxheight")]
        if any(
            size and not (size.isascii() and size.isdigit() and int(size[:9])) for size in sizes
        ):
            return _json_error(400, "maxwidth and maxheight are positive numbers of pixels")
        limits = [int(size[:9]) if size else None for size in sizes]
        try:
            target = await self._linked(asked.get("url", ""), request)
        except LinkError as problem:
            return _json_error(404, str(problem))
        if target.preview == PRIVATE:
            return _json_error(401, "this game is private")
        return JSONResponse(self._embedding(target, limits, request), headers=PAGE_HEADERS)

    # --- parts -----------------------------------------------------------------------------------

    async def _count(self, operation: str, request: Request) -> None:
        await self._rate_limiter().hit(operation, client_address(request))

    async def _position_target(self, link: str) -> Target:
        try:
            preview = await run_in_threadpool(position_preview, link)
        except ValueError as error:
            raise LinkError(str(getattr(error, "message", error))) from error
        return Target(f"/p/{preview.link}", preview)

    async def _game_target(self, game: str) -> Target:
        if self._services is None:
            raise LinkError("online play is disabled on this server")
        log = await self._services().store.games.load(game) if is_game_id(game) else None
        if log is None:
            raise LinkError("there is no such game on this server")
        return Target(f"/g/{game}", await run_in_threadpool(game_preview, log))

    async def _linked(self, url: str, request: Request) -> Target:
        """The target of a URL of this server. Raises ``LinkError`` for all others."""
        try:
            parts = urlsplit(url)
            is_own = self._origins.has(f"{parts.scheme}://{parts.netloc}", _origin(request))
        except (ValueError, ServerError):
            is_own = False
        if not is_own:
            raise LinkError("the url is not a link of this server")
        kind, _, rest = parts.path.removeprefix("/").partition("/")
        if kind in ("p", "embed"):
            return await self._position_target(rest)
        if kind == "g":
            return await self._game_target(rest)
        raise LinkError("only positions (/p/) and games (/g/) can be embedded")

    async def _picture(self, link: str, suffix: str, request: Request) -> Response:
        try:
            preview = await run_in_threadpool(position_preview, link)
        except ValueError as error:
            reason = str(getattr(error, "message", error))
            return _problem_page("This link has no position", reason, PAGE_HEADERS)
        picture = self._pictures.find(preview.link, suffix)
        if picture is None:
            await self._count("draw", request)
            picture = await self._pictures.draw(preview.link, suffix)
        return _tagged(picture, {**PICTURE_HEADERS, "Content-Type": PICTURE_TYPES[suffix]}, request)

    def _app_page(self, target: Target, request: Request) -> Response:
        base = self._base(request)
        title, description, _ = target.preview
        url, picture = base + target.path, base + (target.picture or "/icon-512.png")
        properties = {
            "og:type": "website",
            "og:site_name": NAME,
            "og:locale": "en_US",
            "og:url": url,
            "og:title": title,
            "og:description": description,
            "og:image": picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH if target.picture else 512),
            "og:image:height": str(HEIGHT if target.picture else 512),
            "og:image:alt": title,
        }
        card = "summary_large_image" if target.picture else "summary"
        named = {
            "twitter:card": card,
            "twitter:title": title,
            "twitter:description": description,
            "twitter:image": picture,
            "twitter:image:alt": title,
            "robots": "noindex",
        }
        asking = f"{base}/oembed?{urlencode({'url': url, 'format': 'json'})}"
        head = "\n".join(
            [
                _title(target.preview),
                *(_meta(property=name, content=text) for name, text in properties.items()),
                *(_meta(name=name, content=text) for name, text in named.items()),
                _element("link", rel="canonical", href=url),
                ""
                if target.preview == PRIVATE
                else _element(
                    "link",
                    rel="alternate",
                    type="application/json+oembed",
                    href=asking,
                    title=title,
                ),
            ]
        )
        return _page(self._page.with_head(head), PAGE_HEADERS, request)

    def _embedding(
        self, target: Target, limits: list[int | None], request: Request
    ) -> Mapping[str, object]:
        base, preview = self._base(request), target.preview
        width, height = (
            size if limit is None else min(size, limit)
            for size, limit in zip(FRAME_SIZE, limits, strict=True)
        )
        frame = _element(
            "iframe",
            src=f"{base}/embed/{preview.link}",
            width=str(width),
            height=str(height),
            title=preview.title,
            style="border:0",
        )
        fits = all(
            limit is None or side <= limit
            for side, limit in zip((WIDTH, HEIGHT), limits, strict=True)
        )
        thumbnail = {
            "thumbnail_url": base + target.picture,
            "thumbnail_width": WIDTH,
            "thumbnail_height": HEIGHT,
        }
        return {
            "version": "1.0",
            "type": "rich",
            "provider_name": NAME,
            "provider_url": f"{base}/",
            "title": preview.title,
            "html": f"{frame}</iframe>",
            "width": width,
            "height": height,
            **(thumbnail if fits else {}),
        }

    def _base(self, request: Request) -> str:
        return self._origins.link_base(None, _origin(request))


def _origin(request: Request) -> str:
    """The origin that the request was sent to."""
    return f"{request.url.scheme}://{request.url.netloc}"


# --- responses -----------------------------------------------------------------------------------


def _page(body: bytes, headers: Mapping[str, str], request: Request) -> Response:
    return _tagged(body, {**headers, "Content-Type": "text/html; charset=utf-8"}, request)


def _tagged(body: bytes, headers: Mapping[str, str], request: Request) -> Response:
    """Return the body, or 304 if the client has it."""
    tag = etag_of(body)
    if matches_etag(tag, request.headers.get("If-None-Match", "")):
        return Response(status_code=304, headers={**headers, "ETag": tag})
    return Response(body, headers={**headers, "ETag": tag})


def _problem_page(title: str, reason: str, headers: Mapping[str, str]) -> Response:
    meta = _meta(property="og:title", content=NAME)
    meta += _meta(property="og:description", content=NEUTRAL.description)
    text = reason[:1].upper() + reason[1:].removesuffix(".") + "."
    page = PROBLEM_PAGE.format(title=title, meta=meta, reason=escape(text))
    return HTMLResponse(page, 404, {**headers, "Cache-Control": "no-store"})


def _json_error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status, {"Cache-Control": "no-store"})


def _title(preview: Preview) -> str:
    title = f"<title>{escape(preview.title)}</title>"
    return title + "\n" + _meta(name="description", content=preview.description)


def _meta(**attributes: str) -> str:
    return _element("meta", **attributes)


def _element(tag: str, **attributes: str) -> str:
    pairs = "".join(f' {name}="{escape(text)}"' for name, text in attributes.items())
    return f"<{tag}{pairs}>"
