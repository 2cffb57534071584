"""The class rooms of one store, shared by all processes with optimistic locking.

An operation reads the room, computes the changed room, and stores it together with new games if the
version in the store is unchanged; otherwise it is retried.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from weakref import WeakValueDictionary

from qttt.server.codes import new_room_code
from qttt.server.errors import RequestError, StoreUnavailable
from qttt.server.games.terms import Identity, Terms, new_game_id
from qttt.server.lobby.setup import parse_setup
from qttt.server.people.people import Principal
from qttt.server.protocol.shared import RoomKind
from qttt.server.retention import DAY_MS, retention_ms
from qttt.server.store.rooms import Room, RoomGame, RoomStore
from qttt.texts.folders import REFERENCE

from . import commands
from .nicknames import check_suitable, parse_nickname, parse_title

MAX_ROOMS = 10
MAX_ATTEMPTS = 20
"""Attempts per change, if other processes change the room; a lock serializes this process."""

Change = Callable[[Room], Room]

log = logging.getLogger(__name__)


class Rooms:
    """The class rooms. Operations that are not allowed raise ``RequestError``.

    ``announce_game`` is called with the terms of each new game, ``on_called_off`` with the
    games that were called off in the store, perhaps, and ``on_changed`` with the code of each
    changed room. ``clock`` returns milliseconds since the epoch. ``retention`` is how long rooms
    are kept (see ``retention_ms``).
    """

    def __init__(
        self,
        store: RoomStore,
        clock: Callable[[], int],
        announce_game: Callable[[Terms], Awaitable[None]],
        on_called_off: Callable[[Iterable[str]], None] = lambda games: None,
        on_changed: Callable[[str], None] = lambda code: None,
        *,
        retention: Mapping[str, int] | None = None,
        new_room: Callable[[], str] = new_room_code,
        new_game: Callable[[], str] = new_game_id,
    ) -> None:
        self._store = store
        self._clock = clock
        self._announce_game = announce_game
        self._on_called_off = on_called_off
        self._on_changed = on_changed
        self._retention = retention or retention_ms({})
        self._new_room = new_room
        self._new_game = new_game
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def default_days(self) -> int:
        """For how many days a room is kept if its teacher does not choose."""
        return self._retention["room"] // DAY_MS

    @property
    def max_days(self) -> int:
        """The most days that a teacher can choose."""
        return self._retention["room-max"] // DAY_MS

    async def open(
        self,
        principal: Principal,
        title: str,
        kind: RoomKind,
        rules: str,
        clock: str,
        *,
        keep_days: int | None = None,
        language: str = REFERENCE,
    ) -> Room:
        """Create a room of that teacher.

        Raises ``RequestError`` for a bad title, setup or number of days, or too many rooms.
        """
        name, setup, now = parse_title(title), parse_setup(rules, clock), self._clock()
        expires = self._expiry(now, self.default_days if keep_days is None else keep_days)
        if len(await self.list_for(principal)) >= MAX_ROOMS:
            raise RequestError("too-many", f"you have {MAX_ROOMS} open rooms: end one first")
        room = Room(
            self._new_room(),
            name,
            principal.user.id,
            kind,
            setup.rules,
            setup.clock,
            now,
            expires,
            language,
        )
        while not await self._store.add(room):
            room = replace(room, code=self._new_room())
        return room

    async def find(self, code: str) -> Room | None:
        return await self._store.room(code)

    async def room(self, code: str) -> Room:
        """Return the room with that code. Raises ``RequestError`` if it does not exist."""
        room = await self.find(code)
        if room is None:
            raise RequestError("gone", "there is no class room with this code; it may have expired")
        return room

    async def list_for(self, principal: Principal) -> list[Room]:
        """Return the teacher's rooms that are not over, newest first."""
        return await self._store.open_rooms(principal.user.id)

    # --- members -----------------------------------------------------------------------------

    async def join(self, principal: Principal, code: str, nickname: str) -> Room:
        """Join a room, or join again; an empty nickname becomes one such as ``Pupil 7``."""

        def join(room: Room) -> Room:
            return self._with_free_members_paired(self._joined(principal, room, nickname))

        return await self._change(code, join, principal.user.id)

    def check_can_join(self, principal: Principal, room: Room, nickname: str) -> None:
        """Raise the ``RequestError`` with which joining would be rejected now."""
        self._joined(principal, room, nickname)

    def _joined(self, principal: Principal, room: Room, nickname: str) -> Room:
        user = principal.user.id
        if known := room.member_of(user):
            name = known.name
        elif nickname:
            name = parse_nickname(nickname)
            check_suitable(name)
        else:
            name = commands.automatic_nickname(room)
        return commands.join(room, user, name, self._clock())

    async def leave(self, principal: Principal, code: str) -> Room:
        return await self._change(code, lambda room: commands.leave(room, principal.user.id))

    # --- operations of the teacher -----------------------------------------------------------

    async def teach(self, principal: Principal, code: str, change: Change) -> Room:
        """Apply a change by the teacher, such as ``commands.end``, and pair free members."""

        def checked(room: Room) -> Room:
            check_teacher(principal, room)
            return self._with_free_members_paired(change(room))

        return await self._change(code, checked)

    async def keep(self, principal: Principal, code: str, days: int) -> Room:
        """Change for how many days after its opening a room is kept."""
        return await self.teach(
            principal, code, lambda room: replace(room, expires=self._expiry(room.created, days))
        )

    async def delete(self, principal: Principal, code: str) -> None:
        """Delete a room that is over, with its games between guests."""
        room = await self.room(code)
        check_teacher(principal, room)
        if room.stage != "over":
            raise RequestError("not-now", "this room is not over: end it first")
        await self._store.delete(code, self._clock())

    # --- periodic work -----------------------------------------------------------------------

    async def pair_arenas(self) -> None:
        """Start games of free members in all arenas; call it regularly.

        Raises ``StoreUnavailable``, or the first other error after all arenas that can be paired.
        """
        failed: Exception | None = None
        for code in await self._store.rooms_to_pair(self._clock() - commands.REST_MS):
            try:
                await self._change(code, self._with_free_members_paired)
            except RequestError as rejection:  # the room was deleted or is busy
                log.debug("postponed: %s", rejection)
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001  raised below
                failed = failed or error
        if failed:
            raise failed

    # --- helpers -----------------------------------------------------------------------------

    def _expiry(self, opened: int, days: int) -> int:
        """Return when a room that was opened then is deleted."""
        if not 1 <= days <= self.max_days:
            raise RequestError("bad-keep", f"a room can be kept for 1 to {self.max_days} days")
        expires = opened + days * DAY_MS
        if expires <= self._clock():
            raise RequestError(
                "bad-keep", f"this room was opened more than {days} days ago: choose more"
            )
        return expires

    def _with_free_members_paired(self, room: Room) -> Room:
        return commands.pair_free_members(room, self._clock(), self._new_game)

    async def _change(self, code: str, change: Change, joining: str = "") -> Room:
        """Apply a change, retrying if another process was faster; return the changed room.

        ``joining`` is the user whom the change adds, if any.
        """
        lock = self._locks.setdefault(code, asyncio.Lock())
        async with lock:
            for _ in range(MAX_ATTEMPTS):
                before = await self.room(code)
                after = change(before)
                if after == before or await self._store_change(before, after, joining):
                    return after
        raise RequestError("busy", "too many changes of this room at once: try again")

    async def _store_change(self, before: Room, after: Room, joining: str) -> bool:
        """Store the changed room, its new games and their ends; False if it was changed before."""
        new = [self._terms(after, game) for game in after.games[len(before.games) :]]
        after = replace(after, version=before.version + 1)
        off = commands.called_off(before, after, self._clock())
        try:
            if not await self._store.update(after, new, joining, off):
                return False
        finally:
            if off:  # after an error, it is unknown whether the games have ended
                self._on_called_off(off.games)
        for terms in new:
            await self._announce_game(terms)
        self._on_changed(after.code)
        return True

    def _terms(self, room: Room, game: RoomGame) -> Terms:
        x, o = (
            Identity(member.user, member.name)
            for member in (room.members[n - 1] for n in (game.x, game.o))
        )
        return Terms(
            game.game,
            room.rules,
            "-",
            x,
            o,
            room.clock,
            rated=False,
            created=self._clock(),
            private=True,
            room=room.code,
        )


def check_teacher(principal: Principal, room: Room) -> None:
    """Raise ``RequestError`` unless the user is the teacher of the room."""
    if room.teacher != principal.user.id:
        raise RequestError("not-allowed", "only the teacher of this room can do that")
