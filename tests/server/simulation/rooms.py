"""A store of class rooms in memory, with the same faults as that of the games."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from qttt.server.errors import StoreUnavailable
from qttt.server.games.terms import Terms
from qttt.server.store.calling_off import CallOff
from qttt.server.store.rooms import Room

from .inspector import Inspector
from .polls import SimulatedPollStore, StoredPolls
from .store import SimulatedStore, Unavailable

T = TypeVar("T")
Pause = Callable[[], Awaitable[None]]


class StoredRooms:
    """The stored class rooms, shared by all processes."""

    def __init__(self, store: SimulatedStore, inspector: Inspector, now: Callable[[], int]) -> None:
        self.rooms: dict[str, Room] = {}
        self._store = store
        self._inspector = inspector
        self._now = now

    def add(self, room: Room) -> bool:
        is_new = room.code not in self.rooms
        if is_new:
            self.rooms[room.code] = room
            self._inspector.opened(room)
        return is_new

    def room(self, code: str) -> Room | None:
        """Return the room with the current results of its games."""
        found = self.rooms.get(code)
        if found is None:
            return None
        ends = self._store.ends
        games = (
            replace(game, result=ends[game.game][0], ended=ends[game.game][1])
            if game.game in ends
            else game
            for game in found.games
        )
        return replace(found, games=tuple(games))

    def update(self, room: Room, games: Sequence[Terms], off: CallOff | None) -> bool:
        if room.version != self.rooms[room.code].version + 1:
            return False
        if off and not self._store.call_off(off):
            return False
        for terms in games:
            self._store.begin(terms)
        self.rooms[room.code] = room
        self._inspector.changed(room, games, self._now())
        return True

    def open_rooms(self, teacher: str) -> list[Room]:
        return [e for e in self.rooms.values() if e.teacher == teacher and e.stage != "over"]

    def rooms_to_pair(self, since: int) -> list[str]:
        arenas = [e for e in self.rooms.values() if e.kind == "arena" and e.stage == "playing"]
        return [e.code for e in arenas if not e.is_paused and len(self._free(e, since)) > 1]

    def _free(self, room: Room, since: int) -> list[int]:
        ends = self._store.ends
        busy = {
            member
            for game in room.games
            if game.game not in ends or ends.get(game.game, ("", 0))[1] > since
            for member in (game.x, game.o)
        }
        return [member.number for member in room.active_members if member.number not in busy]


class SimulatedRoomStore:
    """The ``RoomStore`` of one process; ``pause`` delays a request or its answer.

    ``polls`` is its ``PollStore``.
    """

    def __init__(
        self, stored_rooms: StoredRooms, polls: StoredPolls, store: SimulatedStore, pause: Pause
    ) -> None:
        self._stored_rooms = stored_rooms
        self.polls = SimulatedPollStore(polls, self._ask)
        self._store = store
        self._pause = pause

    async def add(self, room: Room) -> bool:
        return await self._ask(lambda: self._stored_rooms.add(room))

    async def room(self, code: str) -> Room | None:
        return await self._ask(lambda: self._stored_rooms.room(code))

    async def update(
        self, room: Room, games: Sequence[Terms], joining: str = "", off: CallOff | None = None
    ) -> bool:
        return await self._ask(lambda: self._stored_rooms.update(room, games, off))

    async def open_rooms(self, teacher: str) -> list[Room]:
        return await self._ask(lambda: self._stored_rooms.open_rooms(teacher))

    async def rooms_to_pair(self, since: int) -> list[str]:
        return await self._ask(lambda: self._stored_rooms.rooms_to_pair(since))

    async def _ask(self, do: Callable[[], T]) -> T:
        """Execute a request; an error is raised before anything or after everything is done."""
        await self._pause()
        try:
            self._store.fail()
            done = do()
            self._store.fail()
        except Unavailable as error:
            raise StoreUnavailable("simulated") from error
        await self._pause()
        return done
