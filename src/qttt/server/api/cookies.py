"""The cookie that holds a session's token.

Over https it is ``__Host-qttt``, which only this server can set and which is sent over https only.
Over plain http, where no such cookie may be (Safari refuses it for ``localhost`` too), it is
``qttt``. Either way no script can read it, and no other site's page makes a browser send it.
"""

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

SAFE, PLAIN = "__Host-qttt", "qttt"
DAYS = 90
_SAFE_SCHEMES = frozenset({"https", "wss"})


def cookie_name(connection: HTTPConnection) -> str:
    """How the cookie is called on the way that this connection came."""
    return SAFE if connection.url.scheme in _SAFE_SCHEMES else PLAIN


def read_cookie(connection: HTTPConnection) -> str | None:
    """The token that the browser sent, if it sent one."""
    cookies: Mapping[str, str] = connection.cookies
    return cookies.get(cookie_name(connection))


def set_cookie(connection: HTTPConnection, response: Response, token: str) -> None:
    """Let the browser keep the token."""
    name = cookie_name(connection)
    age = DAYS * 24 * 60 * 60
    response.set_cookie(
        name, token, max_age=age, path="/", secure=name == SAFE, httponly=True, samesite="strict"
    )


def drop_cookie(connection: HTTPConnection, response: Response) -> None:
    """Let the browser forget it."""
    name = cookie_name(connection)
    response.delete_cookie(name, path="/", secure=name == SAFE, httponly=True, samesite="strict")
