"""Routes of links: the app with a preview, pictures, pages for frames, and oEmbed.

``/p/<rules>/<position or moves>`` is a position (N60), ``/puzzle/<rules>_<position>`` a puzzle,
``/daily/<date>`` the puzzle of a day, ``/daily`` that of the reader's day, ``/g/<game>`` a game of
this server, ``/i/<code>`` an invitation, ``/room`` the pupils' entrance to class rooms. Chat
programs read the preview from the page itself, without JavaScript. Players before the rules, as in
the app's fragments, become the parameter ``by``.
"""

import re
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from fastapi import Depends, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse

from .api.dependencies import Services, client_address, limit_guesses, session_principal
from .api.error_responses import CONFLICT, STATUS
from .api.origins import Origins
from .api.rate_limits import RateLimiter
from .codes import parse_challenge_code
from .errors import RejectionCode, RequestError, ServerError, StoreUnavailable
from .files import AppPage
from .games.terms import is_game_id
from .headers import chosen_language
from .link_pages import Target, embedding, meta, page_head, title_tags
from .link_responses import (
    PAGE_HEADERS,
    LinkError,
    error_headers,
    frame_headers,
    json_error,
    language_of,
    origin_of,
    page_response,
    picture_language,
    picture_response,
    problem_response,
)
from .previews import (
    CARDS,
    PICTURE_TYPES,
    PictureKey,
    Pictures,
    Preview,
    app_preview,
    daily_preview,
    game_preview,
    invitation_preview,
    position_preview,
    puzzle_preview,
    room_preview,
    shared_preview,
    today_preview,
)
from .shared_games import parse_shared
from .telemetry import context_of

