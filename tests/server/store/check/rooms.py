"""Checks of class rooms: concurrent changes and results of games."""

import asyncio
from dataclasses import replace

from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Terms
from qttt.server.store.rooms import Member, Room, RoomGame
from qttt.server.store.store import Store

from .common import CALLERS, NOW, expect, make_move, make_terms

ROOM = Room("ROOM22", "Physics", "cleo", "arena", "goff", "none", NOW, NOW + 9)
PAIR = (Member(1, "anna", "Ann", NOW), Member(2, "bert", "Bob", NOW))


def _game(terms: Terms, **more: object) -> RoomGame:
    return RoomGame(terms.game, 0, 1, 2, **more)  # type: ignore[arg-type]


async def check_rooms(store: Store) -> None:
    """A room has its last stored state, with the current results of its games."""
    rooms, first, second = store.rooms, make_terms(), make_terms(x="bert", o="anna")
    expect("adding a room twice", [True, False], [await rooms.add(ROOM) for _ in range(2)])
    expect("the added room", ROOM, await rooms.room(ROOM.code))
    expect("an unknown room", None, await rooms.room("NONE22"))
    joined = replace(ROOM, version=2, members=PAIR)
    begun = replace(joined, version=3, stage="playing", games=(_game(first),))
    expect("adding two members", True, await rooms.update(joined, ()))
    expect("starting a game", True, await rooms.update(begun, [first]))
    expect("a change of an old version", False, await rooms.update(joined, ()))
    expect("the room after that", begun, await rooms.room(ROOM.code))
    await store.games.append([AppendRequest(first.game, (make_move(1),), None, "1-0", "line")])
    over = _game(first, result="1-0", ended=NOW + 1)
    left = (PAIR[0], replace(PAIR[1], name="Bo", came=NOW + 2, presence="left"))
    after = replace(begun, version=4, members=left, games=(over, _game(second)))
    expect("starting another game", True, await rooms.update(after, [second]))
    expect("the room with a finished game", after, await rooms.room(ROOM.code))
    off = replace(after, version=5, games=(over, _game(second, is_off=True)), round=1)
    expect("current games", [second.game], await _playing(store, "anna"))
    expect("calling a game off", True, await rooms.update(off, ()))
    expect("current games after that", [], await _playing(store, "anna"))
    archive = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("the archive", [first.game], archive)
    expect("the room after that", off, await rooms.room(ROOM.code))
    await store.games.append([AppendRequest(second.game, (make_move(1),), None, "1-0", "line")])
    archive = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("the archive with the game called off", {first.game, second.game}, set(archive))


async def check_races_in_rooms(store: Store) -> None:
    """Of concurrent changes of one room one succeeds, with the games that it creates."""
    rooms = store.rooms
    await rooms.add(ROOM)
    games = [make_terms() for _ in range(CALLERS)]
    changes = [
        (replace(ROOM, version=2, members=PAIR, games=(_game(terms),)), terms) for terms in games
    ]
    results = await asyncio.gather(*(rooms.update(room, [terms]) for room, terms in changes))
    expect("successful changes of one version", 1, sum(results))
    room, chosen = changes[results.index(True)]
    expect("the room", room, await rooms.room(ROOM.code))
    logs = await store.games.load_all([terms.game for terms in games])
    expect("the games", [chosen], [log.terms for log in logs])


async def check_lists_of_rooms(store: Store) -> None:
    """Rooms are listed by teacher and by waiting members, and deleted at their end."""
    rooms, terms = store.rooms, make_terms()
    later = replace(ROOM, code="ROOM33", created=NOW + 1, expires=NOW + 10, kind="round-robin")
    for room in (ROOM, later, replace(ROOM, code="ROOM44", teacher="anna")):
        await rooms.add(room)
    expect("rooms of a teacher", [later, ROOM], await rooms.open_rooms("cleo"))
    await rooms.update(replace(later, version=2, stage="over"), ())
    expect("rooms that are not over", [ROOM], await rooms.open_rooms("cleo"))
    playing = replace(ROOM, version=2, stage="playing", members=PAIR)
    await rooms.update(playing, ())
    expect("rooms with two waiting members", [ROOM.code], await rooms.rooms_to_pair(NOW))
    begun = replace(playing, version=3, games=(_game(terms),))
    await rooms.update(begun, [terms])
    expect("rooms waiting during the game", [], await rooms.rooms_to_pair(NOW))
    await store.games.append([AppendRequest(terms.game, (make_move(1),), None, "1-0", "line")])
    expect("rooms waiting right after it", [], await rooms.rooms_to_pair(NOW))
    expect("rooms waiting later", [ROOM.code], await rooms.rooms_to_pair(NOW + 1))
    await rooms.update(replace(begun, version=4, is_paused=True), ())
    expect("waiting rooms that are paused", [], await rooms.rooms_to_pair(NOW + 1))
    await rooms.delete_expired(NOW + 8)
    expect("before its end", True, await rooms.room(ROOM.code) is not None)
    await rooms.delete_expired(NOW + 9)
    expect("an expired room", None, await rooms.room(ROOM.code))
    expect("a later room", "over", (newer := await rooms.room("ROOM33")) and newer.stage)
    expect("a game of the expired room", [terms.game], await _stored(store, terms))


async def _playing(store: Store, user: str) -> list[str]:
    return [each.terms.game for each in await store.games.current_games(user)]


async def _stored(store: Store, terms: Terms) -> list[str]:
    return [log.terms.game for log in await store.games.load_all([terms.game])]
