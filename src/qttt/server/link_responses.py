"""Responses of links: pages with a preview, pictures, and errors."""

import re
from collections.abc import Mapping

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from .files import StaticFile
from .headers import chosen_language, content_security_policy, etag_of, matches_etag
from .link_pages import problem_page

PAGE_HEADERS = {"Cache-Control": "no-cache"}
PICTURE_HEADERS = {
    "Cache-Control": "public, max-age=86400",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
HOST_SOURCE = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?")
"""Origins that a policy can name (CSP 3, 2.3.1)."""
CONTENTS = {
    "p": "position",
    "embed": "position",
    "puzzle": "puzzle",
    "daily": "puzzle",
    "g": "game",
    "i": "invitation",
}
"""What a link shows, by the first part of its path."""


class LinkError(Exception):
    """There is no page at this address; the message is the reason."""


def origin_of(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def frame_headers(origin: str) -> dict[str, str]:
    """Return the headers of a page for frames at this origin.

    The policy names it beside 'self', which matches nothing in a sandbox in some versions
    of Safari (https://bugs.webkit.org/show_bug.cgi?id=316847). Policies cannot name IPv6 addresses.
    """
    own = f"'self' {origin}" if HOST_SOURCE.fullmatch(origin) else "'self'"
    return {
        **PAGE_HEADERS,
        "Content-Security-Policy": content_security_policy(frame_ancestors="*", own=own),
        "Cross-Origin-Resource-Policy": "cross-origin",
    }


def language_of(request: Request) -> str:
    """Return the language that the link asks for, or that the reader prefers."""
    accepted = request.headers.get("Accept-Language", "")
    return chosen_language(request.query_params.get("lang", ""), accepted)


def picture_language(request: Request) -> str:
    """Return the language of a picture: only its URL counts, as caches ignore other headers."""
    return chosen_language(request.query_params.get("lang", ""))


def page_response(file: StaticFile, headers: Mapping[str, str], request: Request) -> Response:
    """Return a page in the language of ``language_of``, compressed if the client accepts that."""
    variant = file.variant(request.headers.get("Accept-Encoding", ""))
    named = {
        "Content-Type": file.type,
        "Content-Language": language_of(request),
        "Vary": "Accept-Encoding, Accept-Language",
        **({"Content-Encoding": variant.encoding} if variant.encoding else {}),
    }
    return tagged(variant.body, variant.tag, {**headers, **named}, request)


def picture_response(picture: bytes, content_type: str, request: Request) -> Response:
    headers = {**PICTURE_HEADERS, "Content-Type": content_type}
    return tagged(picture, etag_of(picture), headers, request)


def tagged(body: bytes, tag: str, headers: Mapping[str, str], request: Request) -> Response:
    """Return the body, or 304 if the client has it."""
    if matches_etag(tag, request.headers.get("If-None-Match", "")):
        return Response(status_code=304, headers={**headers, "ETag": tag})
    return Response(body, headers={**headers, "ETag": tag})


def problem_response(request: Request, error: LinkError, origin: str) -> Response:
    """Return the page of a link that shows nothing, with the reason; ``origin`` is the page's."""
    body = problem_page(f"This link has no {CONTENTS[_kind_of(request)]}", str(error))
    return HTMLResponse(body, 404, error_headers(request, origin))


def error_headers(request: Request, origin: str) -> dict[str, str]:
    """Return the headers of a page that shows no link; ``origin`` is the page's."""
    headers = frame_headers(origin) if _kind_of(request) == "embed" else PAGE_HEADERS
    return {**headers, "Cache-Control": "no-store"}


def _kind_of(request: Request) -> str:
    kind: str = request.scope["path"].split("/", 2)[1]
    return kind


def json_error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status, {"Cache-Control": "no-store"})
