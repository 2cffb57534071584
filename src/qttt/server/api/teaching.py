"""Class rooms: who opens one teaches there, who has its code can join and watch."""

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from qttt.server.lobby import qr_svg
from qttt.server.people import Person
from qttt.server.rooms import RoomError, Rooms, is_missing, planned, read_code, standings
from qttt.server.store import Room

from .links import link
from .models import NothingIn
from .room_models import (
    MemberOut,
    NextIn,
    NicknameIn,
    Number,
    PauseIn,
    RoomGameOut,
    RoomIn,
    RoomOut,
    RoomsOut,
    StandingOut,
)
from .service import Anybody, Oneself, Served, address_of, limited_by_user

router = APIRouter(prefix="/rooms", tags=["class rooms"])


async def room_of(code: str, service: Served, request: Request) -> Room:
    """The room of that code. Wrong codes are counted, so that nobody guesses one."""
    address = address_of(request)
    await service.rates.check("guess", address)
    try:
        return await service.rooms.room(read_code(code) or "")
    except RoomError:
        await service.rates.count("guess", address)
        raise


Found = Annotated[Room, Depends(room_of)]


@dataclass(frozen=True, slots=True)
class Desk:
    """Where ``person`` asks for something in the room of that ``code``."""

    rooms: Rooms
    person: Person
    code: str
    request: Request

    def shown(self, room: Room) -> RoomOut:
        """The room as whoever asked may see it."""
        return shown(room, self.person, self.request)


async def desk_of(person: Oneself, found: Found, service: Served, request: Request) -> Desk:
    """For whoever has come in, at a room that there is."""
    return Desk(service.rooms, person, found.code, request)


AtDesk = Annotated[Desk, Depends(desk_of)]


@router.post("", status_code=201, dependencies=[Depends(limited_by_user("room"))])
async def open_room(said: RoomIn, person: Oneself, service: Served, request: Request) -> RoomOut:
    """A new class room, of which you are the teacher."""
    made = await service.rooms.open(person, said.title, said.kind, said.rules, said.clock)
    return shown(made, person, request)


@router.get("")
async def own_rooms(person: Oneself, service: Served, request: Request) -> RoomsOut:
    """The rooms in which you teach that are not over."""
    return RoomsOut(rooms=[shown(each, person, request) for each in await service.rooms.of(person)])


@router.get("/{code}")
async def room(person: Anybody, found: Found, request: Request) -> RoomOut:
    """How the room stands; whoever has its code may see it."""
    return shown(found, person, request)


@router.get(
    "/{code}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(found: Found, request: Request) -> Response:
    """The room's link as a picture for the cameras of phones."""
    picture = qr_svg(link(request, f"room/{found.code}"))
    return Response(picture, media_type="image/svg+xml")


# --- members -------------------------------------------------------------------------------------


@router.post("/{code}/join", dependencies=[Depends(limited_by_user("join"))])
async def join(said: NicknameIn, desk: AtDesk) -> RoomOut:
    """Come in under a nickname, or again in the seat that you have; late comers too."""
    return desk.shown(await desk.rooms.join(desk.person, desk.code, said.nickname))


@router.post("/{code}/leave")
async def leave(said: NothingIn, desk: AtDesk) -> RoomOut:
    """Be paired no more; a game that goes on can be played to its end."""
    return desk.shown(await desk.rooms.leave(desk.person, desk.code))


@router.patch("/{code}/members/{number}")
async def rename(number: Number, said: NicknameIn, desk: AtDesk) -> RoomOut:
    """Call a member otherwise; for the teacher."""
    return desk.shown(await desk.rooms.rename(desk.person, desk.code, number, said.nickname))


@router.delete("/{code}/members/{number}")
async def remove(number: Number, desk: AtDesk) -> RoomOut:
    """Take a member out for good; for the teacher."""
    return desk.shown(await desk.rooms.remove(desk.person, desk.code, number))


# --- the teacher's deeds -------------------------------------------------------------------------


@router.post("/{code}/start")
async def start(said: NothingIn, desk: AtDesk) -> RoomOut:
    """Begin the first games."""
    return desk.shown(await desk.rooms.start(desk.person, desk.code))


@router.post("/{code}/next")
async def next_round(said: NextIn, desk: AtDesk) -> RoomOut:
    """Begin the next round of a round robin."""
    return desk.shown(await desk.rooms.go_on(desk.person, desk.code, calls_off=said.off))


@router.post("/{code}/pause")
async def pause(said: PauseIn, desk: AtDesk) -> RoomOut:
    """Begin no more games in an arena, or do so again."""
    return desk.shown(await desk.rooms.pause(desk.person, desk.code, is_paused=said.paused))


@router.post("/{code}/end")
async def end(said: NothingIn, desk: AtDesk) -> RoomOut:
    """End the room; games that go on are called off."""
    return desk.shown(await desk.rooms.end(desk.person, desk.code))


# --- what is shown -------------------------------------------------------------------------------


def shown(room: Room, person: Person | None, request: Request) -> RoomOut:
    """The room as that person may see it: without the users that its members are."""
    own = room.member_of(person.user.id) if person else None
    return RoomOut(
        room=room.code,
        title=room.title,
        kind=room.kind,
        rules=room.rules,
        clock=room.clock,
        created=room.created,
        stage=room.stage,
        paused=room.is_paused,
        round=room.round,
        rounds=planned(room),
        url=link(request, f"room/{room.code}"),
        mine=person is not None and person.user.id == room.teacher,
        you=own.number if own else None,
        members=[
            MemberOut(
                number=each.number,
                name=each.name,
                presence=each.presence,
                missing=is_missing(room, each),
            )
            for each in room.members
        ],
        games=[
            RoomGameOut(
                game=each.game,
                round=each.round,
                x=each.x,
                o=each.o,
                result=each.result or None,
                off=each.is_off,
            )
            for each in room.games
        ],
        standings=[StandingOut(**asdict(each)) for each in standings(room)],
    )
