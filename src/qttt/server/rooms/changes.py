"""What can be done in a class room: each deed makes another room of it, or is refused.

Nothing here knows a clock or draws a number. Games that a deed begins are the last of the new
room's ``games``; their names come from ``new_game``.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from qttt.server.people import name_key
from qttt.server.store import Member, Room, RoomGame

from .errors import RoomError
from .pairing import Pair, arena, next_round, rounds_left

MOST_MEMBERS = 64
REST = 6_000
"""So many milliseconds after a game nobody is paired in an arena: time to see how it ended."""

NewGame = Callable[[], str]


# --- members -------------------------------------------------------------------------------------


def join(room: Room, user: str, name: str, now: int) -> Room:
    """``user`` is there: under that nickname, or in the seat that they have already.

    Raises ``RoomError`` for a name that another has, and for somebody who was removed.
    """
    _check_open(room)
    found = room.member_of(user)
    if found is None:
        if len(room.members) >= MOST_MEMBERS:
            raise RoomError("too-many", f"a class room has no more than {MOST_MEMBERS} members")
        _check_free(room, name)
        new = Member(len(room.members) + 1, user, name, now)
        return replace(room, members=(*room.members, new))
    if found.presence == "removed":
        raise RoomError("not-allowed", "the teacher has taken you out of this room")
    return _with(room, replace(found, presence="here", came=now))


def leave(room: Room, user: str) -> Room:
    """``user`` is not paired any more; a game that goes on is played to its end."""
    found = room.member_of(user)
    if found is None or found.presence == "removed":
        raise RoomError("not-allowed", "you are not in this room")
    return _with(room, replace(found, presence="left"))


def rename(room: Room, number: int, name: str) -> Room:
    """A member has another nickname; games that have begun keep the old one."""
    found = _member(room, number)
    _check_free(room, name, number)
    return _with(room, replace(found, name=name))


def remove(room: Room, number: int) -> Room:
    """A member is out of the room for good, and their game is called off."""
    found = _member(room, number)
    without = _with(room, replace(found, presence="removed"))
    return _called_off(without, (each for each in room.games if number in (each.x, each.o)))


# --- the teacher's deeds -------------------------------------------------------------------------


def start(room: Room, now: int, new_game: NewGame) -> Room:
    """The first games begin."""
    _check_open(room)
    if room.stage != "gathering":
        raise RoomError("not-now", "this room has begun already")
    if len(room.here) < 2:
        raise RoomError("too-few", "it takes two to play: wait until somebody has joined")
    begun = replace(room, stage="playing")
    return tend(begun, now, new_game) if room.kind == "arena" else _go_on(begun, new_game)


def go_on(room: Room, new_game: NewGame, *, calls_off: bool = False) -> Room:
    """The next round of a round robin begins; with ``calls_off`` nobody waits for late games."""
    _check_playing(room)
    if room.kind == "arena":
        raise RoomError("not-now", "an arena has no rounds: whoever is free plays")
    if going_on(room) and not calls_off:
        raise RoomError("games-go-on", "games of this round go on: wait, or call them off")
    return _go_on(_called_off(room, room.games), new_game)


def pause(room: Room, *, is_paused: bool) -> Room:
    """No more games begin in an arena, or they do again."""
    _check_playing(room)
    if room.kind != "arena":
        raise RoomError("not-now", "each round of a round robin begins when you say so")
    return replace(room, is_paused=is_paused)


def end(room: Room) -> Room:
    """The room is over; games that go on are called off."""
    _check_open(room)
    return replace(_called_off(room, room.games), stage="over", is_paused=False)


def tend(room: Room, now: int, new_game: NewGame) -> Room:
    """In an arena that goes on all who are free begin a game; the same room if nobody is."""
    if room.kind != "arena" or room.stage != "playing" or room.is_paused:
        return room
    return _begun(room, arena(free(room, now), pairs(room)), new_game)


# --- how a room stands ---------------------------------------------------------------------------


def going_on(room: Room) -> list[RoomGame]:
    """The games for which the room waits."""
    return [each for each in room.games if each.goes_on]


def pairs(room: Room) -> list[Pair]:
    """Who has played whom, in the order in which it began."""
    return [Pair(each.x, each.o) for each in room.games]


def planned(room: Room) -> int:
    """How many rounds a round robin has at most, if nobody comes or leaves; an arena has none."""
    if room.kind == "arena":
        return 0
    return room.round + rounds_left(_numbers(room.members), _numbers(room.here), pairs(room))


def free(room: Room, now: int) -> list[int]:
    """Those who can be paired in an arena, who has waited longest first."""
    waiting = [(_free_since(room, each), each.number) for each in room.here]
    return [number for since, number in sorted(waiting) if since <= now]


def is_missing(room: Room, member: Member) -> bool:
    """Whether a member has to say that they are there before they play again.

    So is whoever was in a game that ended without a result: somebody did not play.
    """
    last = _last(room, member)
    return last is not None and last.result == "*" and member.came <= (last.ended or 0)


NEVER = 2**62


def _free_since(room: Room, member: Member) -> int:
    last = _last(room, member)
    if any(member.number in (each.x, each.o) for each in going_on(room)):
        return NEVER
    if is_missing(room, member):
        return NEVER
    return member.came if last is None or last.ended is None else last.ended + REST


def _last(room: Room, member: Member) -> RoomGame | None:
    own = (each for each in reversed(room.games) if member.number in (each.x, each.o))
    return next(own, None)


# --- inside --------------------------------------------------------------------------------------


def _go_on(room: Room, new_game: NewGame) -> Room:
    found = next_round(_numbers(room.members), _numbers(room.here), pairs(room))
    if not found:
        raise RoomError("all-met", "everybody has played everybody: end the room")
    return _begun(replace(room, round=room.round + 1), found, new_game)


def _begun(room: Room, found: list[Pair], new_game: NewGame) -> Room:
    games = [RoomGame(new_game(), room.round, *pair) for pair in found]
    return replace(room, games=(*room.games, *games)) if games else room


def _called_off(room: Room, games: Iterable[RoomGame]) -> Room:
    late = {each.game for each in games if each.goes_on}
    return replace(
        room,
        games=tuple(
            replace(each, is_off=True) if each.game in late else each for each in room.games
        ),
    )


def _with(room: Room, member: Member) -> Room:
    at = member.number - 1
    return replace(room, members=(*room.members[:at], member, *room.members[at + 1 :]))


def _member(room: Room, number: int) -> Member:
    found = room.member(number)
    if found is None or found.presence == "removed":
        raise RoomError("gone", f"this room has no member {number}")
    return found


def _check_free(room: Room, name: str, number: int = 0) -> None:
    others = (each for each in room.members if each.number != number)
    if name_key(name) in {name_key(each.name) for each in others if each.presence != "removed"}:
        raise RoomError("name-taken", f"somebody here is called {name}, or almost so: take another")


def _check_open(room: Room) -> None:
    if room.stage == "over":
        raise RoomError("not-now", "this room is over")


def _check_playing(room: Room) -> None:
    _check_open(room)
    if room.stage != "playing":
        raise RoomError("not-now", "this room has not begun yet: start it first")


def _numbers(members: Iterable[Member]) -> list[int]:
    return [each.number for each in members]
