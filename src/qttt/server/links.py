"""Routes of links: the app with a preview, pictures, pages for frames, and oEmbed.

``/p/<rules>/<position or moves>`` is a position (N60), ``/puzzle/<rules>_<position>`` a puzzle,
``/daily/<date>`` the puzzle of a day, ``/g/<game>`` a game of this server. Chat programs read the
preview from the page itself, without JavaScript. Players before the rules, as in the app's
fragments, become the parameter ``by``.
"""

import re
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from fastapi import Depends, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from .api.dependencies import Services, client_address
from .api.origins import Origins
from .api.rate_limits import RateLimiter
from .errors import ServerError
from .files import AppPage
from .games.terms import is_game_id
from .headers import chosen_language, content_security_policy, etag_of, matches_etag
from .link_pages import Target, embedding, meta, page_head, problem_page, title_tags
from .previews import (
    PICTURE_TYPES,
    PictureKey,
    Pictures,
    Preview,
    daily_preview,
    game_preview,
    position_preview,
    puzzle_preview,
)

READ_METHODS = ["GET", "HEAD"]
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
CONTENTS = {
    "p": "position",
    "embed": "position",
    "puzzle": "puzzle",
    "daily": "puzzle",
    "g": "game",
}
"""What a link shows, by the first part of its path."""
PLAYERS = re.compile(r"([a-z-]+(?:~[^./]*)?\.[a-z-]+(?:~[^./]*)?)/")
"""The players at the beginning of a link: ``human.easy/goff``, ``human~Ann.human~Ben/goff``."""


class LinkError(Exception):
    """There is no page at this address; the message is the reason."""


