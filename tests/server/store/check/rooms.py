"""Checks of class rooms: concurrent changes and results of games."""

import asyncio
from dataclasses import replace

from qttt.play.log import ABORTED, EntryKind, LogEntry
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Terms
from qttt.server.store.append import NO_RESULT
from qttt.server.store.calling_off import CallOff, ClosedRooms
from qttt.server.store.rooms import MAX_EXPIRED_ROOMS, Member, Room, RoomGame
from qttt.server.store.store import Store

from .common import CALLERS, NOW, append, expect, make_move, make_terms, verified_entries

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
    expect("adding two members", True, await rooms.update(joined))
    expect("starting a game", True, await rooms.update(begun, [first]))
    expect("a change of an old version", False, await rooms.update(joined))
    expect("the room after that", begun, await rooms.room(ROOM.code))
    await store.games.append([AppendRequest(first.game, (make_move(1),), None, "1-0", "line")])
    over = _game(first, result="1-0", ended=NOW + 1)
    left = (PAIR[0], replace(PAIR[1], name="Bo", came=NOW + 2, presence="left"))
    after = replace(begun, version=4, members=left, games=(over, _game(second)))
    expect("starting another game", True, await rooms.update(after, [second]))
    expect("the room with a finished game", after, await rooms.room(ROOM.code))
    expect("current games", [second.game], await _playing(store, "anna"))


async def check_calling_off(store: Store) -> None:
    """Games that are called off are aborted with the change of their room, or not at all."""
    rooms, first, second = store.rooms, make_terms(), make_terms(x="bert", o="anna")
    await rooms.add(ROOM)
    begun = replace(ROOM, version=2, stage="playing", members=PAIR, games=(_game(first),))
    await rooms.update(begun, [first])
    await append(store, "stored", first.game, make_move(1))
    next_ = (_game(first, is_off=True), _game(second))
    after = replace(begun, version=3, games=next_, round=1)
    off = CallOff(frozenset([first.game]), "round", NOW)
    abort = LogEntry(2, EntryKind.ABORT, "", "round", NOW + 1)  # not before the entry before
    expect("calling a game off", True, await rooms.update(after, [second], off=off))
    entries = await verified_entries(store, first.game)
    expect("the entries of the game", (make_move(1), abort), entries)
    expect("current games after that", [second.game], await _playing(store, "anna"))
    archive = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("the archive", [first.game], archive)
    stored = (replace(next_[0], result="*", ended=NOW + 1), next_[1])
    expect("the room after that", replace(after, games=stored), await rooms.room(ROOM.code))
    await append(store, "conflict", first.game, make_move(2))
    late = replace(after, version=4, stage="over")
    both = CallOff(frozenset([first.game, second.game]), "room", NOW)
    expect("calling off a game that is over", False, await rooms.update(late, off=both))
    expect("the version after that", 3, (now := await rooms.room(ROOM.code)) and now.version)
    expect("current games after that", [second.game], await _playing(store, "anna"))


async def check_races_in_calling_off(store: Store) -> None:
    """A game ends once, if it is called off while its players move."""
    rooms, games = store.rooms, [make_terms() for _ in range(CALLERS)]
    await rooms.add(ROOM)
    begun = replace(ROOM, version=2, members=PAIR, games=tuple(map(_game, games)))
    await rooms.update(begun, games)
    off = CallOff(frozenset(terms.game for terms in games), "room", NOW)
    ends = [AppendRequest(terms.game, (make_move(1),), None, "1-0", "line") for terms in games]
    over = replace(begun, version=3, stage="over")
    is_off, *ended = await asyncio.gather(
        rooms.update(over, off=off), *(store.games.append([end]) for end in ends)
    )
    expect("results of the moves", not is_off, ["stored"] in ended)
    expect("the stage", "over" if is_off else "gathering", await _stage(store))
    for terms in games:
        expect("entries of the game", 1, len(await verified_entries(store, terms.game)))


