"""The class rooms of one store, which any process may change: the fastest does, others look again.

A deed reads the room, makes another of it and stores that together with the games that it begins,
if nobody has changed the room meanwhile.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from qttt.server.games import Terms, Who, game_id
from qttt.server.lobby import read_setup
from qttt.server.people import Person
from qttt.server.store import Room, RoomGame, Store
from qttt.server.store.class_rooms import Kind

from . import changes
from .codes import new_code
from .errors import RoomError
from .nicknames import read_nickname, read_title

DAY = 24 * 60 * 60 * 1000
KEPT = 30 * DAY
"""So long a room is remembered; its games, with the nicknames in them, stay."""
MOST_ROOMS = 10
MOST_TRIES = 20
"""So often may other processes be faster; in one process, changes of a room wait in a row."""

Change = Callable[[Room], Room]


class Rooms:
    """The class rooms. Times come from ``clock``, in milliseconds.

    ``started`` is told of each game that begins, ``changed`` of each room that is not as it was.
    ``new_room`` and ``new_game`` name them.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        started: Callable[[Terms], Awaitable[None]],
        changed: Callable[[str], None] = lambda code: None,
        *,
        new_room: Callable[[], str] = new_code,
        new_game: Callable[[], str] = game_id,
    ) -> None:
        self._store = store
        self._clock = clock
        self._started = started
        self._changed = changed
        self._new_room = new_room
        self._new_game = new_game
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, person: Person, title: str, kind: Kind, rules: str, clock: str) -> Room:
        """A new room of that teacher.

        Raises ``RoomError`` where there are too many, and ``LobbyError`` for what nobody can play.
        """
        named, setup = read_title(title), read_setup(rules, clock)
        if len(await self.of(person)) >= MOST_ROOMS:
            raise RoomError("too-many", f"{MOST_ROOMS} rooms of yours are open: end one first")
        made = Room(
            self._new_room(), named, person.user.id, kind, setup.rules, setup.clock, self._clock()
        )
        while not await self._store.rooms.add(made):
            made = replace(made, code=self._new_room())
        return made

    async def room(self, code: str) -> Room:
        """The room of that code. Raises ``RoomError`` if there is none."""
        found = await self._store.rooms.room(code)
        if found is None:
            raise RoomError("gone", "there is no class room with this code, or it is long over")
        return found

    async def of(self, person: Person) -> list[Room]:
        """The rooms of that teacher which are not over, the latest first."""
        return await self._store.rooms.opened(person.user.id)

    # --- members -----------------------------------------------------------------------------

    async def join(self, person: Person, code: str, nickname: str) -> Room:
        """Come in, late or again too. Raises ``RoomError``."""
        user, now = person.user.id, self._clock()

        def join(room: Room) -> Room:
            known = room.member_of(user)
            name = known.name if known else read_nickname(nickname)
            return changes.tend(changes.join(room, user, name, now), now, self._new_game)

        return await self._change(code, join)

    async def leave(self, person: Person, code: str) -> Room:
        """Be paired no more. Raises ``RoomError``."""
        return await self._change(code, lambda room: changes.leave(room, person.user.id))

    # --- the teacher's deeds -----------------------------------------------------------------

    async def rename(self, person: Person, code: str, number: int, nickname: str) -> Room:
        """Call a member otherwise. Raises ``RoomError``."""
        name = read_nickname(nickname)
        return await self._teach(person, code, lambda room: changes.rename(room, number, name))

    async def remove(self, person: Person, code: str, number: int) -> Room:
        """Take a member out for good. Raises ``RoomError``."""
        return await self._teach(
            person, code, lambda room: self._tended(changes.remove(room, number))
        )

    async def start(self, person: Person, code: str) -> Room:
        """Begin the first games. Raises ``RoomError``."""
        return await self._teach(
            person, code, lambda room: changes.start(room, self._clock(), self._new_game)
        )

    async def go_on(self, person: Person, code: str, *, calls_off: bool) -> Room:
        """Begin the next round. Raises ``RoomError``."""
        return await self._teach(
            person, code, lambda room: changes.go_on(room, self._new_game, calls_off=calls_off)
        )

    async def pause(self, person: Person, code: str, *, is_paused: bool) -> Room:
        """Begin no more games in an arena, or do so again. Raises ``RoomError``."""
        return await self._teach(
            person, code, lambda room: self._tended(changes.pause(room, is_paused=is_paused))
        )

    async def end(self, person: Person, code: str) -> Room:
        """End the room. Raises ``RoomError``."""
        return await self._teach(person, code, changes.end)

    # --- the server's ------------------------------------------------------------------------

    async def pair(self) -> None:
        """In all arenas let those who are free begin their next games; to be called often."""
        for code in await self._store.rooms.waiting(self._clock() - changes.REST):
            await self._change(code, self._tended)

    async def sweep(self) -> None:
        """Forget rooms that are long over, and who was in them."""
        await self._store.rooms.sweep(self._clock() - KEPT)

    # --- inside ------------------------------------------------------------------------------

    def _tended(self, room: Room) -> Room:
        return changes.tend(room, self._clock(), self._new_game)

    async def _teach(self, person: Person, code: str, change: Change) -> Room:
        def taught(room: Room) -> Room:
            if room.teacher != person.user.id:
                raise RoomError("not-allowed", "only the teacher of this room can do that")
            return change(room)

        return await self._change(code, taught)

    async def _change(self, code: str, change: Change) -> Room:
        """The room after the change, which is tried again when another process was faster."""
        turn = self._turns.setdefault(code, asyncio.Lock())
        async with turn:
            for _ in range(MOST_TRIES):
                before = await self.room(code)
                after = change(before)
                if after == before or await self._store_change(before, after):
                    return after
        raise RoomError("busy", "too much happens in this room at once: try again")

    async def _store_change(self, before: Room, after: Room) -> bool:
        """Whether the room was still as before, and is now as after; its new games begin."""
        begun = [self._terms(after, each) for each in after.games[len(before.games) :]]
        after = replace(after, version=before.version + 1)
        if not await self._store.rooms.change(after, begun):
            return False
        for terms in begun:
            await self._started(terms)
        self._changed(after.code)
        return True

    def _terms(self, room: Room, game: RoomGame) -> Terms:
        x, o = (
            Who(member.user, member.name)
            for member in (room.members[n - 1] for n in (game.x, game.o))
        )
        now = self._clock()
        return Terms(
            game.game,
            room.rules,
            "-",
            x,
            o,
            room.clock,
            rated=False,
            created=now,
            private=True,
            room=room.code,
        )
