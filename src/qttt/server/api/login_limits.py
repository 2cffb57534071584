"""Limits of failed logins, which do not lock out the account's owner.

Failures for a name are counted for each address, and together for all addresses. A known browser of
the account has its own count, and ignores those of others.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request

from qttt.server.errors import RequestError
from qttt.server.people.names import name_key

from .cookies import BROWSER_COOKIE
from .dependencies import Services, client_address


@asynccontextmanager
async def limit_failures(request: Request, services: Services, name: str) -> AsyncIterator[None]:
    """Count a failed login with that name; raise ``RequestError`` after too many failures."""
    key, mark = name_key(name), BROWSER_COOKIE.read(request)
    if await services.people.is_known_browser(name, mark):
        counts = [("login-client", f"{key} {mark}")]
    else:
        counts = [("login-name", key), ("login-client", f"{key} {client_address(request)}")]
    for operation, client in counts:
        await services.rate_limiter.check(operation, client)
    try:
        yield
    except RequestError as error:
        if error.code == "wrong-login":
            for operation, client in counts:
                await services.rate_limiter.hit(operation, client)
        raise
