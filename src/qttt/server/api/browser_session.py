"""The browser's session: setting and deleting its cookies, and disconnecting ended sessions.

Sockets are disconnected after the response is sent, so that a page that reconnects at once already
has the new cookie.
"""

from collections.abc import Iterable
from typing import Annotated

from fastapi import BackgroundTasks, Depends, Request, Response

from qttt.server.people.people import NewSession, Principal
from qttt.server.protocol.responses import SessionOut
from qttt.server.store.entities import User
from qttt.server.telemetry import context_of

from .cookies import BROWSER_COOKIE, GUEST_COOKIE, SESSION_COOKIE
from .dependencies import CurrentServices, OptionalPrincipal, session_principals, use_session


class BrowserSession:
    """The session of one request; ``principal`` is its user, if any."""

    def __init__(
        self,
        request: Request,
        response: Response,
        services: CurrentServices,
        tasks: BackgroundTasks,
        principal: OptionalPrincipal,
    ) -> None:
        self._request = request
        self._response = response
        self._service = services
        self._tasks = tasks
        self._principal = principal

    async def start(self, new: NewSession) -> SessionOut:
        """Set the cookies of a new session, and end the previous ones."""
        context_of(self._request.scope).user = new.user.id
        if self._principal is not None and not self._principal.is_bot:
            await self._end_all()
        self._set_cookies(new)
        return session_out(new.user)

    def replace_all(self, new: NewSession, former: Iterable[Principal] = ()) -> SessionOut:
        """Set the cookies of a session that has replaced all others of its user, and ``former``."""
        context_of(self._request.scope).user = new.user.id
        self._set_cookies(new)
        self.disconnect(new.user.id)
        for principal in former:
            self._disconnect(principal)
        return session_out(new.user)

    async def principals(self) -> list[Principal]:
        """Return the users of the session cookies."""
        return [user for user, _ in await session_principals(self._request, self._service.people)]

    async def clear(self) -> None:
        """End the sessions of all cookies, and delete these."""
        await self._end_all()
        for cookie in (SESSION_COOKIE, GUEST_COOKIE):
            cookie.delete(self._request, self._response)

    async def extend(self) -> None:
        """Let the session and its cookie last from now on, at most once a day."""
        if self._principal and not self._principal.is_bot:
            await use_session(self._request, self._service.people, self._response)

    def forget_guest(self) -> None:
        """Delete the cookie of a guest: later it would hide the end of the account's session."""
        is_account = self._principal and not (self._principal.is_bot or self._principal.user.guest)
        if is_account and GUEST_COOKIE.read(self._request):
            GUEST_COOKIE.delete(self._request, self._response)

    async def _end_all(self) -> None:
        for principal in await self.principals():
            await self._service.people.end_session(principal)
            self._disconnect(principal)

    def _disconnect(self, principal: Principal) -> None:
        # Guests have one session, and sockets from before it was stored, which do not name it.
        self.disconnect(principal.user.id, "" if principal.user.guest else principal.session)

    def disconnect(self, user: str, session: str = "") -> None:
        """Disconnect sockets and streams of that session, or of all of ``user`` if it is empty."""
        self._tasks.add_task(self._service.runner.end_sessions, user, session)

    def _set_cookies(self, new: NewSession) -> None:
        if new.user.guest:
            GUEST_COOKIE.set(self._request, self._response, new.token)
            return
        SESSION_COOKIE.set(self._request, self._response, new.token)
        if GUEST_COOKIE.read(self._request):
            GUEST_COOKIE.delete(self._request, self._response)
        if new.mark:
            BROWSER_COOKIE.set(self._request, self._response, new.mark)


CurrentSession = Annotated[BrowserSession, Depends()]


def session_out(user: User, *, is_bot: bool = False) -> SessionOut:
    """Return the user's own view of the session."""
    return SessionOut(
        user=user.id, name=user.name, guest=user.guest, bot=is_bot, listed=bool(user.listed)
    )
