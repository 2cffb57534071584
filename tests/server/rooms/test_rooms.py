"""Concurrent changes of class rooms by several processes."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import RequestError, StoreCorrupt
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Terms
from qttt.server.people.people import SESSION, Principal
from qttt.server.protocol.shared import RoomKind as RoomKind
from qttt.server.rooms import commands
from qttt.server.rooms.commands import REST_MS
from qttt.server.rooms.rooms import Rooms
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.rooms import Room
from qttt.server.store.store import Store, open_store

PROCESSES = 3
NOW = 1_000_000


class Servers:
    """``Rooms`` of several processes on one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = NOW
        self.started: list[Terms] = []
        self.called_off: list[frozenset[str]] = []
        self.changed: list[str] = []
        self.rooms = [
            Rooms(
                *(store.rooms, lambda: self.now, self.begin),
                *(self.announce, self.changed.append),
            )
            for _ in range(PROCESSES)
        ]

    def announce(self, games: Iterable[str]) -> None:
        self.called_off.append(frozenset(games))

    async def begin(self, terms: Terms) -> None:
        self.started.append(terms)

    async def principal(self, name: str) -> Principal:
        user = User(f"user {name}", name, 1)
        await self.store.people.add_user(user)
        return Principal(user, AuthToken(name.encode(), user.id, SESSION, 1, 2))

    async def opened(self, kind: RoomKind, *names: str) -> tuple[Principal, Room]:
        teacher = await self.principal("the teacher")
        room = await self.rooms[0].open(teacher, "", kind, "goff", "none")
        for name in names:
            room = await self.rooms[0].join(await self.principal(name), room.code, name)
        return teacher, room

    async def end_all(self) -> None:
        """End all started games by resignation of X."""
        entry = LogEntry(1, EntryKind.RESIGN, "X", "", self.now)
        ends = [
            AppendRequest(each.game, (entry,), None, "0-1", "resignation") for each in self.started
        ]
        await self.store.games.append(ends)


@pytest.fixture
async def servers(tmp_path: Path) -> AsyncIterator[Servers]:
    async with open_store(str(tmp_path / "games.db")) as store:
        yield Servers(store)


def start(room: Room) -> Room:
    return commands.start(room, NOW)


def is_disjoint(games: list[Terms]) -> bool:
    players = [user for game in games for user in (game.x.user, game.o.user)]
    return len(set(players)) == len(players)


async def test_a_round_started_by_several_processes_starts_once(servers: Servers) -> None:
    teacher, room = await servers.opened("round-robin", "Ann", "Bob", "Cid", "Dan")
    starts = (each.teach(teacher, room.code, start) for each in servers.rooms)
    results = await asyncio.gather(*starts, return_exceptions=True)
    assert sum(isinstance(result, RequestError) for result in results) == PROCESSES - 1
    assert len(servers.started) == 2
    assert is_disjoint(servers.started)


async def test_an_arena_served_by_several_processes_pairs_each_member_once(
    servers: Servers,
) -> None:
    teacher, room = await servers.opened("arena", *"ABCDEFGH")
    await servers.rooms[0].teach(teacher, room.code, start)
    for number in range(1, 4):
        await servers.end_all()
        servers.now += REST_MS
        before = len(servers.started)
        await asyncio.gather(*(each.pair_arenas() for each in servers.rooms))
        assert len(servers.started) == 4 * (number + 1)
        assert is_disjoint(servers.started[before:])
    meetings = [frozenset((each.x.user, each.o.user)) for each in servers.started]
    rounds = [set(meetings[start : start + 4]) for start in range(0, 16, 4)]
    assert not any(one & two for one, two in pairwise(rounds))


