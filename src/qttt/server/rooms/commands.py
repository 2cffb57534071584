"""Operations on a class room: functions that return the changed room or raise ``RequestError``.

The caller supplies the time, and the ids of new games by ``new_game``. New games are appended to
``room.games``.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

from qttt.server.errors import RequestError
from qttt.server.games.terms import new_game_id
from qttt.server.people.names import name_key
from qttt.server.store.calling_off import CallOff
from qttt.server.store.rooms import Member, Room, RoomGame
from qttt.texts.phrases import phrases

from .pairing import Pairing, next_round, pair_arena, rounds_left

MAX_MEMBERS = 64
"""Members that are present at a time."""
MAX_NUMBERS = 1_000
"""Members that have ever been in a room."""
REST_MS = 6_000
"""Milliseconds between a game and the next pairing in an arena: time to look at the result."""

NewGame = Callable[[], str]


# --- members -------------------------------------------------------------------------------------


def join(room: Room, user: str, name: str, now: int) -> Room:
    """Add a member with that nickname, or mark an existing member as present.

    Raises ``RequestError`` for a taken name, a full room or a removed member.
    """
    _check_open(room)
    member = room.member_of(user)
    if member and member.presence == "removed":
        raise RequestError("not-allowed", "the teacher has removed you from this room")
    if not (member and member.is_active) and len(room.active_members) >= MAX_MEMBERS:
        raise RequestError("too-many", f"a class room has at most {MAX_MEMBERS} members")
    if member is None:
        if room.is_locked:
            raise RequestError("room-locked", "the teacher lets nobody else into this room now")
        if len(room.members) >= MAX_NUMBERS:
            raise RequestError(
                "too-many", f"{MAX_NUMBERS} members have been in this room: open a new one"
            )
        _check_free(room, name)
        new = Member(len(room.members) + 1, user, name, now)
        return replace(room, members=(*room.members, new))
    return _with_member(room, replace(member, presence="here", came=now))


def automatic_nickname(room: Room) -> str:
    """Return a free nickname such as ``Pupil 7``: the new member's number, or a later one."""
    numbers = count(len(room.members) + 1)
    names = (phrases(room.language)("server.pupil", number=number) for number in numbers)
    return next(name for name in names if _is_free(room, name))


def leave(room: Room, user: str) -> Room:
    """Stop pairing a member; their current game continues."""
    member = room.member_of(user)
    if member is None or member.presence == "removed":
        raise RequestError("not-allowed", "you are not in this room")
    return _with_member(room, replace(member, presence="left"))


def rename(room: Room, number: int, name: str) -> Room:
    """Change a member's nickname; games that have started keep the old one."""
    member = _member(room, number)
    _check_free(room, name, number)
    return _with_member(room, replace(member, name=name))


def remove(room: Room, number: int) -> Room:
    """Remove a member permanently, and call off their game."""
    return _without(room, {_member(room, number).number})


def remove_after(room: Room, number: int) -> Room:
    """Remove all members who came for the first time after the one with that number."""
    return _without(
        room, {member.number for member in room.members if member.number > number} - _removed(room)
    )


# --- operations of the teacher -------------------------------------------------------------------


def start(room: Room, now: int, new_game: NewGame = new_game_id) -> Room:
    _check_open(room)
    if room.stage != "gathering":
        raise RequestError("not-now", "this room has already started")
    _check_two(room)
    started = replace(room, stage="playing")
    return (
        pair_free_members(started, now, new_game)
        if room.kind == "arena"
        else _next_round(started, new_game)
    )


def start_next_round(
    room: Room, after: int, new_game: NewGame = new_game_id, *, calls_off: bool = False
) -> Room:
    """Start the round after that one of a round robin, which begins again after its last round.

    It starts once, however often it is requested. ``calls_off`` ends unfinished games first.
    """
    _check_playing(room)
    if room.kind == "arena":
        raise RequestError("not-now", "an arena has no rounds")
    if room.round != after:
        raise RequestError("not-now", f"this room is in round {room.round}, not {after}")
    if unfinished_games(room) and not calls_off:
        raise RequestError(
            "games-go-on", "games of this round are unfinished: wait or call them off"
        )
    return _next_round(_call_off(room, room.games), new_game)


def pause(room: Room, *, is_paused: bool) -> Room:
    """Stop or resume pairing in an arena."""
    _check_playing(room)
    if room.kind != "arena":
        raise RequestError("not-now", "a round robin cannot pause: you start each round")
    return replace(room, is_paused=is_paused)


def lock(room: Room, *, is_locked: bool) -> Room:
    """Lock or unlock the room; members can always come back."""
    _check_open(room)
    return replace(room, is_locked=is_locked)


def end(room: Room) -> Room:
    """Close the room and call off unfinished games."""
    _check_open(room)
    return replace(_call_off(room, room.games), stage="over", is_paused=False)


