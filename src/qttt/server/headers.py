"""Headers: what requests accept, ETags, and the security headers of every response."""

import re
from functools import cache
from hashlib import blake2b
from operator import itemgetter

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qttt.texts.folders import REFERENCE, languages

MAX_CHARS = 1_000
"""How much of a header with weights is read."""
_WEIGHT = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)", re.ASCII)

_known_languages = cache(languages)


def content_security_policy(*, frame_ancestors: str = "'none'", own: str = "'self'") -> str:
    """Return the policy of a page that ``frame_ancestors`` can show in a frame.

    ``own`` are the sources of this server.

    All resources come from this server, and there are no inline scripts or styles. The kernel is
    WebAssembly, also in the worker, whose policy is that of its file. The app's page has a base,
    because addresses are paths. connect-src 'self' includes WebSockets of the same origin (CSP 3,
    6.7.2.8).
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {own} 'wasm-unsafe-eval'",
            f"worker-src {own}",
            f"connect-src {own}",
            f"style-src {own}",
            f"img-src {own} blob:",
            f"font-src {own}",
            f"manifest-src {own}",
            f"base-uri {own}",
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
    """Middleware that adds the headers to all responses, and to those of the API no-store.

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


# --- requests ------------------------------------------------------------------------------------


def parse_weights(header: str) -> dict[str, float]:
    """Return the weights of the choices of a header, 0 if malformed (RFC 9110, 12.4.2).

    >>> parse_weights("gzip, BR; q=0.5, *;q=2")
    {'gzip': 1.0, 'br': 0.5, '*': 0.0}
    """
    weights = {}
    for choice in header[:MAX_CHARS].lower().split(","):
        name, *parameters = (part.strip() for part in choice.split(";"))
        match = _WEIGHT.fullmatch(parameters[0]) if parameters else None
        weights[name] = float(match[1]) if match else float(not parameters)
    return weights


def accepts_encoding(accepted: str, encoding: str) -> bool:
    """Return whether an ``Accept-Encoding`` header allows an encoding (RFC 9110, 12.5.3).

    >>> [accepts_encoding(text, "gzip") for text in ("br, gzip;q=0.8", "gzip;q=0", "*", "")]
    [True, False, True, False]
    """
    weights = parse_weights(accepted)
    return weights.get(encoding, weights.get("*", 0.0)) > 0


def chosen_language(asked: str, accepted: str = "") -> str:
    """Return the language that a link asks for, the best of ``Accept-Language``, or English.

    Unknown languages are ignored (RFC 9110, 12.5.4).

    >>> chosen_language("el", "en"), chosen_language("", "fr, en;q=0.5, el-GR;q=0.8")
    ('el', 'el')
    >>> chosen_language("xx", "el;q=0, *"), chosen_language("", "el;q=2")
    ('en', 'en')
    """
    known = _known_languages()
    if asked in known:
        return asked
    weights = parse_weights(accepted).items()
    wanted = [(name.partition("-")[0], weight) for name, weight in weights if weight > 0]
    usable = (header for header in wanted if header[0] in known)
    return max(usable, key=itemgetter(1), default=(REFERENCE, 1.0))[0]


def etag_of(body: bytes) -> str:
    return f'"{blake2b(body, digest_size=12).hexdigest()}"'


def matches_etag(tag: str, known: str) -> bool:
    """Return whether an ``If-None-Match`` header contains the tag (RFC 9110, 13.1.2).

    >>> matches_etag('"a"', 'W/"a", "b"'), matches_etag('"a"', '*'), matches_etag('"a"', '"b"')
    (True, True, False)
    """
    tags = [one.strip().removeprefix("W/") for one in known.split(",")]
    return tag in tags or tags == ["*"]
