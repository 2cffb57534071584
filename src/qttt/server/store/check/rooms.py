"""Whether a store changes a class room once at a time, and knows how its games stand."""

import asyncio
from dataclasses import replace

from qttt.server.games import Append, Terms
from qttt.server.store.class_rooms import Member, Room, RoomGame
from qttt.server.store.protocol import Store

from .common import CROWD, NOW, expect, move, terms_of

ROOM = Room("ROOM22", "Physics", "cleo", "arena", "goff", "none", NOW)
PAIR = (Member(1, "anna", "Ann", NOW), Member(2, "bert", "Bob", NOW))


def _game(terms: Terms, **more: object) -> RoomGame:
    return RoomGame(terms.game, 0, 1, 2, **more)  # type: ignore[arg-type]


async def check_rooms(store: Store) -> None:
    """A room is what it was last changed to, and its games end by themselves."""
    rooms, first, second = store.rooms, terms_of(), terms_of(x="bert", o="anna")
    expect("a room added twice", [True, False], [await rooms.add(ROOM) for _ in range(2)])
    expect("a room", ROOM, await rooms.room(ROOM.code))
    expect("none", None, await rooms.room("NONE22"))
    joined = replace(ROOM, version=2, members=PAIR)
    begun = replace(joined, version=3, stage="playing", games=(_game(first),))
    expect("two join", True, await rooms.change(joined, ()))
    expect("a game begins", True, await rooms.change(begun, [first]))
    expect("it was changed long ago", False, await rooms.change(joined, ()))
    expect("the room then", begun, await rooms.room(ROOM.code))
    await store.games.append([Append(first.game, (move(1),), None, "1-0", "line")])
    over = _game(first, result="1-0", ended=NOW + 1)
    left = (PAIR[0], replace(PAIR[1], name="Bo", came=NOW + 2, presence="left"))
    after = replace(begun, version=4, members=left, games=(over, _game(second)))
    expect("another begins", True, await rooms.change(after, [second]))
    expect("the room with a game that has ended", after, await rooms.room(ROOM.code))
    off = replace(after, version=5, games=(over, _game(second, is_off=True)), round=1)
    expect("what is played", [second.game], await _playing(store, "anna"))
    expect("one is called off", True, await rooms.change(off, ()))
    expect("what is played then", [], await _playing(store, "anna"))
    archive = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("what has ended", [first.game], archive)
    expect("the room at last", off, await rooms.room(ROOM.code))
    await store.games.append([Append(second.game, (move(1),), None, "1-0", "line")])
    archive = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("what ended though it was called off", {first.game, second.game}, set(archive))


async def check_races_in_rooms(store: Store) -> None:
    """Of many changes of one room one is made, with the games that it begins."""
    rooms = store.rooms
    await rooms.add(ROOM)
    games = [terms_of() for _ in range(CROWD)]
    changes = [
        (replace(ROOM, version=2, members=PAIR, games=(_game(terms),)), terms) for terms in games
    ]
    told = await asyncio.gather(*(rooms.change(room, [terms]) for room, terms in changes))
    expect("how many changed one room", 1, sum(told))
    room, chosen = changes[told.index(True)]
    expect("the room", room, await rooms.room(ROOM.code))
    there = await store.games.load_all([terms.game for terms in games])
    expect("the games", [chosen], [log.terms for log in there])


async def check_lists_of_rooms(store: Store) -> None:
    """Rooms are found by their teacher, by who waits in them, and by age."""
    rooms, terms = store.rooms, terms_of()
    later = replace(ROOM, code="ROOM33", created=NOW + 1, kind="round-robin")
    for room in (ROOM, later, replace(ROOM, code="ROOM44", teacher="anna")):
        await rooms.add(room)
    expect("a teacher's", [later, ROOM], await rooms.opened("cleo"))
    await rooms.change(replace(later, version=2, stage="over"), ())
    expect("that are not over", [ROOM], await rooms.opened("cleo"))
    playing = replace(ROOM, version=2, stage="playing", members=PAIR)
    await rooms.change(playing, ())
    expect("where two wait", [ROOM.code], await rooms.waiting(NOW))
    begun = replace(playing, version=3, games=(_game(terms),))
    await rooms.change(begun, [terms])
    expect("where they play", [], await rooms.waiting(NOW))
    await store.games.append([Append(terms.game, (move(1),), None, "1-0", "line")])
    expect("where they have just played", [], await rooms.waiting(NOW))
    expect("a little later", [ROOM.code], await rooms.waiting(NOW + 1))
    await rooms.change(replace(begun, version=4, is_paused=True), ())
    expect("where there is a pause", [], await rooms.waiting(NOW + 1))
    await rooms.sweep(NOW + 1)
    expect("an old one", None, await rooms.room(ROOM.code))
    expect("a newer one", "over", (found := await rooms.room("ROOM33")) and found.stage)
    expect("a game of the old one", [terms.game], await _there(store, terms))


async def _playing(store: Store, user: str) -> list[str]:
    return [each.terms.game for each in await store.games.playing(user)]


async def _there(store: Store, terms: Terms) -> list[str]:
    return [log.terms.game for log in await store.games.load_all([terms.game])]