class Links:
    """The routes of links, which show ``page``.

    ``rate_limiter`` returns that of the running server, ``services`` those of online play; it is
    None without that.
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
        server.exception_handler(LinkError)(_problem)
        for path, route in (
            ("/p/{link:path}", self.position),
            ("/puzzle/{link:path}", self.puzzle),
            ("/daily/{day}", self.daily),
            ("/g/{game}", self.game),
            ("/embed/{link:path}", self.frame),
            ("/oembed", self.oembed),
        ):
            server.add_api_route(
                path,
                route,
                methods=READ_METHODS,
                response_model=None,
                dependencies=[Depends(self._limit)],
            )

    # --- routes ----------------------------------------------------------------------------------

    async def position(self, link: str, request: Request) -> Response:
        """The app at a position, or the picture of the position."""
        if players := PLAYERS.match(link):
            return _with_players_last(players, request)
        stem, suffix = link[:-4], link[-4:]
        if suffix in PICTURE_TYPES:
            return await self._picture(stem, suffix, request)
        preview = await _preview(position_preview, link, _language(request))
        return self._app_page(f"/p/{preview.link}", preview, request)

    async def puzzle(self, link: str, request: Request) -> Response:
        preview = await _preview(puzzle_preview, link, _language(request))
        path = f"/puzzle/{preview.link.replace('/', '_', 1)}"
        return self._app_page(path, preview, request, has_frame=False)

    async def daily(self, day: str, request: Request) -> Response:
        preview = await _preview(daily_preview, day, _language(request))
        return self._app_page(f"/daily/{day}", preview, request, has_frame=False)

    async def game(self, game: str, request: Request) -> Response:
        preview = await self._game_preview(game, _language(request))
        has_frame = not preview.is_private
        return self._app_page(f"/g/{game}", preview, request, has_frame=has_frame)

    async def frame(self, link: str, request: Request) -> Response:
        """The board of a position, for a frame in a page of another site."""
        if players := PLAYERS.match(link):
            return _with_players_last(players, request)
        preview = await _preview(position_preview, link, _language(request))
        head = title_tags(preview) + meta(name="robots", content="noindex")
        return _page(self._page.with_head(head), FRAME_HEADERS, request)

    async def oembed(self, request: Request) -> Response:
        """How to embed a link of this server (oEmbed 1.0)."""
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
        if target.preview.is_private:
            return _json_error(401, "this game is private")
        return JSONResponse(embedding(target, limits, self._base(request)), headers=PAGE_HEADERS)

    # --- parts -----------------------------------------------------------------------------------

    async def _limit(self, request: Request) -> None:
        await self._rate_limiter().hit("request", client_address(request))

    async def _game_preview(self, game: str, language: str) -> Preview:
        if self._services is None:
            raise LinkError("online play is disabled on this server")
        log = await self._services().store.games.load(game) if is_game_id(game) else None
        if log is None:
            raise LinkError("there is no such game on this server")
        return await run_in_threadpool(game_preview, log, language)

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
        (asked,) = parse_qs(parts.query, max_num_fields=20).get("lang", [""])[:1]
        language = chosen_language(asked)
        if kind in ("p", "embed"):
            preview = await _preview(position_preview, rest, language)
        elif kind == "g":
            preview = await self._game_preview(rest, language)
        else:
            raise LinkError("only positions (/p/) and games (/g/) can be embedded")
        return Target(parts.path, preview, language, asks=asked == language)

    async def _picture(self, link: str, suffix: str, request: Request) -> Response:
        language = chosen_language(request.query_params.get("lang", ""))
        preview = await _preview(position_preview, link, language)
        key = PictureKey(preview.link, suffix, language)
        picture = self._pictures.find(key)
        if picture is None:
            await self._rate_limiter().hit("draw", client_address(request))
            picture = await self._pictures.draw(key)
        return _tagged(picture, {**PICTURE_HEADERS, "Content-Type": PICTURE_TYPES[suffix]}, request)

    def _app_page(
        self, path: str, preview: Preview, request: Request, *, has_frame: bool = True
    ) -> Response:
        language = _language(request)
        asks = request.query_params.get("lang") == language
        target = Target(path, preview, language, asks=asks, has_frame=has_frame)
        head = page_head(target, self._base(request))
        return _page(self._page.with_head(head), PAGE_HEADERS, request)

    def _base(self, request: Request) -> str:
        return self._origins.link_base(None, _origin(request))


async def _preview(read: Callable[[str, str], Preview], link: str, language: str) -> Preview:
    """Read the preview of a link in a thread. Raises ``LinkError``."""
    try:
        return await run_in_threadpool(read, link, language)
    except ValueError as error:
        raise LinkError(str(getattr(error, "message", error))) from error


def _with_players_last(players: re.Match[str], request: Request) -> Response:
    """Redirect ``/p/human.easy/goff/12`` to ``/p/goff/12?by=human.easy``."""
    kind = request.scope["path"].split("/", 2)[1]
    query = {**request.query_params, "by": players[1]}
    link = quote(players.string[players.end() :], safe="/=@")
    return RedirectResponse(f"/{kind}/{link}?{urlencode(query)}", 308, PAGE_HEADERS)


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def _language(request: Request) -> str:
    """The language that the link asks for, or that the reader prefers."""
    accepted = request.headers.get("Accept-Language", "")
    return chosen_language(request.query_params.get("lang", ""), accepted)


# --- responses -----------------------------------------------------------------------------------


def _page(body: bytes, headers: Mapping[str, str], request: Request) -> Response:
    named = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": _language(request),
        "Vary": "Accept-Language",
    }
    return _tagged(body, {**headers, **named}, request)


def _tagged(body: bytes, headers: Mapping[str, str], request: Request) -> Response:
    """Return the body, or 304 if the client has it."""
    tag = etag_of(body)
    if matches_etag(tag, request.headers.get("If-None-Match", "")):
        return Response(status_code=304, headers={**headers, "ETag": tag})
    return Response(body, headers={**headers, "ETag": tag})


async def _problem(request: Request, error: LinkError) -> Response:
    kind = request.scope["path"].split("/", 2)[1]
    headers = FRAME_HEADERS if kind == "embed" else PAGE_HEADERS
    body = problem_page(f"This link has no {CONTENTS[kind]}", str(error))
    return HTMLResponse(body, 404, {**headers, "Cache-Control": "no-store"})


def _json_error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status, {"Cache-Control": "no-store"})
