"""The door: a browser gets a session's cookie, or loses it, and sockets of sessions that end go.

They go when the answer has been sent, so that a page which asks at once who it is now has the new
cookie.
"""

from typing import Annotated

from fastapi import BackgroundTasks, Depends, Request, Response

from qttt.server.note import note_of
from qttt.server.people import Person
from qttt.server.store import User

from .cookies import drop_cookie, set_cookie
from .models import SessionOut
from .service import Anybody, Served


class Door:
    """That of one request, by which ``person`` has come, if anybody."""

    def __init__(
        self,
        request: Request,
        response: Response,
        service: Served,
        later: BackgroundTasks,
        person: Anybody,
    ) -> None:
        self._request = request
        self._response = response
        self._service = service
        self._later = later
        self._person = person

    async def enter(self, user: User, token: str) -> SessionOut:
        """Let the browser be in that session; the one before ends."""
        note_of(self._request.scope).user = user.id
        before = self._person
        if before is not None and not before.is_bot:
            await self._service.people.leave(before)
            self.end(before.user.id, before.session)
        set_cookie(self._request, self._response, token)
        return session_out(user)

    async def renew(self, person: Person) -> None:
        """Give the browser another session in the place of the one that it has."""
        set_cookie(self._request, self._response, await self._service.people.renew(person))
        self.end(person.user.id, person.session)

    def leave(self, person: Person) -> None:
        """Let the browser be in no session any more."""
        drop_cookie(self._request, self._response)
        self.end(person.user.id, person.session)

    def end(self, user: str, session: str = "") -> None:
        """Send away who is here by that session of the user, or by any if none is named."""
        self._later.add_task(self._service.runner.ended, user, session)


Entrance = Annotated[Door, Depends()]


def session_out(user: User, *, is_bot: bool = False) -> SessionOut:
    """Who somebody is, as they are told themselves."""
    return SessionOut(
        user=user.id, name=user.name, guest=user.guest, bot=is_bot, listed=bool(user.listed)
    )
