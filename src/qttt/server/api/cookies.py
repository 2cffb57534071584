"""The session cookie.

Over https it is named ``__Host-qttt``, which only this host can set and which is sent over https
only. Over http, where browsers reject that prefix (Safari on ``localhost`` too), it is ``qttt``. It
is always HttpOnly and SameSite=Strict.
"""

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

SECURE_NAME, PLAIN_NAME = "__Host-qttt", "qttt"
MAX_AGE_DAYS = 90
_SECURE_SCHEMES = frozenset({"https", "wss"})


def cookie_name(connection: HTTPConnection) -> str:
    """Return the cookie name for the connection's scheme."""
    return SECURE_NAME if connection.url.scheme in _SECURE_SCHEMES else PLAIN_NAME


def read_cookie(connection: HTTPConnection) -> str | None:
    """Return the token in the cookie, if any."""
    cookies: Mapping[str, str] = connection.cookies
    return cookies.get(cookie_name(connection))


def set_cookie(connection: HTTPConnection, response: Response, token: str) -> None:
    """Set the cookie."""
    name = cookie_name(connection)
    age = MAX_AGE_DAYS * 24 * 60 * 60
    response.set_cookie(
        name,
        token,
        max_age=age,
        path="/",
        secure=name == SECURE_NAME,
        httponly=True,
        samesite="strict",
    )


def delete_cookie(connection: HTTPConnection, response: Response) -> None:
    """Delete the cookie."""
    name = cookie_name(connection)
    response.delete_cookie(
        name, path="/", secure=name == SECURE_NAME, httponly=True, samesite="strict"
    )