def pair_free_members(room: Room, now: int, new_game: NewGame) -> Room:
    """Pair all free members of a running arena; return the same room if there are none."""
    if room.kind != "arena" or room.stage != "playing" or room.is_paused:
        return room
    return _with_games(room, pair_arena(free_members(room, now), pairs(room)), new_game)


# --- queries -------------------------------------------------------------------------------------


def unfinished_games(room: Room) -> list[RoomGame]:
    return [game for game in room.games if game.is_unfinished]


def called_off(before: Room, after: Room, now: int) -> CallOff | None:
    """Return the games that a change has called off, if any."""
    new = {game.game for game in after.games if game.is_off} - {
        game.game for game in before.games if game.is_off
    }
    if not new:
        return None
    if after.stage == "over":
        return CallOff(frozenset(new), "room", now)
    return CallOff(frozenset(new), "member" if after.round == before.round else "round", now)


def pairs(room: Room) -> list[Pairing]:
    return [Pairing(game.x, game.o) for game in room.games]


def planned_rounds(room: Room) -> int:
    """Return the number of rounds until all have met equally often; 0 in an arena."""
    if room.kind == "arena":
        return 0
    return room.round + rounds_left(
        _numbers(room.members), _numbers(room.active_members), pairs(room)
    )


def free_members(room: Room, now: int) -> list[int]:
    """Return the numbers of members who can be paired in an arena, longest waiting first."""
    waiting = [(_free_since(room, member), member.number) for member in room.active_members]
    return [number for since, number in sorted(waiting) if since <= now]


def must_confirm_presence(room: Room, member: Member) -> bool:
    """Return whether a member must confirm their presence before the next game.

    Both players must after a game that one of them did not play, which has no result.
    """
    last = _last(room, member)
    if last is None or last.is_off:
        return False
    return last.result == "*" and member.came <= (last.ended or 0)


NEVER_MS = 2**62


def _free_since(room: Room, member: Member) -> int:
    last = _last(room, member)
    if any(member.number in (game.x, game.o) for game in unfinished_games(room)):
        return NEVER_MS
    if must_confirm_presence(room, member):
        return NEVER_MS
    return member.came if last is None or last.ended is None else last.ended + REST_MS


def _last(room: Room, member: Member) -> RoomGame | None:
    own = (game for game in reversed(room.games) if member.number in (game.x, game.o))
    return next(own, None)


# --- helpers -------------------------------------------------------------------------------------


def _next_round(room: Room, new_game: NewGame) -> Room:
    _check_two(room)
    new = next_round(_numbers(room.members), _numbers(room.active_members), pairs(room))
    return _with_games(replace(room, round=room.round + 1), new, new_game)


def _with_games(room: Room, new: list[Pairing], new_game: NewGame) -> Room:
    games = [RoomGame(new_game(), room.round, *pair) for pair in new]
    return replace(room, games=(*room.games, *games)) if games else room


def _removed(room: Room) -> set[int]:
    return {member.number for member in room.members if member.presence == "removed"}


def _without(room: Room, numbers: set[int]) -> Room:
    """Remove these members permanently, and call off their games."""
    members = (
        replace(member, presence="removed") if member.number in numbers else member
        for member in room.members
    )
    games = (game for game in room.games if not numbers.isdisjoint((game.x, game.o)))
    return _call_off(replace(room, members=tuple(members)), games)


def _call_off(room: Room, games: Iterable[RoomGame]) -> Room:
    unfinished = {game.game for game in games if game.is_unfinished}
    return replace(
        room,
        games=tuple(
            replace(game, is_off=True) if game.game in unfinished else game for game in room.games
        ),
    )


def _with_member(room: Room, member: Member) -> Room:
    index = member.number - 1
    return replace(room, members=(*room.members[:index], member, *room.members[index + 1 :]))


def _member(room: Room, number: int) -> Member:
    member = room.member(number)
    if member is None or member.presence == "removed":
        raise RequestError("gone", f"this room has no member {number}")
    return member


def _is_free(room: Room, name: str, number: int = 0) -> bool:
    others = (member for member in room.members if member.number != number)
    taken = {name_key(other.name) for other in others if other.presence != "removed"}
    return name_key(name) not in taken


def _check_free(room: Room, name: str, number: int = 0) -> None:
    if not _is_free(room, name, number):
        raise RequestError("name-taken", f"{name} or a similar nickname is taken: choose another")


def _check_open(room: Room) -> None:
    if room.stage == "over":
        raise RequestError("not-now", "this room is over")


def _check_playing(room: Room) -> None:
    _check_open(room)
    if room.stage != "playing":
        raise RequestError("not-now", "this room has not started yet: start it first")


def _check_two(room: Room) -> None:
    if len(room.active_members) < 2:
        raise RequestError(
            "too-few", "at least two members are needed: wait until they have joined"
        )


def _numbers(members: Iterable[Member]) -> list[int]:
    return [member.number for member in members]