async def test_a_room_that_is_deleted_meanwhile_keeps_no_other_from_pairing(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, room = await servers.opened("arena", "Ann", "Bob")
    await servers.rooms[0].teach(teacher, room.code, start)
    await servers.end_all()
    servers.now += REST_MS
    read = servers.store.rooms.rooms_to_pair

    async def with_deleted(since: int) -> list[str]:
        return ["DELETED", *await read(since)]

    monkeypatch.setattr(servers.store.rooms, "rooms_to_pair", with_deleted)
    await servers.rooms[0].pair_arenas()
    assert len(servers.started) == 2


async def test_an_arena_that_fails_keeps_no_other_from_pairing(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, room = await servers.opened("arena", "Ann", "Bob")
    await servers.rooms[0].teach(teacher, room.code, start)
    await servers.end_all()
    servers.now += REST_MS
    read, read_room = servers.store.rooms.rooms_to_pair, servers.store.rooms.room

    async def with_damaged(since: int) -> list[str]:
        return ["DAMAGED", *await read(since)]

    async def room_of(code: str) -> Room | None:
        if code == "DAMAGED":
            raise StoreCorrupt("damaged")
        return await read_room(code)

    monkeypatch.setattr(servers.store.rooms, "rooms_to_pair", with_damaged)
    monkeypatch.setattr(servers.store.rooms, "room", room_of)
    with pytest.raises(StoreCorrupt, match="damaged"):
        await servers.rooms[0].pair_arenas()
    assert len(servers.started) == 2


async def test_members_can_join_through_several_processes(servers: Servers) -> None:
    _, room = await servers.opened("arena")
    students = [await servers.principal(f"student {number}") for number in range(12)]
    await asyncio.gather(
        *(
            servers.rooms[number % PROCESSES].join(student, room.code, student.user.name)
            for number, student in enumerate(students)
        )
    )
    members = (await servers.rooms[0].room(room.code)).members
    assert [each.number for each in members] == list(range(1, 13))
    assert {member.user for member in members} == {student.user.id for student in students}
    assert servers.changed == [room.code] * 12


async def test_started_games_are_stored(servers: Servers) -> None:
    teacher, room = await servers.opened("arena", "Ann", "Bob")
    await servers.rooms[1].teach(teacher, room.code, start)
    (terms,) = servers.started
    log = await servers.store.games.load(terms.game)
    assert log
    assert (log.terms, terms.room, terms.private, terms.rated) == (terms, room.code, True, False)


async def test_a_game_that_ends_while_its_round_is_called_off_counts(servers: Servers) -> None:
    """The end is stored after the room was read."""
    teacher, room = await servers.opened("round-robin", "Ann", "Bob", "Cid", "Dan")
    await servers.rooms[0].teach(teacher, room.code, start)
    first, second = servers.started
    read = servers.store.rooms.room

    async def read_and_end(code: str) -> Room | None:
        found = await read(code)
        resigned = LogEntry(1, EntryKind.RESIGN, "X", "", servers.now)
        end = AppendRequest(first.game, (resigned,), None, "0-1", "resignation")
        await servers.store.games.append([end])
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(servers.store.rooms, "room", read_and_end)
        off = partial(commands.start_next_round, after=1, calls_off=True)
        after = await servers.rooms[0].teach(teacher, room.code, off)
    assert [(game.result, game.is_off) for game in after.games[:2]] == [("0-1", False), ("", True)]
    assert servers.called_off == [{first.game, second.game}, {second.game}]
    log = await servers.store.games.load(second.game)
    assert log
    assert log.entries == (LogEntry(1, EntryKind.ABORT, "", "round", servers.now),)
    stored = await read(room.code)
    assert stored
    assert [game.counts for game in stored.games] == [True, False, False, False]


async def test_only_the_teacher_can_manage_a_room(servers: Servers) -> None:
    _, room = await servers.opened("arena", "Ann", "Bob")
    other = await servers.principal("another teacher")
    with pytest.raises(RequestError, match="only the teacher of this room can do that"):
        await servers.rooms[0].teach(other, room.code, start)
    with pytest.raises(RequestError, match="there is no class room with this code"):
        await servers.rooms[0].teach(other, "222222", start)