async def check_closing_rooms(store: Store) -> None:
    """The games of rooms that expire, or whose teacher is deleted, end."""
    for room, terms in (ROOM, make_terms()), (replace(ROOM, code="ROOM33"), make_terms()):
        await store.rooms.add(room)
        await store.rooms.update(
            replace(room, version=2, members=PAIR, games=(_game(terms),)), [terms]
        )
        if room == ROOM:
            closed: ClosedRooms | None = await store.rooms.delete_expired(NOW + 9, NOW + 20)
        else:
            closed = await store.accounts.delete_user("cleo", NOW + 20, NOW + 30)
        abort = LogEntry(1, EntryKind.ABORT, "", "room", NOW + 20)
        expect("closing a room", ClosedRooms((room.code,), (terms.game,)), closed)
        expect("the entries of its game", (abort,), await verified_entries(store, terms.game))
        expect("current games", [], await _playing(store, "anna"))
    kept = await store.rooms.room("ROOM33")
    expect("whether its game is off", [True], [game.is_off for game in kept.games] if kept else [])


async def check_many_expired_rooms(store: Store) -> None:
    """A limited number is deleted at a time, first those that expired first."""
    codes = [f"ROOM{number}" for number in range(22, 22 + MAX_EXPIRED_ROOMS + 1)]
    for code in reversed(codes):
        await store.rooms.add(replace(ROOM, code=code))
    batches = [await store.rooms.delete_expired(NOW + 9, NOW + 9) for _ in range(3)]
    expect("deleted rooms", [codes[:-1], codes[-1:], []], [list(each.codes) for each in batches])


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
    await rooms.update(replace(later, version=2, stage="over"))
    expect("rooms that are not over", [ROOM], await rooms.open_rooms("cleo"))
    playing = replace(ROOM, version=2, stage="playing", members=PAIR)
    await rooms.update(playing)
    expect("rooms with two waiting members", [ROOM.code], await rooms.rooms_to_pair(NOW))
    begun = replace(playing, version=3, games=(_game(terms),))
    await rooms.update(begun, [terms])
    expect("rooms waiting during the game", [], await rooms.rooms_to_pair(NOW))
    await store.games.append([AppendRequest(terms.game, (make_move(1),), None, "1-0", "line")])
    expect("rooms waiting right after it", [], await rooms.rooms_to_pair(NOW))
    expect("rooms waiting later", [ROOM.code], await rooms.rooms_to_pair(NOW + 1))
    missed = make_terms()
    again = replace(begun, version=4, games=(*begun.games, _game(missed)))
    await rooms.update(again, [missed])
    abort = LogEntry(1, EntryKind.ABORT, "", "", NOW + 2)
    await store.games.append([AppendRequest(missed.game, (abort,), None, NO_RESULT, ABORTED)])
    expect("rooms whose members missed a game", [], await rooms.rooms_to_pair(NOW + 9))
    here = tuple(replace(member, came=NOW + 3) for member in PAIR)
    back = replace(again, version=5, members=here)
    await rooms.update(back)
    expect("rooms to which they came back", [ROOM.code], await rooms.rooms_to_pair(NOW + 9))
    await rooms.update(replace(back, version=6, is_paused=True))
    expect("waiting rooms that are paused", [], await rooms.rooms_to_pair(NOW + 9))
    await rooms.delete_expired(NOW + 8, NOW + 8)
    expect("before its end", True, await rooms.room(ROOM.code) is not None)
    await rooms.delete_expired(NOW + 9, NOW + 9)
    expect("an expired room", None, await rooms.room(ROOM.code))
    expect("a later room", "over", (newer := await rooms.room("ROOM33")) and newer.stage)
    expect("a game of the expired room", [terms.game], await _stored(store, terms))


async def _stage(store: Store) -> str | None:
    room = await store.rooms.room(ROOM.code)
    return room.stage if room else None


async def _playing(store: Store, user: str) -> list[str]:
    return [each.terms.game for each in await store.games.current_games(user)]


async def _stored(store: Store, terms: Terms) -> list[str]:
    return [log.terms.game for log in await store.games.load_all([terms.game])]