READ_METHODS = ["GET", "HEAD"]
PLAYERS = re.compile(r"([a-z-]+(?:~[^./]*)?\.[a-z-]+(?:~[^./]*)?)/")
"""The players at the beginning of a link: ``human.easy/goff``, ``human~Ann.human~Ben/goff``."""


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
        server.exception_handler(LinkError)(self.problem)
        for path, route in (
            ("/p/{link:path}", self.position),
            ("/puzzle/{link:path}", self.puzzle),
            ("/daily/{day}", self.daily),
            ("/g/{game}", self.game),
            ("/embed/{link:path}", self.frame),
            ("/i/{code}", self.invitation),
        ):
            self._add(server, path, self._limited(route))
        self._add(server, "/oembed", self.oembed, Depends(self._limit))
        # A class opens these at once, from one address; they cost no more than files.
        for path, read in (
            ("/", app_preview),
            ("/daily", today_preview),
            ("/room", room_preview),
            ("/room/{place:path}", room_preview),
        ):
            self._add(server, path, partial(self.entrance, read))
        for name, read in CARDS.items():
            self._add(server, f"/card/{name}.png", partial(self.card, read))

    @staticmethod
    def _add(server: FastAPI, path: str, route: Callable[..., Any], *dependencies: Any) -> None:
        server.add_api_route(
            path, route, methods=READ_METHODS, response_model=None, dependencies=dependencies
        )

    # --- routes ----------------------------------------------------------------------------------

    async def position(self, link: str, request: Request) -> Response:
        """The app at a position, or the picture of the position."""
        if players := PLAYERS.match(link):
            return _with_players_last(players, request)
        stem, suffix = link[:-4], link[-4:]
        if suffix in PICTURE_TYPES:
            return await self._position_picture(stem, suffix, request)
        preview = await _preview(_reader(request), link, language_of(request))
        return self._app_page(f"/p/{preview.link}", preview, request)

    async def puzzle(self, link: str, request: Request) -> Response:
        preview = await _preview(puzzle_preview, link, language_of(request))
        path = f"/puzzle/{preview.link.replace('/', '_', 1)}"
        return self._app_page(path, preview, request, has_frame=False)

    async def daily(self, day: str, request: Request) -> Response:
        preview = await _preview(daily_preview, day, language_of(request))
        return self._app_page(f"/daily/{day}", preview, request, has_frame=False)

    async def game(self, game: str, request: Request) -> Response:
        preview = await self._game_preview(game, language_of(request))
        has_frame = not preview.is_private
        return self._app_page(f"/g/{game}", preview, request, has_frame=has_frame)

    async def invitation(self, code: str, request: Request) -> Response:
        """The app at an invitation, or its picture; without an open one, the app's preview."""
        code, suffix = code.removesuffix(".png"), code[-4:]
        if suffix == ".png":
            language = picture_language(request)
            preview = await self._invitation_preview(code, language, request)
            if preview is None:
                raise LinkError("there is no invitation with this code, or it is over")
            return await self._picture(preview, suffix, language, request)
        language = language_of(request)
        preview = await self._invitation_preview(code, language, request)
        path = preview.picture.removesuffix(".png") if preview else "/"
        return self._app_page(path, preview or app_preview(language), request, has_frame=False)

    async def entrance(self, read: Callable[[str], Preview], request: Request) -> Response:
        """The app where its preview depends only on the language."""
        path = quote(request.scope["path"])
        return self._app_page(path, read(language_of(request)), request, has_frame=False)

    async def card(self, read: Callable[[str], Preview], request: Request) -> Response:
        """The picture of an entrance."""
        language = picture_language(request)
        return await self._picture(read(language), ".png", language, request)

    async def frame(self, link: str, request: Request) -> Response:
        """The board of a position, for a frame in a page of another site."""
        if players := PLAYERS.match(link):
            return _with_players_last(players, request)
        preview = await _preview(position_preview, link, language_of(request))
        head = title_tags(preview) + meta(name="robots", content="noindex")
        headers = frame_headers(self._page_origin(request))
        return page_response(self._page.with_head(head), headers, request)

    async def problem(self, request: Request, error: LinkError) -> Response:
        return problem_response(request, error, self._page_origin(request))

    async def oembed(self, request: Request) -> Response:
        """How to embed a link of this server (oEmbed 1.0)."""
        asked = request.query_params
        if asked.get("format", "json") != "json":
            return json_error(501, "only the format json is supported")
        sizes = [asked.get(name) for name in ("maxwidth", "maxheight")]
        if any(
            size and not (size.isascii() and size.isdigit() and int(size[:9])) for size in sizes
        ):
            return json_error(400, "maxwidth and maxheight are positive numbers of pixels")
        limits = [int(size[:9]) if size else None for size in sizes]
        try:
            target = await self._linked(asked.get("url", ""), request)
        except LinkError as problem:
            return json_error(404, str(problem))
        if target.preview.is_private:
            return json_error(401, "this game is private")
        return JSONResponse(embedding(target, limits, self._base(request)), headers=PAGE_HEADERS)

    # --- parts -----------------------------------------------------------------------------------

    def _limited(self, route: Callable[..., Awaitable[Response]]) -> Callable[..., Any]:
        """Limit a route; above a limit, and without the store, it shows the app without a preview.

        Pictures are answered with the error.
        """

        @wraps(route)
        async def limited(request: Request, **link: str) -> Response:
            try:
                await self._limit(request)
                return await route(request=request, **link)
            except (RequestError, StoreUnavailable) as error:
                if request.scope["path"][-4:] in PICTURE_TYPES:
                    raise
                return self._plain_page(error, request)

        return limited

    async def _limit(self, request: Request) -> None:
        await self._rate_limiter().hit("request", client_address(request))

    def _plain_page(self, error: RequestError | StoreUnavailable, request: Request) -> Response:
        """The app with its own preview; it meets the error again and explains it."""
        code = getattr(error, "code", RejectionCode.UNAVAILABLE)
        context_of(request.scope).code = str(code)
        response = self._app_page("/", app_preview(language_of(request)), request, has_frame=False)
        response.headers.update(error_headers(request, self._page_origin(request)))
        response.headers.update(getattr(error, "headers", None) or {})
        if response.status_code == 200:
            response.status_code = STATUS.get(code, CONFLICT)
        return response

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
            is_own = self._origins.has(f"{parts.scheme}://{parts.netloc}", origin_of(request))
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

    async def _invitation_preview(
        self, code: str, language: str, request: Request
    ) -> Preview | None:
        """The preview of an open invitation; guesses of codes are limited."""
        if self._services is None:
            return None
        services = self._services()
        principal = await session_principal(request, services.people)
        guess = parse_challenge_code(code) or ""
        try:
            async with limit_guesses(request, services, principal, guess, {"gone"}):
                challenge = await services.lobby.challenge(code)
        except RequestError as error:
            if error.code != "gone":
                raise
            return None
        return invitation_preview(challenge, language) if challenge.game is None else None

    async def _position_picture(self, link: str, suffix: str, request: Request) -> Response:
        language = picture_language(request)
        preview = await _preview(_reader(request), link, language)
        return await self._picture(preview, suffix, language, request)

    async def _picture(
        self, preview: Preview, suffix: str, language: str, request: Request
    ) -> Response:
        key = PictureKey(preview.link, suffix, language, preview.sentence)
        picture = self._pictures.find(key)
        if picture is None:
            await self._rate_limiter().hit("draw", client_address(request))
            picture = await self._pictures.draw(key)
        return picture_response(picture, PICTURE_TYPES[suffix], request)

    def _app_page(
        self, path: str, preview: Preview, request: Request, *, has_frame: bool = True
    ) -> Response:
        language = language_of(request)
        asks = request.query_params.get("lang") == language
        target = Target(path, preview, language, asks=asks, has_frame=has_frame)
        head = page_head(target, self._base(request))
        return page_response(self._page.with_head(head), PAGE_HEADERS, request)

    def _page_origin(self, request: Request) -> str:
        return self._origins.page_origin(origin_of(request))

    def _base(self, request: Request) -> str:
        return self._origins.link_base(None, origin_of(request))


def _reader(request: Request) -> Callable[[str, str], Preview]:
    """Return a function that reads the preview of a position or of a shared game."""
    shared = parse_shared(request.query_params)
    return partial(shared_preview, shared) if shared else position_preview


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
