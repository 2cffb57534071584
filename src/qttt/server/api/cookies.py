"""The cookies: sessions of accounts and of guests, and the mark of a known browser.

A guest's session has a cookie of its own, and counts only without one of an account: a response
with a new guest that arrives after that of a login in another tab does not replace the login.

Over https their names have the prefix ``__Host-``, which only this host can set and which is sent
over https only. Browsers reject that prefix over http (Safari on ``localhost`` too), where it is
omitted. Cookies are always HttpOnly and SameSite=Strict.
"""

from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

SECURE_PREFIX = "__Host-"
_SECURE_SCHEMES = frozenset({"https", "wss"})


class Cookie(NamedTuple):
    """A cookie; ``name`` is without prefix."""

    name: str
    max_age_days: int

    def full_name(self, connection: HTTPConnection) -> str:
        """Return the name for the connection's scheme."""
        return SECURE_PREFIX * _is_secure(connection) + self.name

    def read(self, connection: HTTPConnection) -> str:
        """Return the value, empty without the cookie."""
        return connection.cookies.get(self.full_name(connection), "")

    def set(self, connection: HTTPConnection, response: Response, value: str) -> None:
        response.set_cookie(
            self.full_name(connection),
            value,
            max_age=self.max_age_days * 24 * 60 * 60,
            path="/",
            secure=_is_secure(connection),
            httponly=True,
            samesite="strict",
        )

    def delete(self, connection: HTTPConnection, response: Response) -> None:
        response.delete_cookie(
            self.full_name(connection),
            path="/",
            secure=_is_secure(connection),
            httponly=True,
            samesite="strict",
        )


SESSION_COOKIE = Cookie("qttt", max_age_days=90)
GUEST_COOKIE = Cookie("qttt-guest", max_age_days=90)
BROWSER_COOKIE = Cookie("qttt-browser", max_age_days=365)
"""The mark of a browser in which a user has logged in."""


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in _SECURE_SCHEMES
